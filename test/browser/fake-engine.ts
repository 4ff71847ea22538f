import type { Availability, Engine, Message } from '../../src/core/ports.ts';

/** How the fake engine behaves. */
export interface FakePlan {
  pieces: string[];
  /** Default: `ready`. */
  availability?: Availability;
  /** So much of the request is read, and no more until `fakeEnd`. */
  reads?: number;
  /** After its pieces it says nothing more, and never ends by itself. */
  thenWaits?: boolean;
  /** It doesn't hear the signal: it goes on after an abort, once it is asked again. */
  deaf?: boolean;
  thenThrows?: string;
  /** Its tokenizer is broken. */
  countFails?: boolean;
  /** So many loads fail. */
  loadFails?: number;
  /** Loading never ends. */
  loadWaits?: boolean;
  /** Nothing arrives while it loads. */
  isStalled?: boolean;
}

/**
 * Runs in the page: gives the element a fake engine that follows the plan. `fakeCalls` says what was
 * asked of it, `fakeAsked` holds the requests; after `fakeNext(pieces)` the next reply is
 * `pieces`, and then ends. `fakeEnd()` ends one that waits. What is changed in `fakePlan` besides pieces,
 * waiting and failing loads, holds from then on.
 */
export function useFakeEngine(plan: FakePlan): void {
  const calls: string[] = [];
  const asked: (readonly Message[])[] = [];
  let { pieces, loadFails = 0, thenWaits = false } = plan;
  let go = () => {};
  const aborted = (signal: AbortSignal | undefined) =>
    new Promise<void>((_, reject) => {
      if (plan.deaf) return;
      const stop = () => reject(new DOMException('stopped', 'AbortError'));
      if (signal?.aborted) stop();
      signal?.addEventListener('abort', stop);
    });
  const engine: Engine = {
    id: 'fake',
    contextWindow: 4096,
    controlTokens: [],
    describe: () =>
      Promise.resolve({
        ...{ model: 'Fake 1B', bytes: 879e6, licence: 'Fake-1.0', origin: 'models.test' },
        licenceUrl: 'https://models.test/licence',
        availability: plan.availability ?? 'ready',
      }),
    async load({ onProgress, signal } = {}) {
      calls.push('load');
      if (loadFails-- > 0) throw new Error('models.test did not answer');
      const download = {
        doneBytes: 440e6,
        totalBytes: 879e6,
        bytesPerSecond: 4e6,
        secondsLeft: 110,
      };
      onProgress?.({
        ...{ fraction: 0.5, text: 'Downloading' },
        download: plan.isStalled ? { ...download, isStalled: true } : download,
      });
      if (plan.loadWaits) await aborted(signal);
    },
    countTokens: (texts) =>
      plan.countFails
        ? Promise.reject(new Error('no tokenizer'))
        : Promise.resolve(texts.map((text) => Math.ceil(text.length / 4))),
    async *generate(messages, { signal, onReading } = {}) {
      calls.push('generate');
      asked.push(messages);
      go();
      const [reply, waits] = [pieces, thenWaits];
      try {
        // Time for the reply before to end, where that was left.
        await new Promise((resolve) => setTimeout(resolve, 50));
        if (plan.reads !== undefined) {
          onReading?.(plan.reads);
          await Promise.race([new Promise<void>((resolve) => (go = resolve)), aborted(signal)]);
        }
        for (const piece of reply) {
          yield piece;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        const going = new Promise<void>((resolve) => (go = resolve));
        if (waits) await Promise.race([going, aborted(signal)]);
        if (plan.thenThrows) throw new Error(plan.thenThrows);
        if (plan.deaf && signal?.aborted) yield 'late';
      } finally {
        calls.push('freed');
      }
    },
    interrupt: () => void calls.push('interrupt'),
    unload: () => Promise.resolve(),
  };
  const element = document.querySelector('ask-page') as unknown as { parts: { engine: Engine } };
  element.parts = { engine };
  const fakeNext = (next: string[]) => ([pieces, thenWaits] = [next, false]);
  const fakeEnd = () => go();
  Object.assign(globalThis, {
    fakeCalls: calls,
    fakeAsked: asked,
    fakeNext,
    fakeEnd,
    fakePlan: plan,
  });
}
