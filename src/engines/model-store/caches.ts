import type { Arrival } from '../../core/traffic.ts';
import { storageError } from './errors.ts';

/** Cache Storage names. WebLLM looks for its files in the first three. */
export const MODEL_CACHES = {
  config: 'webllm/config',
  library: 'webllm/wasm',
  model: 'webllm/model',
  gguf: 'askpage/gguf',
  receipts: 'askpage/models',
} as const;

/** What the store needs of the browser. */
export interface StoreParts {
  fetch: typeof globalThis.fetch;
  /** Undefined where the browser lets the page keep nothing. */
  caches: CacheStorage | undefined;
  /** `navigator.storage`, where there is one. */
  storage: Pick<StorageManager, 'estimate'> | undefined;
  /** `navigator.onLine`. */
  isOnline: () => boolean;
  /** The page's own origin. */
  origin: string;
  /** Bytes of a piece that a large file is kept in. Default 64 MiB. */
  pieceBytes?: number;
  /** Told of each request, and of bytes that have come since. */
  onArrival?: (arrival: Arrival) => void;
}

/** The browser's own parts, on the page as in a worker. */
export function browserParts(): StoreParts {
  const { navigator } = globalThis;
  return {
    fetch: (...args) => fetch(...args),
    caches: readCaches(),
    storage: (navigator as Partial<Navigator>).storage,
    isOnline: () => navigator.onLine,
    origin: globalThis.origin,
  };
}

/** In a sandboxed frame even reading the property throws. */
function readCaches(): CacheStorage | undefined {
  try {
    return (globalThis as { caches?: CacheStorage }).caches;
  } catch {
    return undefined;
  }
}

/** @throws `storage-unavailable` */
export async function openCache(caches: CacheStorage | undefined, name: string): Promise<Cache> {
  if (!caches) throw storageError();
  try {
    return await caches.open(name);
  } catch (thrown) {
    throw storageError(thrown);
  }
}

/** A stored file. Makes no cache. */
export const findStored = (
  caches: CacheStorage,
  { cache, url }: { cache: string; url: string },
): Promise<Response | undefined> => caches.match(url, { cacheName: cache });

/** Bytes of a stored file; by its header, where the store wrote one, so that nothing is read. */
export async function sizeOf(stored: Response): Promise<number> {
  const header = stored.headers.get('content-length');
  return header === null ? (await stored.blob()).size : Number(header);
}

/** Deletes the caches of models that hold nothing any more. */
export async function dropEmptyCaches(caches: CacheStorage): Promise<void> {
  for (const name of Object.values(MODEL_CACHES)) {
    if (!(await caches.has(name))) continue;
    const keys = await (await caches.open(name)).keys();
    if (keys.length === 0) await caches.delete(name);
  }
}
