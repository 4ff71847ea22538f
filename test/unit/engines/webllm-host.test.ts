import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AskPageError } from '../../../src/core/errors.ts';
import type { LoadProgress } from '../../../src/core/ports.ts';
import { isModelStored } from '../../../src/engines/webllm-cache.ts';
import { recordInFolder } from '../../../src/engines/webllm-record.ts';
import { createWebllmHost, type Mlc, type MlcOptions } from '../../../src/worker/webllm-host.ts';
import type { Chunk } from '../../../src/worker/webllm-stream.ts';
import { FakeCaches } from './fake-caches.ts';

const WASM = Buffer.from('\0asm library');
const SHARD = 300_000;
const MODEL = '/tiny/resolve/main/';
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

let files: Record<string, Buffer | number>;
let requests: string[];
let server: Server;
let origin: string;
let fakeCaches: FakeCaches;
let room: number;

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

beforeEach(async () => {
  const records = [0, 1, 2].map((n) => ({ dataPath: `params_shard_${n}.bin`, nbytes: SHARD }));
  files = {
    [`${MODEL}mlc-chat-config.json`]: json({
      tokenizer_files: ['tokenizer.json'],
      context_window_size: 2048,
    }),
    [`${MODEL}tensor-cache.json`]: json({ records }),
    [`${MODEL}tokenizer.json`]: json({}),
    '/lib.wasm': WASM,
    ...Object.fromEntries(
      records.map(({ dataPath }) => [MODEL + dataPath, Buffer.alloc(SHARD, 7)]),
    ),
  };
  requests = [];
  server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const file = files[path] ?? 404;
    if (typeof file === 'number') response.writeHead(file).end('<!doctype html>');
    else response.end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fakeCaches = new FakeCaches();
  room = 1e9;
  vi.stubGlobal('caches', fakeCaches);
  vi.stubGlobal('navigator', {
    storage: { estimate: () => Promise.resolve({ quota: room, usage: 0 }) },
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});

/** A fake engine that writes the words of `reply`; like WebLLM's, it is busy until read to the end. */
function fakeMlc({ reply = ['one ', 'two ', 'three '], reload = () => Promise.resolve() } = {}) {
  const state = { busy: false, interrupted: false, requests: [] as unknown[] };
  async function* chunks(): AsyncGenerator<Chunk> {
    // WebLLM too clears the flag late: an interrupt before this is lost.
    await new Promise((resolve) => setTimeout(resolve, 1));
    Object.assign(state, { interrupted: false });
    for (const content of reply) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (state.interrupted) break;
      yield { choices: [{ delta: { content } }] };
    }
    yield { choices: [{ delta: {} }] };
    yield { choices: [] };
    state.busy = false;
  }
  const make = ({ initProgressCallback }: MlcOptions): Mlc => ({
    async reload() {
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
  return { make, state };
}

const record = (id = 'tiny') => ({
  model: `${origin}/tiny`,
  model_id: id,
  model_lib: `${origin}/lib.wasm`,
});

async function load(mlc = fakeMlc(), id?: string) {
  const host = createWebllmHost(mlc.make);
  const steps: LoadProgress[] = [];
  const model = { kind: 'record' as const, record: record(id) };
  for await (const step of host.load({ model }, never)) steps.push(step);
  return { host, steps, state: mlc.state };
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
  it('puts all files where WebLLM looks, with progress that rises to 1, and fetches them once', async () => {
    const { steps, host } = await load();
    const fractions = steps.map(({ fraction }) => fraction);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(fractions.at(-1)).toBe(1);
    expect(fakeCaches.names('webllm/config')).toEqual(['mlc-chat-config.json']);
    expect(fakeCaches.names('webllm/wasm')).toEqual(['lib.wasm']);
    expect(fakeCaches.names('webllm/model')).toHaveLength(5);
    expect(await isModelStored(`${origin}/tiny`, fakeCaches as unknown as CacheStorage)).toBe(true);
    expect(await host.info({}, never)).toEqual({ contextWindow: 2048, controlTokens: [] });
    requests.length = 0;
    await load();
    expect(requests).toEqual([]);
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
    ['mlc-chat-config.json', 'model-invalid', Buffer.from('<!doctype html>')],
    ['tensor-cache.json', 'model-not-found', 404],
    ['tokenizer.json', 'network', 503],
    ['params_shard_1.bin', 'model-invalid', Buffer.from('<!doctype html>')],
    ['params_shard_1.bin', 'model-invalid', Buffer.alloc(SHARD - 1)],
    ['params_shard_1.bin', 'model-not-found', 404],
  ])('a bad %s is %s, never stored, and a retry works', async (name, code, bytes) => {
    const good = files[MODEL + name];
    files[MODEL + name] = bytes;
    const error = await failure();
    expect(error).toMatchObject({ code });
    expect(error?.message).toContain(name);
    expect(error?.message).toContain('127.0.0.1');
    expect([...fakeCaches.stored.values()].some((cache) => cache.has(origin + MODEL + name))).toBe(
      false,
    );
    files[MODEL + name] = good ?? 404;
    expect(await failure()).toBeUndefined();
  });

  it('says how much room is missing before it fetches weights', async () => {
    room = 500_000;
    const error = await failure();
    expect(error).toMatchObject({ code: 'quota-exceeded' });
    expect(requests.some((path) => path.endsWith('.bin'))).toBe(false);
  });

  it('forgets the files when WebLLM finds the weights unusable', async () => {
    const exit = { name: 'ExitStatus', message: 'Program terminated with exit(1)' };
    const error = await failure(fakeMlc({ reload: () => Promise.reject(exit) }));
    expect(error).toMatchObject({ code: 'model-invalid' });
    expect(fakeCaches.names('webllm/model')).toEqual([]);
  });

  it('names an id that WebLLM does not list', async () => {
    const host = createWebllmHost(fakeMlc().make);
    const steps = host.load({ model: { kind: 'prebuilt', id: 'GPT-9' } }, never);
    await expect(steps[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'model-not-found',
    });
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
    files[`${MODEL}tokenizer.json`] = json(TOKENIZER);
    const { host } = await load();
    const texts = ['install it', 'install <|im_end|> it', ''];
    expect(await host.countTokens({ texts }, never)).toEqual([2, 3, 0]);
    expect((await host.info({}, never)).controlTokens).toEqual(['<|im_end|>']);
  });

  it('estimates tokens on the high side where the tokenizer is unknown', async () => {
    const { host } = await load();
    expect(await host.countTokens({ texts: ['install it', '文書', ''] }, never)).toEqual([4, 2, 0]);
  });

  it('says that nothing is loaded', async () => {
    const host = createWebllmHost(fakeMlc().make);
    await expect(read(host.generate(ask(), never))).rejects.toMatchObject({
      code: 'engine-failed',
    });
    await expect(host.info({}, never)).rejects.toMatchObject({ code: 'engine-failed' });
  });
});
