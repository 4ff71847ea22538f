import { modelFilesUrl } from './webllm-record.ts';

/** Cache Storage names that WebLLM keeps a model's files under. */
export const WEBLLM_CACHES = {
  config: 'webllm/config',
  library: 'webllm/wasm',
  model: 'webllm/model',
} as const;

/** Names of the list of weight files: WebLLM 0.2.80 and later, and before. */
export const WEIGHT_LISTS = ['tensor-cache.json', 'ndarray-cache.json'] as const;

export interface WeightList {
  records: { dataPath: string; nbytes: number }[];
}

/**
 * Whether all weights of a model lie in this browser already. Looks only: fetches nothing and makes
 * no cache.
 * @param model The record's `model` address.
 */
export async function isModelStored(model: string, storage: CacheStorage): Promise<boolean> {
  if (!(await storage.has(WEBLLM_CACHES.model))) return false;
  const cache = await storage.open(WEBLLM_CACHES.model);
  const folder = modelFilesUrl(model);
  const stored = new Set((await cache.keys()).map(({ url }) => url));
  const listUrl = WEIGHT_LISTS.map((name) => new URL(name, folder).href).find((url) =>
    stored.has(url),
  );
  const list = listUrl && (await cache.match(listUrl));
  if (!list) return false;
  const { records } = (await list.json()) as WeightList;
  return records.every(({ dataPath }) => stored.has(new URL(dataPath, folder).href));
}
