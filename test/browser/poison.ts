import type { Worker } from 'playwright-core';

/** The worker takes calls, answers none, and dies after some time, as by a bug of its own. */
export const poison = (worker: Worker, milliseconds: number): Promise<void> =>
  worker.evaluate((time) => {
    globalThis.postMessage = () => {};
    setTimeout(() => {
      throw new Error('killed by a test');
    }, time);
  }, milliseconds);
