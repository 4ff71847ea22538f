import { orAborted } from '../waiting.ts';
import type { ReplySinks } from './api.ts';

export interface StreamRules {
  signal: AbortSignal;
  /** Milliseconds without a sign of life that are borne. */
  silence: number;
  /** The error that ends the reply then, whether or not the work settles. */
  stalled: () => Error;
  /** As `ReplySinks.onReading`. */
  onReading?: ReplySinks['onReading'] | undefined;
}

/** A reply that is being written. */
export interface ReplyStream {
  /** Ends or throws as the work does; at an abort it throws the reason at once. */
  pieces: AsyncGenerator<string, void, void>;
  /** Resolves when the work has ended, well or not. */
  settled: Promise<void>;
}

/** Looks so many times within the silence that is borne. */
const BEATS = 4;

/**
 * Calls back when signs stay away. It counts beats of a timer, not the clock: after a laptop's sleep one
 * late beat comes, and the worker, which slept too, is given the rest of its time.
 */
function watchSigns(silence: number, onSilent: () => void): { sign: () => void; end: () => void } {
  let beats = 0;
  const end = () => clearInterval(timer);
  const timer = setInterval(() => {
    if (++beats < BEATS) return;
    end();
    onSilent();
  }, silence / BEATS);
  return { sign: () => (beats = 0), end };
}

const asError = (error: unknown) => ({ error });

/** Runs `work` and hands on its pieces. Who leaves the loop stops it. */
export function streamReply(
  work: (sinks: ReplySinks) => Promise<unknown>,
  { signal, silence, stalled, onReading = () => {} }: StreamRules,
): ReplyStream {
  const stop = new AbortController();
  const queue: string[] = [];
  let wake = () => {};
  let outcome: { error?: unknown } | undefined;
  const watch = watchSigns(silence, () => end({ error: stalled() }));
  const onPiece = (piece: string) => {
    queue.push(piece);
    wake();
  };
  const either = AbortSignal.any([signal, stop.signal]);
  const sinks = { signal: either, onPiece, onSign: watch.sign, onReading };
  const end = (ended: { error?: unknown }) => {
    outcome ??= ended;
    watch.end();
    wake();
  };
  const settled = work(sinks)
    .then(() => ({}), asError)
    .then(end);
  async function* read(): AsyncGenerator<string, void, void> {
    try {
      for (;;) {
        signal.throwIfAborted();
        const piece = queue.shift();
        if (piece !== undefined) yield piece;
        else if (outcome) break;
        else await orAborted(new Promise<void>((resolve) => (wake = resolve)), signal);
      }
      if ('error' in outcome) throw outcome.error;
    } finally {
      stop.abort();
    }
  }
  return { pieces: read(), settled };
}
