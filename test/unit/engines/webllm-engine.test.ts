import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AskPageError } from '../../../src/core/errors.ts';
import type { LoadProgress } from '../../../src/core/ports.ts';
import type { WorkerHandle } from '../../../src/engines/webllm/api.ts';
import { createWebllmEngine } from '../../../src/engines/webllm.ts';
import { FakeCaches } from './fake-caches.ts';
import { choice, closeAll, fakeHost, fakeStore, setUp, wait } from './webllm-fakes.ts';

afterEach(closeAll);

const invalid = () => new AskPageError('model-invalid', 'The files are damaged.');

/** A load that fails so often, after it has read weights or before. */
function failing(times: number, { readsWeights = true } = {}) {
  let left = times;
  return async function* load() {
    if (readsWeights) yield { fraction: 0.5, text: 'weights' };
    await wait(1);
    if (left-- > 0) throw invalid();
  };
}

describe('what a reader is told beforehand', () => {
  it('is what was chosen, and whether it is here; no worker is started', async () => {
    const { engine, seen, state } = setUp();
    expect(await engine.describe()).toEqual({ ...choice.told, availability: 'download' });
    state.isStored = true;
    expect(await engine.describe()).toEqual({ ...choice.told, availability: 'ready' });
    expect(seen.started).toBe(0);
    expect(state.calls).toEqual([]);
  });

  it('is a download where the browser forbids a look', async () => {
    const isStored = () => Promise.reject(new Error('SecurityError'));
    const { engine } = setUp({}, { storing: { isStored } });
    expect((await engine.describe()).availability).toBe('download');
  });
});

describe('loading', () => {
  it('downloads, moves to the card, warms up; then knows window and control tokens', async () => {
    const { engine, seen, state } = setUp();
    const steps: LoadProgress[] = [];
    expect(engine.contextWindow).toBe(0);
    expect(engine.controlTokens).toContain('<|eot_id|>');
    await Promise.all([engine.load({ onProgress: (step) => steps.push(step) }), engine.load()]);
    expect(steps.map(({ text }) => text)).toEqual([
      '50 of 100',
      'half',
      'whole',
      'Warming up',
      'The model is ready',
    ]);
    expect(steps[0]).toMatchObject({ fraction: 0.4, download: { doneBytes: 50 } });
    const fractions = steps.map(({ fraction }) => fraction);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(fractions.at(-1)).toBe(1);
    expect(seen).toMatchObject({ started: 1, warmUps: 1 });
    expect(state.calls).toEqual(['download 100']);
    expect(engine.contextWindow).toBe(4096);
    expect(engine.controlTokens).toEqual(['<|im_end|>']);
    expect(await engine.countTokens(['four', ''])).toEqual([4, 0]);
  });

  it('gives the whole bar to the card where all is stored', async () => {
    const { engine, state } = setUp();
    state.isStored = true;
    const fractions: number[] = [];
    await engine.load({ onProgress: ({ fraction }) => fractions.push(fraction) });
    expect(fractions[0]).toBeCloseTo(0.475);
  });

  it('stops the download when aborted, and starts no worker', async () => {
    const left = new Error('reader left');
    const controller = new AbortController();
    const download = (_model: unknown, { signal }: { signal?: AbortSignal | undefined } = {}) =>
      new Promise<never>((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason)),
      );
    const { engine, seen } = setUp({}, { storing: { download } });
    const loading = engine.load({ signal: controller.signal });
    await wait(5);
    controller.abort(left);
    await expect(loading).rejects.toBe(left);
    const again = engine.load();
    again.catch(() => {});
    await wait(5);
    await engine.unload();
    await expect(again).rejects.toThrow('unloaded meanwhile');
    expect(seen.started).toBe(0);
  });

  it('ends the worker when aborted, and the next load starts afresh', async () => {
    const { engine, seen } = setUp();
    const controller = new AbortController();
    const left = new Error('reader left');
    const onProgress = ({ text }: LoadProgress) => text === 'half' && controller.abort(left);
    await expect(engine.load({ onProgress, signal: controller.signal })).rejects.toBe(left);
    expect(seen.terminated).toBe(1);
    await engine.load();
    expect(seen.started).toBe(2);
  });

  it.each(['half', 'Warming up', 'The model is ready'])(
    'is ended by unload at: %s',
    async (step) => {
      const { engine, seen } = setUp();
      const onProgress = ({ text }: LoadProgress) => void (text === step && engine.unload());
      await expect(engine.load({ onProgress })).rejects.toThrow('unloaded meanwhile');
      expect(engine.contextWindow).toBe(0);
      expect(seen).toMatchObject({ started: 1, terminated: 1 });
    },
  );

  it('gives up a card that makes no progress though the worker lives', async () => {
    async function* load() {
      yield { fraction: 0.1, text: 'a little' };
      await new Promise(() => {});
    }
    const { engine, seen } = setUp({ load }, { loadSilence: 40, pingEvery: 10 });
    await expect(engine.load()).rejects.toMatchObject({
      code: 'engine-failed',
      message: expect.stringContaining('Tiny made no progress') as string,
    });
    expect(seen.terminated).toBe(1);
  });

  it('bears with a worker that is blocked while it opens a device', async () => {
    async function* load() {
      yield { fraction: 0.1, text: 'a little' };
      await wait(60);
    }
    const { engine } = setUp({ load, ping: () => new Promise(() => {}) }, { pingEvery: 5 });
    await engine.load();
    expect(engine.contextWindow).toBe(4096);
  });

  it('passes on why a load failed, and fails a load whose worker never started', async () => {
    const { engine, seen } = setUp({
      // eslint-disable-next-line require-yield
      async *load() {
        await wait(1);
        throw new AskPageError('no-webgpu', 'No graphics card here.');
      },
    });
    await expect(engine.load()).rejects.toMatchObject({ code: 'no-webgpu' });
    expect(seen.terminated).toBe(1);

    const broken = fakeHost();
    const startWorker = (): WorkerHandle => ({
      ...broken.startWorker(),
      onFailure: (listener) => listener(new AskPageError('worker-failed', 'No worker here.')),
    });
    const other = createWebllmEngine({ startWorker, store: fakeStore().store, choice });
    await expect(other.load()).rejects.toMatchObject({ code: 'worker-failed' });
    await expect(other.load()).rejects.toMatchObject({ code: 'worker-failed' });
  });
});

describe('files that WebLLM can not use', () => {
  it('are deleted and fetched once more where they had been stored before', async () => {
    const { engine, state, seen } = setUp({ load: failing(1) });
    state.isStored = true;
    const fractions: number[] = [];
    await engine.load({ onProgress: ({ fraction }) => fractions.push(fraction) });
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(state.calls).toEqual(['download 0', 'remove tiny-q4f32', 'download 100']);
    expect(seen).toMatchObject({ started: 2, terminated: 1 });
  });

  it('do not stay when they fail again', async () => {
    const { engine, state } = setUp({ load: failing(2) });
    state.isStored = true;
    await expect(engine.load()).rejects.toMatchObject({ code: 'model-invalid' });
    expect(state.calls.at(-1)).toBe('remove tiny-q4f32');
    expect((await engine.describe()).availability).toBe('download');
    await engine.load();
  });

  it('are not fetched twice where they came just now', async () => {
    const { engine, state } = setUp({ load: failing(1) });
    await expect(engine.load()).rejects.toMatchObject({ code: 'model-invalid' });
    expect(state.calls).toEqual(['download 100', 'remove tiny-q4f32']);
  });

  describe('before the weights are read', () => {
    const folder = 'https://models.example/tiny/resolve/main/';
    let caches: FakeCaches;
    beforeEach(() => vi.stubGlobal('caches', (caches = new FakeCaches())));
    afterEach(() => vi.unstubAllGlobals());

    it('are not fetched for ever', async () => {
      const { engine, state } = setUp({ load: failing(2, { readsWeights: false }) });
      state.isStored = true;
      await expect(engine.load()).rejects.toMatchObject({ code: 'model-invalid' });
    });

    it('leave the weights where they are', async () => {
      const put = async (name: string, url: string) =>
        ((await caches.open(name)) as Cache).put(url, new Response('x'));
      await put('webllm/config', `${folder}mlc-chat-config.json`);
      await put('webllm/model', `${folder}tokenizer.json`);
      await put('webllm/model', `${folder}params_shard_0.bin`);
      await put('webllm/model', 'https://models.example/other/resolve/main/tokenizer.json');
      await put('webllm/wasm', 'https://models.example/lib.wasm');
      const { engine, state } = setUp({ load: failing(1, { readsWeights: false }) });
      state.isStored = true;
      await engine.load();
      expect(state.calls).toEqual(['download 0', 'download 0']);
      expect(caches.names('webllm/config')).toEqual([]);
      expect(caches.names('webllm/wasm')).toEqual([]);
      expect(caches.names('webllm/model')).toEqual(['params_shard_0.bin', 'tokenizer.json']);
    });
  });
});
