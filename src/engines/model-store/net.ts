import type { Arrival } from '../../core/traffic.ts';
import { brokenTrouble, fileWords, stalledError, statusTrouble, Trouble } from './errors.ts';
import type { Patience } from './api.ts';
import { orTimeout } from '../waiting.ts';

/** How one download asks for its files. */
export interface Net {
  fetch: typeof globalThis.fetch;
  isOnline: () => boolean;
  signal: AbortSignal;
  patience: Required<Patience>;
  /** Name of the model for people. */
  model: string;
  onArrival?: ((arrival: Arrival) => void) | undefined;
}

export const PATIENCE: Required<Patience> = { stallMs: 20_000, attempts: 4, backOffMs: 1000 };

export interface Asked {
  url: string;
  cache?: RequestCache;
  /** First byte that is wanted. Default 0, which asks for no range. */
  from?: number;
}

/** An answer whose body is read with a watch on its pace. */
export interface Source {
  response: Response;
  /** The next bytes; undefined at the end. @throws {Trouble}, or the reason of an abort. */
  read(): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Ends the request, wherever it is. */
  close(): void;
}

/**
 * Asks for a file, without telling the page's address, and without cookies but to the page's own site,
 * which may be behind a login.
 * @throws {Trouble}, or the reason of an abort.
 */
export async function openSource({ url, cache, from = 0 }: Asked, net: Net): Promise<Source> {
  const given = new AbortController();
  const words = fileWords(net.model, url);
  async function watch<T extends object>(work: Promise<T>): Promise<T> {
    const found = await orTimeout(work, net.patience.stallMs).catch((thrown: unknown) => {
      given.abort();
      net.signal.throwIfAborted();
      throw brokenTrouble(thrown, words, net.isOnline());
    });
    if (found) return found;
    const stall = stalledError(words);
    given.abort();
    net.signal.throwIfAborted();
    // Some browsers leave a request standing when the network goes.
    throw net.isOnline() ? new Trouble('again', stall) : brokenTrouble(stall, words, false);
  }
  const request: RequestInit = {
    signal: AbortSignal.any([net.signal, given.signal]),
    credentials: 'same-origin',
    referrerPolicy: 'no-referrer',
    ...(cache && { cache }),
    ...(from > 0 && { headers: { range: `bytes=${from}-` } }),
  };
  const counter = createCounter(url, net);
  const response = await watch(net.fetch(url, request));
  counter.answered(response);
  const close = () => {
    counter.end();
    given.abort();
  };
  if (!response.ok) {
    close();
    throw statusTrouble(response, words);
  }
  const reader = response.body?.getReader();
  const read = async () => counter.take(reader && (await watch(reader.read())).value);
  return { response, close, read };
}

/** Bytes after which the count is told: a download that is ended loses so many at most. */
const TOLD_BYTES = 2 ** 18;

/** Tells of one request: that it is made, where it was led to, and what comes. */
function createCounter(url: string, { onArrival }: Net) {
  let from = url;
  let bytes = 0;
  onArrival?.({ url, requests: 1, bytes: 0 });
  const end = () => {
    if (bytes > 0) onArrival?.({ url: from, requests: 0, bytes });
    bytes = 0;
  };
  return {
    answered(response: Response) {
      if (!response.redirected || response.url === url) return;
      from = response.url;
      onArrival?.({ url: from, requests: 1, bytes: 0 });
    },
    /** The next bytes, or undefined at the end; hands them on. */
    take(chunk: Uint8Array<ArrayBuffer> | undefined) {
      bytes += chunk?.length ?? 0;
      if (!chunk || bytes >= TOLD_BYTES) end();
      return chunk;
    },
    end,
  };
}

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

export interface Attempt {
  /** What the browser's HTTP cache holds was wrong: ask the host itself. */
  isFresh: boolean;
  /** Something was stored: the attempts are counted anew. */
  succeed: () => void;
}

/**
 * Does `work` until it succeeds: after trouble that may pass it waits, each time twice as long; after
 * a wrong file it tries once more past the HTTP cache.
 * @throws The last trouble's `AskPageError`, or the reason of an abort.
 */
export async function persist<T>(
  { signal, patience }: Pick<Net, 'signal' | 'patience'>,
  onWait: () => void,
  work: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  let failures = 0;
  const attempt: Attempt = { isFresh: false, succeed: () => (failures = 0) };
  for (;;) {
    signal.throwIfAborted();
    try {
      return await work(attempt);
    } catch (thrown) {
      signal.throwIfAborted();
      if (!(thrown instanceof Trouble)) throw thrown;
      const { kind, error, waitMs } = thrown;
      if (kind === 'final' || (kind === 'wrong' && attempt.isFresh)) throw error;
      if (kind === 'wrong') {
        attempt.isFresh = true;
        continue;
      }
      if (++failures >= patience.attempts) throw error;
      onWait();
      await pause(waitMs ?? patience.backOffMs * 2 ** (failures - 1), signal);
    }
  }
}

const PARALLEL = 4;

/**
 * Does `work` for all items, four at a time. The first failure ends the others, and is thrown when
 * they have ended.
 */
export async function forAll<T>(
  items: readonly T[],
  net: Net,
  work: (item: T, net: Net) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const inner = { ...net, signal: AbortSignal.any([net.signal, failed.signal]) };
  const queue = items.values();
  const failures: unknown[] = [];
  const take = async () => {
    try {
      for (const item of queue) {
        inner.signal.throwIfAborted();
        await work(item, inner);
      }
    } catch (thrown) {
      failures.push(thrown);
      failed.abort();
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, take));
  net.signal.throwIfAborted();
  if (failures.length > 0) throw failures[0];
}
