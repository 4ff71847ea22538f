import type { Engine } from '../../../src/core/ports.ts';

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** How a fake engine behaves; `calls` says what was asked of it. */
export interface FakeEngine extends Engine {
  calls: string[];
  /** Replaces what happens between "starting" and the end of a load. */
  loading: (options: NonNullable<Parameters<Engine['load']>[0]>) => Promise<void>;
  /** Milliseconds between two words. */
  pace: number;
  /** Goes on after an abort until `pace` is over, and never ends a reply that has come to "forever". */
  isDeaf: boolean;
}

/** An engine that repeats the question's words, one at a time, and can write one reply only. */
export function createFakeEngine(name: string): FakeEngine {
  let isLoaded = false;
  let isBusy = false;
  let interrupts = 0;
  const engine: FakeEngine = {
    id: 'fake',
    calls: [],
    pace: 2,
    isDeaf: false,
    loading: () => wait(1),
    get contextWindow() {
      return isLoaded ? 4096 : 0;
    },
    get controlTokens() {
      return isLoaded ? [`<|${name}|>`] : ['<|any|>'];
    },
    describe: () =>
      Promise.resolve({
        ...{ model: 'Fake 1B', bytes: 5, licence: 'Fake-1.0', origin: 'models.test' },
        availability: 'ready',
      }),
    async load(options = {}) {
      engine.calls.push('load');
      options.onProgress?.({ fraction: 0, text: `starting in ${name}` });
      await engine.loading(options);
      isLoaded = true;
    },
    countTokens: (texts) => Promise.resolve(texts.map((text) => text.length)),
    async *generate(messages, { signal, maxTokens = 100, onReading } = {}) {
      const question = messages.at(-1)?.content ?? '';
      if (!isLoaded) throw new Error('Nothing is loaded.');
      if (isBusy) throw new Error('A reply is being written.');
      engine.calls.push(question);
      isBusy = true;
      onReading?.(1);
      const before = interrupts;
      try {
        for (const word of question.split(' ').slice(0, maxTokens)) {
          if (word === 'fail') throw new Error('The card burns.');
          if (word === 'forever') await new Promise(() => {});
          await wait(engine.pace);
          if (interrupts > before) return;
          if (!engine.isDeaf) signal?.throwIfAborted();
          yield `${name}:${word} `;
        }
      } finally {
        isBusy = false;
        engine.calls.push('freed');
      }
    },
    interrupt: () => {
      interrupts++;
    },
    unload: () => {
      engine.calls.push('unload');
      isLoaded = false;
      return Promise.resolve();
    },
  };
  return engine;
}
