import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { serve, type Port } from '../../../src/core/rpc.ts';
import { EmbedPool } from '../../../src/page/embed-pool.ts';
import type { EmbedApi } from '../../../src/worker/embed-api.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((clean) => clean()));

/** A pool over fake workers that embed a text as its length; `batches` tells when each was begun. */
function fakePool() {
  const batches: number[] = [];
  let started = 0;
  const pool = new EmbedPool({
    start() {
      started++;
      const { port1, port2 } = new MessageChannel();
      serve<EmbedApi>(port1 as unknown as Port, {
        // eslint-disable-next-line require-yield, @typescript-eslint/require-await
        async *load() {
          return;
        },
        embed({ texts }) {
          batches.push(performance.now());
          return Promise.resolve(Float32Array.from(texts, (text) => text.length));
        },
      });
      cleanups.push(() => port1.close());
      return {
        port: port2 as unknown as Port,
        onFailure: () => {},
        terminate: () => port2.close(),
      };
    },
    model: { id: 'fake', dimensions: 1, queryPrefix: '', passagePrefix: '' },
    files: { base: '' },
  });
  cleanups.push(() => pool.stop());
  return { pool, batches, started: () => started };
}

const TEXTS = Array.from({ length: 7 }, (_, index) => 'x'.repeat(index + 1));
const { signal } = new AbortController();

describe('many texts', () => {
  it('are embedded once each, and handed over with their places', async () => {
    const { pool } = fakePool();
    const lengths: number[] = [];
    await pool.embedMany(
      TEXTS,
      (first, count, vectors) => {
        expect(vectors.length).toBe(count);
        vectors.forEach((length, index) => (lengths[first + index] = length));
        return Promise.resolve();
      },
      signal,
    );
    expect(lengths).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('wait while the reader types', async () => {
    const { pool, batches } = fakePool();
    await pool.load();
    const typed = performance.now();
    pool.giveWay();
    await pool.embedMany(TEXTS, () => Promise.resolve(), signal);
    expect(batches[0]).toBeGreaterThan(typed + 150);
  });

  it('do not start a worker again that was stopped while they waited', async () => {
    const { pool, started } = fakePool();
    await pool.load();
    pool.giveWay();
    const embedding = pool.embedMany(TEXTS, () => Promise.resolve(), signal);
    pool.stop();
    await expect(embedding).rejects.toMatchObject({ code: 'worker-failed' });
    expect(started()).toBe(1);
  });

  it('let a question through at once while they wait', async () => {
    const { pool } = fakePool();
    await pool.load();
    pool.giveWay();
    const order: string[] = [];
    const many = pool
      .embedMany(TEXTS, () => Promise.resolve(), signal)
      .then(() => order.push('many'));
    await pool.embed(['question']).then(() => order.push('question'));
    await many;
    expect(order).toEqual(['question', 'many']);
  });
});
