import { AskPageError } from '../core/errors.ts';
import type { Port } from '../core/rpc.ts';
import { foreignHint, isForeign } from '../worker/foreign-origin.ts';
import { traffic } from './traffic.ts';

/** A started worker, whatever it runs. */
export interface WorkerHandle {
  port: Port;
  /** Calls back when the worker could not start, threw outside a call, or sent what can't be read. */
  onFailure(listener: (error: AskPageError) => void): void;
  terminate(): void;
}

/**
 * Starts a module worker. The only place that does.
 * From the page's own origin it is started by address; from another origin (a CDN) browsers refuse
 * that, so a small `blob:` worker imports it, which needs CORS on that origin and, under a content
 * security policy, `worker-src blob:`.
 * @throws {AskPageError} `worker-failed` where the page's policy forbids it.
 */
export function startWorker(url: string, name: string): WorkerHandle {
  let worker: Worker;
  try {
    worker = isForeign(url)
      ? startForeign(url, name)
      : new Worker(scriptUrl(url), { type: 'module', name });
  } catch (cause) {
    throw failure(url, 'the page does not allow it', cause);
  }
  traffic.watchWorker(worker);
  return {
    port: worker,
    onFailure(listener) {
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        listener(ended(url, event.message));
      });
      worker.addEventListener('messageerror', () =>
        listener(failure(url, 'it sent what could not be read')),
      );
    },
    terminate: () => worker.terminate(),
  };
}

/** Messages that arrive before the import has finished are kept and handed on. */
const BOOTSTRAP = `const early = [];
const keep = (event) => early.push(event);
addEventListener('message', keep);
import(URL_HERE).then(() => {
  removeEventListener('message', keep);
  for (const { data } of early) dispatchEvent(new MessageEvent('message', { data }));
}, (error) => setTimeout(() => { throw error; }));`;

function startForeign(url: string, name: string): Worker {
  const source = BOOTSTRAP.replace('URL_HERE', JSON.stringify(url));
  const blob = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = new Worker(scriptUrl(blob), { name });
  // Long enough for the fetch to have begun, whatever the browser.
  setTimeout(() => URL.revokeObjectURL(blob), 10_000);
  return worker;
}

const POLICY =
  ' A content security policy has to allow that origin in script-src, and "worker-src blob:".';

/** What a worker's `error` event says; without words it is a policy, or a file that is not there. */
function ended(url: string, words: string): AskPageError {
  const error = failure(url, words || 'it could not be loaded');
  const hint = words && !/fetch/i.test(words) ? '' : foreignHint(url);
  if (!hint) return error;
  const message = error.message + hint + POLICY;
  // The page may do without this worker, and its reader hear nothing of it.
  console.warn(`askpage: ${message}`);
  return new AskPageError('worker-failed', message);
}

function failure(url: string, why: string, cause?: unknown): AskPageError {
  return new AskPageError('worker-failed', `The worker ${url} stopped: ${why}.`, { cause });
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): unknown };
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** An address that a page under `require-trusted-types-for 'script'` accepts (policy `askpage`). */
function scriptUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return url;
  policy ??= trustedTypes.createPolicy('askpage', { createScriptURL: (address) => address });
  return policy.createScriptURL(url) as string;
}
