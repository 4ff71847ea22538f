import { AskPageError, type ErrorCode } from '../../core/errors.ts';
import { FORBIDDEN_WORKER, TRUSTED_TYPES } from './errors.ts';
import { checkWasm } from '../wasm-policy.ts';
import { readGpu } from '../webllm/adapter.ts';

/** Whether the page's policy lets a worker start from a `blob:` address. */
type BlobWorkers = 'allowed' | 'forbidden' | 'trusted-types';

/** Why llama.cpp can't run here. */
export interface Refusal {
  code: ErrorCode;
  /** A sentence for the reader. */
  reason: string;
}

const NO_WASM64: Refusal = {
  code: 'engine-failed',
  reason:
    "This browser's WebAssembly has no 64-bit memory, which llama.cpp needs. Use a current Chrome, Edge or Firefox.",
};

const BY_ANSWER: Readonly<Record<BlobWorkers, Refusal | undefined>> = {
  allowed: undefined,
  forbidden: { code: 'worker-failed', reason: FORBIDDEN_WORKER },
  'trusted-types': { code: 'worker-failed', reason: TRUSTED_TYPES },
};

/** What keeps llama.cpp from running in this browser or on this page; undefined where nothing does. */
export async function findRefusal(): Promise<Refusal | undefined> {
  return refuseWasm() ?? BY_ANSWER[await tryBlobWorker()];
}

function refuseWasm(): Refusal | undefined {
  try {
    checkWasm('llama.cpp');
  } catch (thrown) {
    const { code, message } = AskPageError.from(thrown);
    return { code, reason: message };
  }
  try {
    // Browsers that don't know the address type want a number here.
    const memory = { address: 'i64', initial: 1n } as unknown as WebAssembly.MemoryDescriptor;
    new WebAssembly.Memory(memory);
    return undefined;
  } catch {
    return NO_WASM64;
  }
}

/** After this long a worker that says nothing counts as allowed: a busy page is no policy. */
const ANSWER_PATIENCE = 5_000;

let answer: Promise<BlobWorkers> | undefined;

/**
 * Starts an empty worker from a `blob:` address: there is no way to ask. Where the policy forbids it,
 * the browser tells the page's owner, once for each page.
 */
function tryBlobWorker(): Promise<BlobWorkers> {
  return (answer ??= startEmptyWorker());
}

async function startEmptyWorker(): Promise<BlobWorkers> {
  const source = new Blob(['postMessage(0)'], { type: 'text/javascript' });
  const url = URL.createObjectURL(source);
  let worker: Worker | undefined;
  try {
    return await new Promise<BlobWorkers>((resolve) => {
      worker = new Worker(url, { type: 'module' });
      worker.onmessage = () => resolve('allowed');
      worker.onerror = () => resolve('forbidden');
      setTimeout(() => resolve('allowed'), ANSWER_PATIENCE);
    });
  } catch (thrown) {
    return thrown instanceof TypeError ? 'trusted-types' : 'forbidden';
  } finally {
    worker?.terminate();
    URL.revokeObjectURL(url);
  }
}

/** Threads beyond these wait for memory more than they compute. */
const MOST_THREADS = 8;

/**
 * Threads that llama.cpp computes with: one where the page is not cross-origin isolated, and else half
 * of the processor's, since every second one shares its core with another.
 */
export function threadsHere(): number {
  const { crossOriginIsolated, navigator } = globalThis as {
    crossOriginIsolated?: boolean;
    navigator?: { hardwareConcurrency?: number };
  };
  if (!crossOriginIsolated) return 1;
  const cores = navigator?.hardwareConcurrency ?? 1;
  return Math.min(MOST_THREADS, Math.max(Math.min(2, cores), Math.floor(cores / 2)));
}

/** Whether there is a graphics card that llama.cpp could use: it waits for it by `WebAssembly.Suspending`. */
export async function hasGraphicsCard(gpu: GPU | undefined): Promise<boolean> {
  if (!gpu || !('Suspending' in WebAssembly)) return false;
  const report = await readGpu({ gpu }).catch(() => undefined);
  return report?.kind === 'adapter' && !report.traits.isFallback;
}
