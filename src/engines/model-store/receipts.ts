import type { StorableModel, StoredFor } from './api.ts';
import { MODEL_CACHES, openCache, type StoreParts } from './caches.ts';
import { originOf } from '../origin.ts';
import { modelFilesUrl } from '../webllm/record.ts';

/** Which version of a file a host gave: pieces of different ones don't fit together. */
export interface FileVersion {
  etag?: string;
  modified?: string;
  total?: number;
}

/** A file, or a piece of one, by the name of its cache and its address in it. */
export interface KeptFile {
  url: string;
  cache: string;
  bytes?: number;
  /** What it was checked against. */
  md5?: string;
  sha256?: string;
  /** Where it is a piece: of which file, the how manieth from 0, and of which version. */
  piece?: { of: string; index: number; version: FileVersion };
}

/** What the store has written down about one model. It is written before the files are. */
export interface Receipt {
  version: 1;
  for: StoredFor;
  id: string;
  name: string;
  /** Host that it came from, or "this site". */
  origin: string;
  /** Fingerprint of the addresses and hashes that the model was asked for by. */
  source: string;
  isComplete: boolean;
  files: KeptFile[];
  /** Files of an earlier download of the model, which go when this one is complete. */
  outdated: KeptFile[];
}

export const modelId = (model: StorableModel): string =>
  model.kind === 'webllm' ? model.record.model_id : model.id;

/** Another address, library or hash makes another source; what is stored of the old one doesn't do. */
export function sourceOf(model: StorableModel): string {
  const words =
    model.kind === 'webllm'
      ? [modelFilesUrl(model.record.model), model.record.model_lib]
      : [...model.urls, ...(model.sha256 ?? [])];
  return words.join(' ');
}

const addressesOf = (model: StorableModel): readonly string[] =>
  model.kind === 'webllm' ? [model.record.model, model.record.model_lib] : model.urls;

export const emptyReceipt = (model: StorableModel, own: string): Receipt => ({
  version: 1,
  for: model.kind,
  id: modelId(model),
  name: model.name,
  origin: originOf(addressesOf(model), own),
  source: sourceOf(model),
  isComplete: false,
  files: [],
  outdated: [],
});

/** An address below the page's origin, which nothing ever asks for. */
function receiptUrl({ for: kind, id }: Pick<Receipt, 'for' | 'id'>, origin: string): string {
  return new URL(`/.askpage-models/${kind}/${encodeURIComponent(id)}.json`, origin).href;
}

export async function writeReceipt(receipt: Receipt, parts: StoreParts): Promise<void> {
  const cache = await openCache(parts.caches, MODEL_CACHES.receipts);
  await cache.put(receiptUrl(receipt, parts.origin), new Response(JSON.stringify(receipt)));
}

export async function deleteReceipt(
  receipt: Receipt,
  { caches, origin }: StoreParts & { caches: CacheStorage },
): Promise<void> {
  if (!(await caches.has(MODEL_CACHES.receipts))) return;
  await (await caches.open(MODEL_CACHES.receipts)).delete(receiptUrl(receipt, origin));
}

/** All receipts of this site. Makes no cache. */
export async function readReceipts(caches: CacheStorage): Promise<Receipt[]> {
  if (!(await caches.has(MODEL_CACHES.receipts))) return [];
  const cache = await caches.open(MODEL_CACHES.receipts);
  const receipts: Receipt[] = [];
  for (const key of await cache.keys()) {
    const stored = await cache.match(key);
    const receipt = (await stored?.json().catch(() => undefined)) as Receipt | undefined;
    if (receipt?.version === 1) receipts.push(receipt);
  }
  return receipts;
}

export const isSameModel = (
  one: Pick<Receipt, 'for' | 'id'>,
  other: Pick<Receipt, 'for' | 'id'>,
): boolean => one.for === other.for && one.id === other.id;

/** One name for a file in a cache. */
export const keyOf = ({ cache, url }: { cache: string; url: string }): string => `${cache} ${url}`;

/** What receipts name, outdated files too. */
export function namedFiles(receipts: readonly Receipt[]): Map<string, KeptFile> {
  const files = receipts.flatMap((receipt) => [...receipt.outdated, ...receipt.files]);
  return new Map(files.map((file) => [keyOf(file), file]));
}
