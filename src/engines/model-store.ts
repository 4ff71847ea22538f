import type { DownloadOutcome, ModelStore, StorableModel } from './model-store/api.ts';
import type { StoreParts } from './model-store/caches.ts';
import { quotaError, storageError } from './model-store/errors.ts';
import type { Job } from './model-store/fetch.ts';
import { provideGguf } from './model-store/gguf.ts';
import { createCacheKeeper } from './model-store/keeper.ts';
import { Ledger } from './model-store/ledger.ts';
import { PATIENCE, type Net } from './model-store/net.ts';
import { isSameModel, modelId } from './model-store/receipts.ts';
import { DownloadReporter } from './model-store/reporter.ts';
import { createModelShelf, isStored } from './model-store/shelf.ts';
import { provideWebllm } from './model-store/webllm.ts';

const PIECE_BYTES = 64 * 2 ** 20;

type Options = NonNullable<Parameters<ModelStore['download']>[1]>;
type Parts = StoreParts & { caches: CacheStorage };

/** The store over the parts of a browser. See `browserParts`. */
export function createLocalModelStore(parts: StoreParts): ModelStore {
  return {
    ...createModelShelf(parts),
    async download(model, options = {}) {
      options.signal?.throwIfAborted();
      const { caches } = parts;
      if (!caches) throw storageError();
      return download(model, options, { ...parts, caches });
    },
  };
}

/** A model that is here already costs no request. */
async function download(
  model: StorableModel,
  options: Options,
  parts: Parts,
): Promise<DownloadOutcome> {
  const { caches } = parts;
  if (await isStored(model, caches).catch(refuseStorage)) return { fetchedBytes: 0 };
  const reporter = new DownloadReporter(options.onProgress ?? (() => {}));
  let isDone = false;
  try {
    const ledger = await Ledger.open(model, parts);
    const fetchedBytes = await fetchMissing(model, { reporter, ledger, options }, parts);
    await ledger.complete();
    isDone = true;
    return { fetchedBytes };
  } finally {
    reporter.end(isDone);
    if (!isDone) await forgetNothing(model, parts).catch(() => {});
  }
}

/** A download that failed before its first file leaves nothing behind. */
async function forgetNothing(model: StorableModel, parts: Parts): Promise<void> {
  const wanted = { for: model.kind, id: modelId(model) };
  const shelf = createModelShelf(parts);
  const isSome = (await shelf.list()).some((stored) => isSameModel(stored, wanted));
  if (!isSome) await shelf.remove(wanted);
}

const refuseStorage = (thrown: unknown): never => {
  throw storageError(thrown);
};

interface Running {
  reporter: DownloadReporter;
  ledger: Ledger;
  options: Options;
}

async function fetchMissing(
  model: StorableModel,
  { reporter, ledger, options }: Running,
  parts: Parts,
): Promise<number> {
  const { caches, pieceBytes = PIECE_BYTES } = parts;
  const net = netOf(model, options, parts);
  const checkRoom = (bytes: number) => checkStorage(model, bytes, parts);
  const common = { net, reporter, checkRoom, fetchedBytes: 0 };
  if (model.kind === 'llama-cpp') {
    const job = { ...common, ledger, caches, pieceBytes };
    await provideGguf(model, job);
    return job.fetchedBytes;
  }
  const job: Job = { ...common, keeper: createCacheKeeper(ledger, caches) };
  await provideWebllm(model, job);
  return job.fetchedBytes;
}

function netOf(model: StorableModel, options: Options, parts: Parts): Net {
  const { signal = new AbortController().signal, patience = {} } = options;
  const { fetch, isOnline, onArrival } = parts;
  const told = { isOnline, onArrival, model: model.name };
  return { ...told, fetch, signal, patience: { ...PATIENCE, ...patience } };
}

/** Before anything large is fetched. Where the browser doesn't tell, writing shows it. */
async function checkStorage(model: StorableModel, bytes: number, { storage }: Parts) {
  const { quota, usage = 0 } = (await storage?.estimate().catch(() => undefined)) ?? {};
  if (quota === undefined || quota - usage >= bytes) return;
  throw quotaError(model.name, { needed: bytes, free: Math.max(0, quota - usage) });
}
