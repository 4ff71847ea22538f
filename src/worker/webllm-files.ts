import { AskPageError } from '../core/errors.ts';
import { WEBLLM_CACHES, type WeightList } from '../engines/webllm-cache.ts';
import { modelFilesUrl, type WebllmRecord } from '../engines/webllm-record.ts';
import { badFileError, fileError, hostOf, statusError } from './webllm-errors.ts';
import { downloadProgress, type Report } from './webllm-progress.ts';

/** The part of `mlc-chat-config.json` that is read here. */
export interface ModelConfig {
  tokenizer_files?: string[];
  context_window_size?: number;
  sliding_window_size?: number;
}

export interface DownloadOptions {
  /** Name of the list of weight files that the WebLLM in use reads. */
  weightList: string;
  report: Report;
  signal: AbortSignal;
}

export interface DownloadedModel {
  config: ModelConfig;
  /** The stored `tokenizer.json`, where the model has one. */
  tokenizer: Response | undefined;
  /** Bytes of weights that were not stored before. */
  fetchedBytes: number;
}

type Check = (bytes: ArrayBuffer) => string | undefined;

interface Wanted {
  url: string;
  cache: string;
  record: WebllmRecord;
  signal: AbortSignal;
}

const PARALLEL = 4;

const nameOf = (url: string): string => url.split('/').at(-1) ?? url;
const wordsOf = (record: WebllmRecord) => ({ model: record.model_id, host: hostOf(record.model) });

const isJson: Check = (bytes) => {
  try {
    JSON.parse(new TextDecoder().decode(bytes));
    return undefined;
  } catch {
    return 'is not JSON';
  }
};

const isWasm: Check = (bytes) =>
  new TextDecoder().decode(bytes.slice(0, 4)) === '\0asm' ? undefined : 'is not WebAssembly';

async function request({ url, record, signal }: Wanted): Promise<Response> {
  const words = { ...wordsOf(record), host: hostOf(url) };
  try {
    const response = await fetch(url, { signal });
    if (!response.ok) throw statusError(response.status, nameOf(url), words);
    return response;
  } catch (thrown) {
    throw signal.aborted ? thrown : fileError(thrown, nameOf(url), words);
  }
}

/** A file from the cache, or fetched, checked and stored there: what fails the check never stays. */
async function smallFile(wanted: Wanted, check: Check): Promise<Response> {
  const { url, record } = wanted;
  const cache = await caches.open(wanted.cache);
  const stored = await cache.match(url);
  if (stored) return stored;
  const words = { ...wordsOf(record), host: hostOf(url) };
  try {
    const bytes = await (await request(wanted)).arrayBuffer();
    const problem = check(bytes);
    if (problem) throw badFileError(nameOf(url), problem, words);
    await cache.put(url, new Response(bytes));
    return new Response(bytes);
  } catch (thrown) {
    throw wanted.signal.aborted ? thrown : fileError(thrown, nameOf(url), words);
  }
}

/** Streams a weight file into the cache. One of a wrong length, such as an error page, is refused. */
async function weightFile(wanted: Wanted, size: number, onBytes: (count: number) => void) {
  const { url, record, signal } = wanted;
  const words = wordsOf(record);
  let problem: AskPageError | undefined;
  let received = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      received += chunk.length;
      onBytes(chunk.length);
      controller.enqueue(chunk);
    },
    flush(controller) {
      if (received === size) return;
      problem = badFileError(nameOf(url), `has ${received} bytes, not ${size}`, words);
      controller.error(problem);
    },
  });
  const { body } = await request(wanted);
  const cache = await caches.open(wanted.cache);
  try {
    const headers = { 'content-length': String(size) };
    await cache.put(url, new Response(body?.pipeThrough(count) ?? null, { headers }));
  } catch (thrown) {
    throw problem ?? (signal.aborted ? thrown : fileError(thrown, nameOf(url), words));
  }
}

async function checkRoom(bytes: number, record: WebllmRecord): Promise<void> {
  const { quota, usage = 0 } = await navigator.storage.estimate();
  if (quota === undefined || quota - usage >= bytes) return;
  const [needed, free] = [bytes, quota - usage].map((count) => Math.round(count / 1e6));
  throw new AskPageError(
    'quota-exceeded',
    `The model ${record.model_id} needs ${needed} MB in this browser, and ${free} MB are free. Free some disk space, or leave private browsing, then try again.`,
  );
}

/** Fetches the weight files that are missing, four at a time. Returns their size in bytes. */
async function downloadWeights(
  { records }: WeightList,
  folder: Omit<Wanted, 'cache'>,
  report: Report,
): Promise<number> {
  const cache = await caches.open(WEBLLM_CACHES.model);
  const stored = new Set((await cache.keys()).map(({ url }) => url));
  const files = records.map(({ dataPath, nbytes }) => ({
    url: new URL(dataPath, folder.url).href,
    nbytes,
  }));
  const missing = files.filter(({ url }) => !stored.has(url));
  const sum = (list: typeof files) => list.reduce((total, { nbytes }) => total + nbytes, 0);
  const [total, toFetch] = [sum(files), sum(missing)];
  if (toFetch === 0) return 0;
  await checkRoom(toFetch, folder.record);
  let done = total - toFetch;
  const failed = new AbortController();
  const signal = AbortSignal.any([folder.signal, failed.signal]);
  const queue = missing.values();
  const take = async () => {
    for (const { url, nbytes } of queue)
      await weightFile({ ...folder, url, cache: WEBLLM_CACHES.model, signal }, nbytes, (count) =>
        report(downloadProgress((done += count), total)),
      );
  };
  // The first failure ends the other downloads; whole files stay for the next try.
  await Promise.all(Array.from({ length: PARALLEL }, take)).catch((thrown: unknown) => {
    failed.abort();
    throw thrown;
  });
  return toFetch;
}

/**
 * Puts every file of a model where WebLLM looks for it, under the same addresses, so that WebLLM
 * fetches nothing itself: it would report no bytes, no status and no address, and keep an error page
 * in place of a weight file for good.
 * @throws `network`, `model-not-found`, `model-invalid`, `quota-exceeded`, each naming file and host.
 */
export async function downloadModel(
  record: WebllmRecord,
  { weightList, report, signal }: DownloadOptions,
): Promise<DownloadedModel> {
  const folder = modelFilesUrl(record.model);
  const inFolder = (name: string, cache: string): Wanted => ({
    url: new URL(name, folder).href,
    cache,
    record,
    signal,
  });
  report({ fraction: 0, text: 'Looking for the model' });
  const configFile = await smallFile(
    inFolder('mlc-chat-config.json', WEBLLM_CACHES.config),
    isJson,
  );
  const config = (await configFile.json()) as ModelConfig;
  const library = { url: record.model_lib, cache: WEBLLM_CACHES.library, record, signal };
  // WebLLM never looks into its cache for a library whose address has this word.
  if (!record.model_lib.includes('localhost')) await smallFile(library, isWasm);
  const hasJson = config.tokenizer_files?.includes('tokenizer.json') ?? false;
  const tokenizer = hasJson
    ? await smallFile(inFolder('tokenizer.json', WEBLLM_CACHES.model), isJson)
    : undefined;
  const list = await smallFile(inFolder(weightList, WEBLLM_CACHES.model), isJson);
  const weights = (await list.json()) as WeightList;
  const fetchedBytes = await downloadWeights(weights, { url: folder, record, signal }, report);
  return { config, tokenizer, fetchedBytes };
}

/**
 * Removes a model's files from WebLLM's caches: all of them, or all but the weights, which are most of
 * the download and no suspects where WebLLM failed before it read them.
 */
export async function forgetModel(
  record: WebllmRecord,
  { keepWeights }: { keepWeights: boolean },
): Promise<void> {
  const folder = modelFilesUrl(record.model);
  for (const name of Object.values(WEBLLM_CACHES)) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const isOurs = url.startsWith(folder) || url === record.model_lib;
      if (isOurs && !(keepWeights && url.endsWith('.bin'))) await cache.delete(url);
    }
  }
}
