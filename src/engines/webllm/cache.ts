import { MODEL_CACHES } from '../model-store/caches.ts';
import { modelFilesUrl, type WebllmRecord } from './record.ts';

const { config: CONFIG, library: LIBRARY, model: MODEL } = MODEL_CACHES;

/** The part of `mlc-chat-config.json` that is read here. */
export interface ModelConfig {
  /** Such as `q4f16_1`. */
  quantization?: string;
  tokenizer_files?: string[];
  context_window_size?: number;
  sliding_window_size?: number;
}

/** Files of a model that lie in Cache Storage; undefined is what is missing there. */
export interface StoredFiles {
  config: ModelConfig | undefined;
  tokenizer: Response | undefined;
  library: Response | undefined;
}

/** Reads the small files of a model where WebLLM will look for them. Fetches nothing, makes no cache. */
export async function readStored(
  record: WebllmRecord,
  storage: CacheStorage,
): Promise<StoredFiles> {
  const folder = modelFilesUrl(record.model);
  const read = async (cache: string, name: string) =>
    (await storage.has(cache))
      ? (await storage.open(cache)).match(new URL(name, folder).href)
      : undefined;
  const config = await read(CONFIG, 'mlc-chat-config.json');
  return {
    config: (await config?.json()) as ModelConfig | undefined,
    tokenizer: await read(MODEL, 'tokenizer.json'),
    library: await read(LIBRARY, record.model_lib),
  };
}

/**
 * Deletes a model's files but not its weights, which are most of the download and no suspects where
 * WebLLM failed before it read them.
 */
export async function forgetSmallFiles(record: WebllmRecord, storage: CacheStorage): Promise<void> {
  const folder = modelFilesUrl(record.model);
  for (const name of [CONFIG, LIBRARY, MODEL]) {
    if (!(await storage.has(name))) continue;
    const cache = await storage.open(name);
    for (const { url } of await cache.keys()) {
      const isOurs = url.startsWith(folder) || url === record.model_lib;
      if (isOurs && !url.endsWith('.bin')) await cache.delete(url);
    }
  }
}
