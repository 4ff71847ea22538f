import { AskPageError } from '../../core/errors.ts';
import type { LoadProgress } from '../../core/ports.ts';
import type { LlamaRuntime, RuntimePlan, StartRuntime } from './api.ts';
import type { Refusal } from './support.ts';
import type { ModelStore, StorableModel } from '../model-store/api.ts';
import { orAborted } from '../waiting.ts';

/** What a load needs. */
export interface LoadPlan {
  store: ModelStore;
  model: StorableModel & { kind: 'llama-cpp' };
  wasm: string;
  contextWindow: number;
  threads: number;
  findRefusal: () => Promise<Refusal | undefined>;
  hasGraphicsCard: () => Promise<boolean>;
  startRuntime: StartRuntime;
  /** Milliseconds in which a start must be done. */
  startPatience: number;
  onProgress?: ((progress: LoadProgress) => void) | undefined;
  signal: AbortSignal;
}

/** The download's part of a load. */
const DOWNLOAD_SHARE = 0.9;
const START = { fraction: 0.92, text: 'Starting the model' };
const WARM_UP = { fraction: 0.97, text: 'Warming up' };

const isInvalid = (thrown: unknown): boolean =>
  thrown instanceof AskPageError && thrown.code === 'model-invalid';

/**
 * Fetches what is missing of a model, and starts it. Files that llama.cpp can't use are deleted, and
 * where all of them had been stored before, fetched once more: what lay there may have been damaged since.
 * @throws What `ModelStore.download` and `StartRuntime` throw; `worker-failed` before anything is
 * fetched, where the page's policy forbids the worker; the signal's reason.
 */
export async function downloadAndStart(plan: LoadPlan): Promise<LlamaRuntime> {
  const { store, model, signal, onProgress } = plan;
  await refuse(plan);
  for (let isRetry = false; ; isRetry = true) {
    const { fetchedBytes } = await store.download(model, {
      signal,
      onProgress: (progress) =>
        onProgress?.({ ...progress, fraction: progress.fraction * DOWNLOAD_SHARE }),
    });
    try {
      return await startStored(plan);
    } catch (thrown) {
      if (!isInvalid(thrown)) throw thrown;
      await store.remove({ for: 'llama-cpp', id: model.id }).catch(() => {});
      if (isRetry || fetchedBytes > 0) throw thrown;
    }
  }
}

async function refuse({ findRefusal, signal }: LoadPlan): Promise<void> {
  const refusal = await orAborted(findRefusal(), signal);
  if (refusal) throw new AskPageError(refusal.code, refusal.reason);
}

/**
 * Starts a model whose files are here; of llama.cpp's own WebAssembly only what the browser no longer
 * has is fetched.
 */
export async function startStored(plan: LoadPlan): Promise<LlamaRuntime> {
  const { store, model, wasm, contextWindow, threads, signal, onProgress } = plan;
  onProgress?.(START);
  await orAborted(checkWasm(wasm, signal), signal);
  const files = await orAborted(store.files(model), signal);
  const useGpu = await orAborted(plan.hasGraphicsCard(), signal);
  const given = { files, wasm, name: model.name, contextWindow, threads, useGpu };
  const runtime = await startSomehow(plan, given);
  onProgress?.({ fraction: 1, text: 'Ready' });
  return runtime;
}

/**
 * A file that is missing, or a page of words in its place, would leave llama.cpp's worker silent. What
 * is read here the browser keeps, so the worker doesn't fetch it again.
 */
async function checkWasm(url: string, signal: AbortSignal): Promise<void> {
  const { host } = new URL(url);
  const bytes = await fetch(url, { signal }).then(
    async (response) => response.ok && new Uint8Array(await response.arrayBuffer()),
    (cause: unknown) => {
      signal.throwIfAborted();
      const words = `llama.cpp could not be fetched from ${host}. Check the connection and try again.`;
      throw new AskPageError(isOffline() ? 'offline' : 'network', words, { cause });
    },
  );
  if (bytes && bytes[0] === 0 && bytes[1] === 0x61) return;
  throw new AskPageError(
    'worker-failed',
    `There is no WebAssembly file at ${url}. The site's owner has to put it there, with the rest of this widget.`,
  );
}

const isOffline = (): boolean =>
  (globalThis as { navigator?: { onLine?: boolean } }).navigator?.onLine === false;

/**
 * On the graphics card where there is one, else on the processor; in a single thread where the page's
 * policy lets no worker start another one.
 */
async function startSomehow(plan: LoadPlan, given: RuntimePlan): Promise<LlamaRuntime> {
  const ways = [
    ...(given.useGpu ? [given] : []),
    { ...given, useGpu: false },
    ...(given.threads > 1 ? [{ ...given, useGpu: false, threads: 1 }] : []),
  ];
  for (const [index, way] of ways.entries()) {
    try {
      return await startOnce(plan, way);
    } catch (thrown) {
      const isLast = index === ways.length - 1;
      const isPolicy = thrown instanceof AskPageError && thrown.code === 'worker-failed';
      if (plan.signal.aborted || isLast || !(way.useGpu || isPolicy)) throw thrown;
    }
  }
  throw new AskPageError('unexpected', 'There is no way to start llama.cpp.');
}

async function startOnce(plan: LoadPlan, way: RuntimePlan): Promise<LlamaRuntime> {
  const { startPatience, signal, startRuntime, onProgress } = plan;
  const end = new AbortController();
  const either = AbortSignal.any([signal, end.signal]);
  const timer = setTimeout(() => end.abort(tookTooLong(way.name, startPatience)), startPatience);
  let runtime: LlamaRuntime | undefined;
  try {
    runtime = await orAborted(startRuntime(way, either), either);
    onProgress?.(WARM_UP);
    await orAborted(warmUp(runtime), either);
    return runtime;
  } catch (thrown) {
    runtime?.end();
    throw thrown;
  } finally {
    clearTimeout(timer);
  }
}

/** The first token is the slowest; it is written now, and the tokenizer tried. */
async function warmUp(runtime: LlamaRuntime): Promise<void> {
  await runtime.countTokens('');
  const request = { messages: [{ role: 'user', content: 'Hi' } as const] };
  await runtime.reply(
    { ...request, maxTokens: 1, temperature: 0 },
    {
      ...{ signal: new AbortController().signal, onPiece: () => {} },
      ...{ onSign: () => {}, onReading: () => {} },
    },
  );
}

const tookTooLong = (name: string, ms: number): AskPageError =>
  new AskPageError(
    'engine-failed',
    `The model ${name} was not ready after ${Math.round(ms / 1000)} seconds and was stopped. Choose a smaller model, or close other tabs and try again.`,
  );
