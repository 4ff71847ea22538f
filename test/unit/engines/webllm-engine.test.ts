import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { AskPageError } from '../../../src/core/errors.ts';
import type { LoadProgress, Message } from '../../../src/core/ports.ts';
import { serve, type Port } from '../../../src/core/rpc.ts';
import type { WebllmApi, WorkerHandle } from '../../../src/engines/webllm-api.ts';
import { createWebllmEngine, type WebllmOptions } from '../../../src/engines/webllm.ts';

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const open: MessageChannel[] = [];
afterEach(() => open.splice(0).forEach(({ port1 }) => port1.close()));

/** A fake host behind a real port; `started` and `terminated` count its workers. */
function fakeHost(overrides: Partial<WebllmApi> = {}) {
  const seen = { started: 0, terminated: 0, produced: 0, aborted: 0, sources: [] as unknown[] };
  let fail: (error: AskPageError) => void = () => {};
  const api: WebllmApi = {
    async *load({ model }) {
      seen.sources.push(model);
      yield { fraction: 0.5, text: 'half' };
      await wait(1);
      yield { fraction: 1, text: 'whole' };
    },
    info: () => Promise.resolve({ contextWindow: 4096, controlTokens: ['<|im_end|>'] }),
    async *generate({ maxTokens }, signal) {
      signal.addEventListener('abort', () => seen.aborted++);
      for (let n = 1; n <= maxTokens && !signal.aborted; n++) {
        seen.produced = n;
        yield `${n} `;
        await wait(1);
      }
    },
    interrupt: () => Promise.resolve(),
    countTokens: ({ texts }) => Promise.resolve(texts.map((text) => text.length)),
    unload: () => Promise.resolve(),
    ...overrides,
  };
  const startWorker = (): WorkerHandle => {
    const channel = new MessageChannel();
    open.push(channel);
    seen.started++;
    serve<WebllmApi>(channel.port1 as unknown as Port, api);
    return {
      port: channel.port2 as unknown as Port,
      onFailure: (listener) => (fail = listener),
      terminate: () => {
        seen.terminated++;
        channel.port1.close();
      },
    };
  };
  return { startWorker, seen, fail: (error: AskPageError) => fail(error) };
}

const adapter = (traits: { f16?: boolean; info?: object } = {}) => ({
  features: new Set(traits.f16 ? ['shader-f16'] : []),
  limits: { maxBufferSize: 2 ** 31, maxStorageBufferBindingSize: 2 ** 31 },
  info: traits.info ?? { vendor: 'acme', description: '' },
});
const fakeGpu = (found: object | null = adapter()) =>
  ({ requestAdapter: () => Promise.resolve(found) }) as unknown as GPU;

function setUp(api: Partial<WebllmApi> = {}, options: Partial<WebllmOptions> = {}) {
  const host = fakeHost(api);
  const engine = createWebllmEngine({ startWorker: host.startWorker, gpu: fakeGpu(), ...options });
  return { engine, ...host };
}

const question: Message[] = [{ role: 'user', content: 'How do I install it?' }];

async function read(items: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const item of items) text += item;
  return text;
}

describe('what a reader is told beforehand', () => {
  it('names model, size, licence and hosts, and starts no worker', async () => {
    const { engine, seen } = setUp();
    expect(await engine.describe()).toMatchObject({
      model: 'Qwen2.5-0.5B',
      licence: 'Apache-2.0',
      origin: 'huggingface.co and raw.githubusercontent.com',
      availability: 'download',
    });
    expect((await engine.describe()).bytes).toBeGreaterThan(200e6);
    expect(seen.started).toBe(0);
  });

  it.each([
    ['there is no WebGPU', undefined, /no WebGPU/],
    ['there is no adapter', fakeGpu(null), /no graphics card/],
    [
      'the adapter is software',
      fakeGpu(adapter({ info: { vendor: 'google', architecture: 'swiftshader' } })),
      /software only/,
    ],
  ])('is unavailable when %s, and load says the same', async (_case, gpu, reason) => {
    const { engine, seen } = setUp({}, { gpu });
    const described = await engine.describe();
    expect(described.availability).toBe('unavailable');
    expect(described.reason).toMatch(reason);
    await expect(engine.load()).rejects.toMatchObject({
      code: 'no-webgpu',
      message: described.reason,
    });
    expect(seen.started).toBe(0);
  });

  it('takes a software adapter when forced', async () => {
    const gpu = fakeGpu(adapter({ info: { isFallbackAdapter: true } }));
    const { engine } = setUp({}, { gpu, force: true });
    expect((await engine.describe()).availability).toBe('download');
  });

  it("names the owner's host, and refuses an address that is not absolute", async () => {
    const modelBase = 'https://intranet.example/models';
    const { engine, seen } = setUp({}, { modelBase, model: 'SmolLM2-360M' });
    expect((await engine.describe()).origin).toBe('intranet.example');
    await engine.load();
    expect(seen.sources).toEqual([
      { kind: 'prebuilt', id: 'SmolLM2-360M-Instruct-q4f32_1-MLC', base: modelBase },
    ]);
    expect(() => setUp({}, { modelBase: '/models/' })).toThrow('"/models/"');
  });
});

describe('loading', () => {
  it('reports progress, then knows window and control tokens; a second load does nothing', async () => {
    const { engine, seen } = setUp();
    const steps: LoadProgress[] = [];
    expect(engine.contextWindow).toBe(0);
    expect(engine.controlTokens).toContain('<|eot_id|>');
    await Promise.all([engine.load({ onProgress: (step) => steps.push(step) }), engine.load()]);
    expect(steps.map(({ fraction }) => fraction)).toEqual([0.5, 1]);
    expect(engine.contextWindow).toBe(4096);
    expect(engine.controlTokens).toEqual(['<|im_end|>']);
    expect(await engine.countTokens(['four', ''])).toEqual([4, 0]);
    expect(seen.started).toBe(1);
  });

  it('ends the worker when aborted, and the next load starts afresh', async () => {
    const { engine, seen } = setUp();
    const controller = new AbortController();
    const left = new Error('reader left');
    const onProgress = () => controller.abort(left);
    await expect(engine.load({ onProgress, signal: controller.signal })).rejects.toBe(left);
    expect(seen.terminated).toBe(1);
    await engine.load();
    expect(seen.started).toBe(2);
  });

  it('gives up a download that stands still, naming the host', async () => {
    async function* load() {
      yield { fraction: 0.1, text: 'a little' };
      await new Promise(() => {});
    }
    const { engine, seen } = setUp({ load }, { loadSilence: 30 });
    const error = await engine.load().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'network' });
    expect(String(error)).toContain('huggingface.co');
    expect(seen.terminated).toBe(1);
  });

  it('passes on why a load failed, and fails a load whose worker never started', async () => {
    const { engine, seen } = setUp({
      // eslint-disable-next-line require-yield
      async *load() {
        await wait(1);
        throw new AskPageError('quota-exceeded', 'No room for 278 MB.');
      },
    });
    await expect(engine.load()).rejects.toMatchObject({ code: 'quota-exceeded' });
    expect(seen.terminated).toBe(1);

    const broken = setUp();
    const startWorker = (): WorkerHandle => ({
      ...broken.startWorker(),
      onFailure: (listener) => listener(new AskPageError('worker-failed', 'No worker here.')),
    });
    const other = createWebllmEngine({ startWorker, gpu: fakeGpu() });
    await expect(other.load()).rejects.toMatchObject({ code: 'worker-failed' });
    await expect(other.load()).rejects.toMatchObject({ code: 'worker-failed' });
  });
});

describe('answering', () => {
  it('streams the reply', async () => {
    const { engine } = setUp();
    await engine.load();
    expect(await read(engine.generate(question, { maxTokens: 3 }))).toBe('1 2 3 ');
  });

  it('needs a model', async () => {
    const { engine } = setUp();
    await expect(read(engine.generate(question))).rejects.toMatchObject({ code: 'engine-failed' });
  });

  it.each(['abort', 'leave'])('stops the host when the reader does: %s', async (how) => {
    const { engine, seen } = setUp();
    await engine.load();
    const controller = new AbortController();
    const { signal } = controller;
    const reply = (async () => {
      for await (const piece of engine.generate(question, { maxTokens: 1000, signal })) {
        if (!piece.startsWith('3')) continue;
        if (how === 'leave') break;
        controller.abort(new Error('enough'));
      }
    })();
    await (how === 'leave' ? reply : expect(reply).rejects.toThrow('enough'));
    await wait(40);
    expect(seen.aborted).toBe(1);
    expect(seen.produced).toBeLessThan(100);
    expect(await read(engine.generate(question, { maxTokens: 2 }))).toBe('1 2 ');
    expect(seen.started).toBe(1);
  });

  it('gives up a model that writes nothing', async () => {
    async function* generate() {
      yield 'first';
      await new Promise(() => {});
    }
    const { engine, seen } = setUp({ generate }, { replySilence: 30 });
    await engine.load();
    await expect(read(engine.generate(question))).rejects.toMatchObject({ code: 'engine-failed' });
    expect(seen.terminated).toBe(1);
  });

  it('waits for a reader who is slow', async () => {
    const { engine, seen } = setUp({}, { replySilence: 30 });
    await engine.load();
    let text = '';
    for await (const piece of engine.generate(question, { maxTokens: 2 })) {
      text += piece;
      await wait(60);
    }
    expect(text).toBe('1 2 ');
    expect(seen.terminated).toBe(0);
  });

  it('rejects when the worker dies, and loads afresh', async () => {
    const { engine, seen, fail } = setUp();
    await engine.load();
    const reply = read(engine.generate(question, { maxTokens: 1000 }));
    await wait(10);
    fail(new AskPageError('worker-failed', 'The worker stopped.'));
    await expect(reply).rejects.toMatchObject({ code: 'worker-failed' });
    expect(engine.contextWindow).toBe(0);
    await engine.load();
    expect(seen.started).toBe(2);
  });

  it.each([
    ['context-overflow', 0],
    ['device-lost', 1],
  ] as const)('after %s, %i workers were ended', async (code, ended) => {
    // eslint-disable-next-line require-yield
    async function* generate(): AsyncGenerator<string> {
      await wait(1);
      throw new AskPageError(code, 'as the host says');
    }
    const { engine, seen } = setUp({ generate });
    await engine.load();
    await expect(read(engine.generate(question))).rejects.toMatchObject({ code });
    expect(seen.terminated).toBe(ended);
  });

  it('rejects a running reply when the model is unloaded', async () => {
    const { engine, seen } = setUp();
    await engine.load();
    const reply = read(engine.generate(question, { maxTokens: 1000 }));
    reply.catch(() => {});
    await wait(10);
    await engine.unload();
    await expect(reply).rejects.toMatchObject({
      code: 'engine-failed',
      message: 'The model was unloaded meanwhile.',
    });
    expect(seen.terminated).toBe(1);
  });
});
