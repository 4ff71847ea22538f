import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AskPageError } from '../../../src/core/errors.ts';
import type { Engine, LoadProgress } from '../../../src/core/ports.ts';
import {
  createLlamaCppEngine,
  type GgufModel,
  type LlamaCppOptions,
} from '../../../src/engines/llama-cpp.ts';
import { FakeLlama, FakeModelStore, type FakeLlamaPlan } from './fake-llama.ts';

const MODEL: GgufModel = { urls: ['https://models.test/Small-1B.gguf'], licence: 'MIT' };
const QUESTION = [{ role: 'user', content: 'When?' } as const];

let server: Server;
let base: string;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.url?.endsWith('.wasm')) response.end(Buffer.from([0, 0x61, 0x73, 0x6d]));
    else if (request.url?.endsWith('.gguf'))
      response.writeHead(200, { 'content-length': 98_362_432 }).end();
    else response.writeHead(404).end('<!doctype html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => void server.close());
beforeEach(() => void (asked.length = 0));
afterEach(() => vi.unstubAllGlobals());

interface Stage {
  engine: ReturnType<typeof createLlamaCppEngine>;
  llama: FakeLlama;
  store: FakeModelStore;
}

function stage(
  plan: Partial<FakeLlamaPlan> = {},
  { isHere = false, ...options }: Partial<LlamaCppOptions> & { isHere?: boolean } = {},
): Stage {
  const llama = new FakeLlama(plan);
  const store = new FakeModelStore(isHere);
  const engine = createLlamaCppEngine({
    ...{ store, wasm: `${base}wllama.wasm`, model: MODEL, gpu: undefined },
    findRefusal: () => Promise.resolve(undefined),
    startRuntime: llama.start,
    ...options,
  });
  return { engine, llama, store };
}

async function loaded(...given: Parameters<typeof stage>): Promise<Stage> {
  const made = stage(...given);
  await made.engine.load();
  return made;
}

async function read(engine: Engine, options?: Parameters<Engine['generate']>[1]): Promise<string> {
  let text = '';
  for await (const piece of engine.generate(QUESTION, options)) text += piece;
  return text;
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (thrown: unknown) => (thrown instanceof AskPageError ? thrown.code : String(thrown)),
  );

describe('describing', () => {
  it('says what the owner and the address tell, and asks a foreign host for nothing', async () => {
    vi.stubGlobal('location', { origin: 'https://docs.test' });
    const model = { urls: [`${base}Small-1B.gguf`], licence: 'MIT' };
    const { engine, llama } = stage({}, { model });
    expect(await engine.describe()).toEqual({
      ...{ model: 'Small-1B', bytes: 0, licence: 'MIT', origin: new URL(base).host },
      availability: 'download',
    });
    expect([asked, llama.started]).toEqual([[], []]);
  });

  it("learns the size of this site's own file from its headers alone", async () => {
    vi.stubGlobal('location', { origin: new URL(base).origin });
    const { engine } = stage({}, { model: { urls: [`${base}tiny.gguf`] }, isHere: true });
    const told = { bytes: 98_362_432, origin: 'this site', availability: 'ready' };
    expect(await engine.describe()).toMatchObject(told);
    expect(asked).toEqual(['HEAD /tiny.gguf']);
  });

  it('that it can not run here makes it unavailable, and nothing is fetched', async () => {
    const refusal = { code: 'worker-failed', reason: 'The policy forbids it.' } as const;
    const { engine, store } = stage({}, { findRefusal: () => Promise.resolve(refusal) });
    const { reason } = refusal;
    expect(await engine.describe()).toMatchObject({ availability: 'unavailable', reason });
    expect(await codeOf(engine.load())).toBe('worker-failed');
    expect([store.calls, asked]).toEqual([[], []]);
  });

  it('refuses an address that is not absolute', () => {
    expect(() => stage({}, { model: { urls: ['model.gguf'] } })).toThrow('"model.gguf"');
  });

  it('finds all parts of a split model by its first', async () => {
    const urls = ['https://models.test/big-00001-of-00003.gguf'];
    const { engine, store } = stage({}, { model: { urls } });
    const download = vi.spyOn(store, 'download');
    await engine.load();
    expect((await engine.describe()).model).toBe('big');
    expect(download.mock.calls[0]?.[0]).toMatchObject({
      urls: [1, 2, 3].map((part) => `https://models.test/big-0000${part}-of-00003.gguf`),
    });
  });
});

describe('loading', () => {
  it('downloads, starts and warms up, with progress that only rises', async () => {
    const steps: LoadProgress[] = [];
    const { engine, store } = stage();
    await engine.load({ onProgress: (step) => steps.push(step) });
    expect(store.calls).toEqual(['download', 'files']);
    expect(steps.map(({ text }) => text)).toEqual([
      ...['half', 'Starting the model', 'Warming up', 'Ready'],
    ]);
    const fractions = steps.map(({ fraction }) => fraction);
    expect(fractions).toEqual(fractions.toSorted((one, other) => one - other));
    expect(steps[0]?.download).toEqual({ doneBytes: 500, totalBytes: 1000 });
    expect([engine.contextWindow, engine.controlTokens]).toEqual([4096, ['<|im_end|>']]);
  });

  it('of two calls is one', async () => {
    const { engine, llama } = stage();
    await Promise.all([engine.load(), engine.load()]);
    expect(llama.started).toHaveLength(1);
  });

  const damaged = new AskPageError('model-invalid', 'damaged');

  it('fetches a stored file that is damaged once more', async () => {
    const { engine, store } = stage({ starts: [damaged, undefined] }, { isHere: true });
    await engine.load();
    const id = MODEL.urls[0] ?? '';
    expect(store.calls).toEqual(['download', 'files', `remove ${id}`, 'download', 'files']);
    expect(await read(engine)).toBe('At nine.');
  });

  it('gives up on one that has just been fetched, and keeps nothing of it', async () => {
    const { engine, store } = stage({ starts: [damaged] });
    expect(await codeOf(engine.load())).toBe('model-invalid');
    expect(store.calls.filter((call) => call === 'download')).toHaveLength(1);
    expect(await store.isStored()).toBe(false);
    expect(await codeOf(read(engine))).toBe('engine-failed');
  });

  it('takes the processor where the graphics card fails', async () => {
    const adapter = { info: {}, features: new Set(), limits: {}, requestDevice: () => device };
    const device = Promise.resolve({ destroy: () => {} });
    const gpu = { requestAdapter: () => Promise.resolve(adapter) } as unknown as GPU;
    vi.stubGlobal('WebAssembly', Object.assign(Object.create(WebAssembly), { Suspending: 1 }));
    const failure = new AskPageError('engine-failed', 'no memory on the card');
    const { llama } = await loaded({ starts: [failure, undefined] }, { gpu });
    expect(llama.started.map(({ useGpu }) => useGpu)).toEqual([true, false]);
  });

  it('takes one thread where the policy lets no worker start another', async () => {
    const failure = new AskPageError('worker-failed', 'TrustedScriptURL');
    const { llama } = await loaded({ starts: [failure, undefined] }, { threads: 4 });
    expect(llama.started.map(({ threads }) => threads)).toEqual([4, 1]);
  });

  it('that never ends is given up', async () => {
    const { engine } = stage({ starts: ['never'] }, { startPatience: 50 });
    await expect(engine.load()).rejects.toThrow('was not ready after');
  });

  it('can be stopped, and begun again', async () => {
    const { engine, llama } = stage({ starts: ['never', undefined] });
    const stop = new AbortController();
    const loading = engine.load({ signal: stop.signal });
    setTimeout(() => stop.abort(new Error('stopped')), 50);
    await expect(loading).rejects.toThrow('stopped');
    await engine.load();
    expect(llama.started).toHaveLength(2);
  });

  it('says which file of the widget is missing', async () => {
    const { engine } = stage({}, { wasm: `${base}elsewhere` });
    await expect(engine.load()).rejects.toThrow(`no WebAssembly file at ${base}elsewhere`);
  });
});

describe('replies', () => {
  it('are streamed, with the options given and what they cost', async () => {
    const { engine, llama } = await loaded();
    expect(await read(engine, { maxTokens: 40, stop: ['</s>'] })).toBe('At nine.');
    const wanted = { maxTokens: 40, temperature: 0.2, stop: ['</s>'], messages: QUESTION };
    expect(llama.requests).toEqual([wanted]);
    expect(engine.lastTimings).toMatchObject({ cachedTokens: 5, replyTokens: 2 });
    expect(await engine.describe()).toMatchObject({ tokensPerSecond: 20, availability: 'ready' });
  });

  it('tell how much of the request is read', async () => {
    const { engine } = await loaded({ reads: [0.5, 1] });
    const shares: number[] = [];
    await read(engine, { onReading: (share) => shares.push(share) });
    expect(shares).toEqual([0.5, 1]);
  });

  it('count by the tokenizer', async () => {
    const { engine } = await loaded();
    expect(await engine.countTokens(['four', 'seven c'])).toEqual([4, 7]);
  });

  it('stop at once, and free the model for the next', async () => {
    const { engine, llama } = await loaded({ thenWaits: 'until-stopped' });
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('stopped')), 30);
    const begun = Date.now();
    await expect(read(engine, { signal: stop.signal })).rejects.toThrow('stopped');
    expect(Date.now() - begun).toBeLessThan(300);
    llama.plan = { ...llama.plan, pieces: ['Next'] };
    delete llama.plan.thenWaits;
    expect(await read(engine)).toBe('Next');
    expect([llama.started.length, llama.ended]).toEqual([1, 0]);
  });

  it('that are left stop, and free the model for the next', async () => {
    const { engine, llama } = await loaded({ thenWaits: 'until-stopped' });
    for await (const piece of engine.generate(QUESTION)) {
      expect(piece).toBe('At ');
      break;
    }
    delete llama.plan.thenWaits;
    expect(await read(engine)).toBe('At nine.');
    expect([llama.started.length, llama.ended]).toEqual([1, 0]);
  });

  it('end without an error at an interrupt', async () => {
    const { engine } = await loaded({ thenWaits: 'until-stopped' });
    setTimeout(() => engine.interrupt(), 30);
    expect(await read(engine)).toBe('At nine.');
  });

  it('that hang when they are stopped end the worker; the next call starts it again', async () => {
    const { engine, llama, store } = await loaded({ thenWaits: 'for-good' }, { stopPatience: 50 });
    for await (const piece of engine.generate(QUESTION)) {
      expect(piece).toBe('At ');
      break;
    }
    delete llama.plan.thenWaits;
    expect(await read(engine)).toBe('At nine.');
    expect([llama.started.length, llama.ended]).toEqual([2, 1]);
    expect(store.calls.filter((call) => call === 'download')).toHaveLength(1);
  });

  it('that say nothing are given up, and the model is started again', async () => {
    const { engine, llama } = await loaded({ thenWaits: 'for-good' }, { replySilence: 60 });
    await expect(read(engine)).rejects.toThrow('gave no sign of life');
    // What was known of it is still known, so that the next request can be put together.
    expect(engine.contextWindow).toBe(4096);
    delete llama.plan.thenWaits;
    expect(await read(engine)).toBe('At nine.');
    expect(llama.started).toHaveLength(2);
  });

  it.each([
    ['context-overflow', 1],
    ['engine-failed', 2],
  ] as const)('that fail with %s: started %i times in all', async (code, starts) => {
    const { engine, llama } = await loaded({ thenThrows: new AskPageError(code, 'no') });
    expect(await codeOf(read(engine))).toBe(code);
    delete llama.plan.thenThrows;
    expect(await read(engine)).toBe('At nine.');
    expect(llama.started).toHaveLength(starts);
  });

  it.each([
    ['keeps too much', { keptBytes: 600e6 }],
    ['died while nothing ran', { isDead: true }],
  ])('of a model that %s begin with a new worker', async (_, plan) => {
    const { engine, llama } = await loaded(plan);
    llama.plan = { ...llama.plan, keptBytes: 0, isDead: false };
    expect(await read(engine)).toBe('At nine.');
    expect([llama.started.length, llama.ended]).toEqual([2, 1]);
  });

  it('end with an error when the model is unloaded beneath them', async () => {
    const { engine, llama } = await loaded({ thenWaits: 'until-stopped' });
    setTimeout(() => void engine.unload(), 30);
    await expect(read(engine)).rejects.toThrow('unloaded');
    expect(llama.ended).toBeGreaterThan(0);
    expect(await codeOf(read(engine))).toBe('engine-failed');
    expect(llama.started).toHaveLength(1);
  });

  it('take turns', async () => {
    const { engine, llama } = await loaded();
    expect(await Promise.all([read(engine), read(engine)])).toEqual(['At nine.', 'At nine.']);
    expect(llama.requests).toHaveLength(2);
  });
});
