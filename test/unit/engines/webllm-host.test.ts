import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AskPageError } from '../../../src/core/errors.ts';
import type { LoadProgress } from '../../../src/core/ports.ts';
import { recordInFolder } from '../../../src/engines/webllm/record.ts';
import { createWebllmHost, type Mlc, type MlcOptions } from '../../../src/worker/webllm-host.ts';
import type { Chunk } from '../../../src/worker/webllm-stream.ts';
import { FakeCaches } from './fake-caches.ts';

const FOLDER = 'https://models.example/tiny/resolve/main/';
const LIBRARY = 'https://models.example/lib.wasm';
const TOKENIZER = {
  added_tokens: [
    { id: 3, content: '<|im_end|>', special: true, normalized: false },
    { id: 4, content: '<table>', special: false, normalized: false },
  ],
  normalizer: null,
  pre_tokenizer: { type: 'Whitespace' },
  post_processor: null,
  decoder: null,
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: { '[UNK]': 0, install: 1, it: 2, '<|im_end|>': 3, '<table>': 4 },
  },
};
const never = new AbortController().signal;

let fakeCaches: FakeCaches;

async function store(cache: string, url: string, content: unknown): Promise<void> {
  const opened = (await fakeCaches.open(cache)) as Cache;
  await opened.put(url, new Response(JSON.stringify(content)));
}

const storeConfig = (config: object) =>
  store('webllm/config', `${FOLDER}mlc-chat-config.json`, config);

beforeEach(async () => {
  fakeCaches = new FakeCaches();
  vi.stubGlobal('caches', fakeCaches);
  // Nothing in the worker may fetch.
  vi.stubGlobal('fetch', () => Promise.reject(new Error('a request was made')));
  await storeConfig({ tokenizer_files: ['tokenizer.json'], context_window_size: 2048 });
  await store('webllm/model', `${FOLDER}tokenizer.json`, {});
  await store('webllm/wasm', LIBRARY, {});
});

afterEach(() => vi.unstubAllGlobals());

/** A fake graphics card; `lose` loses the device that was opened last. */
function fakeGpu() {
  let lose: (info: GPUDeviceLostInfo) => void = () => {};
  const requestDevice = () =>
    Promise.resolve({ lost: new Promise((resolve) => (lose = resolve as typeof lose)) });
  const gpu = { requestAdapter: () => Promise.resolve({ requestDevice }) };
  return {
    gpu: gpu as unknown as GPU,
    lose: () => lose({ reason: 'unknown', message: 'reset' } as GPUDeviceLostInfo),
  };
}

/** A fake engine that writes the words of `reply`; like WebLLM's, it is busy until read to the end. */
function fakeMlc({ reply = ['one ', 'two ', 'three '], reload = () => Promise.resolve() } = {}) {
  const card = fakeGpu();
  const state = {
    busy: false,
    interrupted: false,
    requests: [] as unknown[],
    records: [] as unknown[],
  };
  async function* chunks(): AsyncGenerator<Chunk> {
    // WebLLM too clears the flag late: an interrupt before this is lost.
    await new Promise((resolve) => setTimeout(resolve, 1));
    Object.assign(state, { interrupted: false });
    for (const content of reply) {
      if (content === 'hang') await new Promise(() => {});
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (state.interrupted) break;
      yield { choices: [{ delta: { content } }] };
    }
    yield { choices: [{ delta: {} }] };
    yield { choices: [] };
    state.busy = false;
  }
  const makeEngine = ({ appConfig, initProgressCallback }: MlcOptions): Mlc => ({
    async reload() {
      state.records.push(...appConfig.model_list);
      await (await card.gpu.requestAdapter())?.requestDevice();
      initProgressCallback({ progress: 0, text: 'Start to fetch params' });
      initProgressCallback({ progress: 1, text: 'Loading model from cache[3/3]: 1MB loaded.' });
      await reload();
      initProgressCallback({ progress: 0.5, text: 'Loading GPU shader modules[1/2]: 50%' });
      initProgressCallback({ progress: 1, text: 'Finish loading on WebGPU' });
    },
    unload: () => Promise.resolve(),
    interruptGenerate: () => Promise.resolve(void (state.interrupted = true)),
    chat: {
      completions: {
        create(request) {
          if (state.busy) return Promise.reject(new Error('still locked'));
          state.busy = true;
          state.requests.push(request);
          // A bare iterator: leaving it early must not count as reading it to the end.
          const iterator = chunks();
          return Promise.resolve({
            [Symbol.asyncIterator]: () => ({ next: () => iterator.next() }),
          });
        },
      },
    },
  });
  return { host: createWebllmHost({ makeEngine, gpu: card.gpu }), state, lose: card.lose };
}

const record = (id = 'tiny') => ({
  model: 'https://models.example/tiny',
  model_id: id,
  model_lib: LIBRARY,
});

async function load(mlc = fakeMlc(), id?: string) {
  const steps: LoadProgress[] = [];
  for await (const step of mlc.host.load({ record: record(id) }, never)) steps.push(step);
  return { steps, ...mlc };
}

function named(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

const failure = (mlc?: ReturnType<typeof fakeMlc>) =>
  load(mlc).then(
    () => undefined,
    (thrown: unknown) => thrown as AskPageError,
  );

const ask = (maxTokens = 9) => ({
  messages: [{ role: 'user' as const, content: 'What?' }],
  maxTokens,
  temperature: 0,
});

describe('loading in the worker', () => {
  it('reads what is stored, with progress that rises to 1, and makes no request', async () => {
    const { steps, host } = await load();
    const fractions = steps.map(({ fraction }) => fraction);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(fractions.at(-1)).toBe(1);
    expect(await host.info({}, never)).toEqual({ contextWindow: 2048, controlTokens: [] });
    expect(await host.ping({}, never)).toBe(true);
  });

  it('takes a listed model from a plain folder of the owner', () => {
    const listed = { ...record(), model: 'https://huggingface.co/mlc-ai/tiny' };
    const { model, model_lib } = recordInFolder(listed, 'https://own.example/m/tiny/');
    expect(model_lib).toBe('https://own.example/m/tiny/lib.wasm');
    // WebLLM's own steps: append unless the words are there, then resolve a file name.
    expect(model).toMatch(/.+\/resolve\/.+\//);
    expect(new URL('a.bin', new URL(model).href).href).toBe('https://own.example/m/tiny/a.bin');
  });

  it.each([
    ['webllm/config', `${FOLDER}mlc-chat-config.json`],
    ['webllm/wasm', LIBRARY],
  ])('does not let WebLLM fetch what is missing: %s', async (cache, url) => {
    await ((await fakeCaches.open(cache)) as Cache).delete(url);
    const mlc = fakeMlc();
    expect(await failure(mlc)).toMatchObject({ code: 'model-invalid' });
    expect(mlc.state.records).toEqual([]);
  });

  it.each([
    ['q4f16_1', ['shader-f16']],
    ['q4f32_1', []],
  ])('says what a model of %s needs of the graphics card', async (quantization, features) => {
    await storeConfig({ quantization, context_window_size: 2048 });
    const { state } = await load();
    expect(state.records).toMatchObject([{ model_id: 'tiny', required_features: features }]);
  });

  it('says what WebLLM failed of', async () => {
    const error = named('LinkError', 'function import requires a callable');
    expect(await failure(fakeMlc({ reload: () => Promise.reject(error) }))).toMatchObject({
      code: 'model-invalid',
      message: expect.stringContaining('another version of WebLLM') as string,
    });
  });

  it('fails at once when the graphics device is lost, though WebLLM never does', async () => {
    const mlc = fakeMlc({ reload: () => new Promise(() => {}) });
    const failed = failure(mlc);
    await new Promise((resolve) => setTimeout(resolve, 5));
    mlc.lose();
    expect(await failed).toMatchObject({ code: 'device-lost' });
  });
});

async function read(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

describe('answering in the worker', () => {
  it('frees the model after an abort, whoever waits next', async () => {
    const { host, state } = await load();
    const controller = new AbortController();
    const first = (async () => {
      for await (const piece of host.generate(ask(), controller.signal))
        if (piece === 'one ') controller.abort();
    })();
    const second = read(host.generate(ask(), never));
    await first;
    expect(await second).toBe('one two three ');
    expect(state.busy).toBe(false);
  });

  it('hears an abort that comes before the first token', async () => {
    const { host, state } = await load();
    const controller = new AbortController();
    const aborted = read(host.generate(ask(), controller.signal));
    while (!state.busy) await Promise.resolve();
    controller.abort();
    expect(await aborted).toBe('');
    expect(state.busy).toBe(false);
  });

  it('frees the model when the reader just leaves', async () => {
    const { host, state } = await load();
    for await (const piece of host.generate(ask(), never)) if (piece === 'one ') break;
    expect(state.busy).toBe(false);
  });

  it('a waiting call that is aborted leaves the running one alone', async () => {
    const { host } = await load();
    const running = read(host.generate(ask(), never));
    const controller = new AbortController();
    const waiting = read(host.generate(ask(), controller.signal));
    controller.abort();
    expect(await running).toBe('one two three ');
    expect(await waiting).toBe('');
  });

  it.each([
    ['an empty block', ['<think>', '\n\n</think>', '\n\n', 'Yes', ' and no'], 'Yes and no'],
    ['thoughts', ['<thi', 'nk>hm, <b>', '</think>Yes'], 'Yes'],
    ['a look-alike', ['<th', '>Yes'], '<th>Yes'],
    ['no block', ['Yes <think>'], 'Yes <think>'],
  ])('leaves out a leading think block: %s', async (_case, reply, text) => {
    const { host, state } = await load(fakeMlc({ reply }), 'Qwen3-0.6B-q4f16_1-MLC');
    expect(await read(host.generate(ask(), never))).toBe(text);
    expect(state.requests).toMatchObject([{ extra_body: { enable_thinking: false } }]);
  });

  it("counts by the model's own tokenizer, and reads its special tokens", async () => {
    await store('webllm/model', `${FOLDER}tokenizer.json`, TOKENIZER);
    const { host } = await load();
    const texts = ['install it', 'install <|im_end|> it', ''];
    expect(await host.countTokens({ texts }, never)).toEqual([2, 3, 0]);
    expect((await host.info({}, never)).controlTokens).toEqual(['<|im_end|>']);
  });

  it('estimates tokens on the high side where the tokenizer is unknown', async () => {
    const { host } = await load();
    expect(await host.countTokens({ texts: ['install it', '文書', ''] }, never)).toEqual([4, 2, 0]);
  });

  it('settles when a stopped reply has freed the model', async () => {
    const { host, state } = await load();
    const controller = new AbortController();
    const reply = read(host.generate(ask(), controller.signal));
    while (!state.busy) await Promise.resolve();
    controller.abort();
    await host.settle({}, never);
    expect(state.busy).toBe(false);
    await reply;
  });

  it.each([
    ['before the first token', ['hang'], ''],
    ['after it', ['one ', 'hang'], 'one '],
  ])('fails at once when the device is lost %s, and says so later', async (_when, words, text) => {
    const { host, state, lose } = await load(fakeMlc({ reply: words }));
    let written = '';
    const reply = (async () => {
      for await (const piece of host.generate(ask(), never)) written += piece;
    })();
    while (!state.busy) await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve, 10));
    lose();
    await expect(reply).rejects.toMatchObject({ code: 'device-lost' });
    expect(written).toBe(text);
    expect(await host.ping({}, never)).toBe(false);
  });

  it('knows of a device that was lost while nothing ran', async () => {
    const { host, lose } = await load();
    lose();
    await Promise.resolve();
    expect(await host.ping({}, never)).toBe(false);
    await expect(read(host.generate(ask(), never))).rejects.toMatchObject({ code: 'device-lost' });
  });

  it('says that nothing is loaded', async () => {
    const { host } = fakeMlc();
    expect(await host.ping({}, never)).toBe(false);
    await expect(read(host.generate(ask(), never))).rejects.toMatchObject({
      code: 'engine-failed',
    });
    await expect(host.info({}, never)).rejects.toMatchObject({ code: 'engine-failed' });
  });
});
