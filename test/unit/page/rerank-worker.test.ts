import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AskPageError } from '../../../src/core/errors.ts';
import type { LoadProgress } from '../../../src/core/ports.ts';
import { serve, type Port } from '../../../src/core/rpc.ts';
import { RerankWorker } from '../../../src/page/rerank-worker.ts';
import type { RerankApi } from '../../../src/worker/embed-api.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const FILES = { base: 'https://site.test/models/' };
const STEP: LoadProgress = { fraction: 0.5, text: 'half' };

/** A reranker over a fake worker that scores by length, and fails its first `failures` loads. */
function setUp({ failures = 0, isSlow = false } = {}) {
  const seen = { started: 0, ended: 0, loads: 0, progress: [] as (string | undefined)[] };
  let go = () => {};
  const api: RerankApi = {
    async *loadReranker({ id }) {
      seen.loads++;
      yield STEP;
      if (isSlow) await new Promise<void>((resolve) => (go = resolve));
      if (seen.loads <= failures) throw new AskPageError('model-not-found', `no ${id}`);
    },
    score: ({ texts }) => Promise.resolve(texts.map(({ length }) => length)),
  };
  const worker = new RerankWorker({
    ...{ id: 'tiny', files: FILES },
    onProgress: (progress) => seen.progress.push(progress?.text),
    start: () => {
      seen.started++;
      const { port1, port2 } = new MessageChannel();
      serve<RerankApi>(port1 as unknown as Port, api);
      const terminate = () => {
        seen.ended++;
        port1.close();
      };
      return { port: port2 as unknown as Port, onFailure: () => {}, terminate };
    },
  });
  return { worker, seen, finish: () => go() };
}

it('loads once, tells how far it is, and ends when nobody asks', async () => {
  const { worker, seen } = setUp();
  const both = await Promise.all([worker.score('q', ['a', 'bbb']), worker.score('q', ['cc'])]);
  expect(both).toEqual([[1, 3], [2]]);
  expect(seen).toEqual({ started: 1, ended: 0, loads: 1, progress: ['half', undefined] });
  vi.advanceTimersByTime(61_000);
  expect(seen.ended).toBe(1);
  expect(await worker.score('q', ['dddd'])).toEqual([4]);
  expect(seen.started).toBe(2);
  worker.stop();
});

it('that was loaded for a question that never came ends as well', async () => {
  const { worker, seen } = setUp();
  await worker.load();
  vi.advanceTimersByTime(61_000);
  expect(seen.ended).toBe(1);
});

it('is loaded anew after it failed', async () => {
  const { worker, seen } = setUp({ failures: 1 });
  const tries = [worker.load(), worker.load()].map((load) =>
    load.catch((thrown: unknown) => (thrown as AskPageError).code),
  );
  expect(await Promise.all(tries)).toEqual(['model-not-found', 'model-not-found']);
  expect(seen).toMatchObject({ started: 1, ended: 1, loads: 1 });
  expect(await worker.score('q', ['a'])).toEqual([1]);
  worker.stop();
});

it('lets a reader go who stops while it is loaded', async () => {
  const { worker, seen, finish } = setUp({ isSlow: true });
  const stop = new AbortController();
  const scoring = worker.score('q', ['a'], stop);
  stop.abort(new Error('stopped'));
  await expect(scoring).rejects.toThrow('stopped');
  await vi.waitFor(() => expect(seen.progress).toEqual(['half']));
  finish();
  expect(await worker.score('q', ['a'])).toEqual([1]);
  expect(seen.loads).toBe(1);
  worker.stop();
});
