import { MessageChannel } from 'node:worker_threads';
import type { AskPageError } from '../../../src/core/errors.ts';
import type { Message } from '../../../src/core/ports.ts';
import { serve, type Port } from '../../../src/core/rpc.ts';
import type { ModelStore } from '../../../src/engines/model-store/api.ts';
import type { WebllmApi, WorkerHandle } from '../../../src/engines/webllm/api.ts';
import type { ChosenModel } from '../../../src/engines/webllm/record.ts';
import { takeTurns } from '../../../src/engines/waiting.ts';
import { createWebllmEngine, type WebllmOptions } from '../../../src/engines/webllm.ts';

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const open: MessageChannel[] = [];
export const closeAll = () => open.splice(0).forEach(({ port1 }) => port1.close());

/**
 * A fake host behind real ports; `seen` counts its workers. `kill` lets the running worker die without
 * a word, as a browser that is short of memory does.
 */
export function fakeHost(overrides: Partial<WebllmApi> = {}) {
  const seen = { started: 0, terminated: 0, produced: 0, aborted: 0, warmUps: 0 };
  let fail: (error: AskPageError) => void = () => {};
  let kill = () => {};
  const myTurn = takeTurns();
  const api: WebllmApi = {
    async *load() {
      yield { fraction: 0.5, text: 'half' };
      await wait(1);
      yield { fraction: 1, text: 'whole' };
    },
    info: () => Promise.resolve({ contextWindow: 4096, controlTokens: ['<|im_end|>'] }),
    async *generate({ maxTokens }, signal) {
      const done = await myTurn();
      signal.addEventListener('abort', () => seen.aborted++);
      try {
        for (let n = 1; n <= maxTokens && !signal.aborted; n++) {
          seen.produced = n;
          yield `${n} `;
          await wait(1);
        }
      } finally {
        done();
      }
    },
    settle: async () => (await myTurn())(),
    ping: () => Promise.resolve(true),
    countTokens: ({ texts }) => Promise.resolve(texts.map((text) => text.length)),
    unload: () => Promise.resolve(),
    ...overrides,
  };
  // The warm-up must not count as an answer, whatever `generate` does in a test.
  const served: WebllmApi = {
    ...api,
    generate: (params, signal) => {
      if (params.messages[0]?.content !== 'Hi') return api.generate(params, signal);
      seen.warmUps++;
      return warm();
    },
  };
  const startWorker = (): WorkerHandle => {
    const channel = new MessageChannel();
    open.push(channel);
    seen.started++;
    serve<WebllmApi>(channel.port1 as unknown as Port, served);
    kill = () => channel.port1.close();
    return {
      port: channel.port2 as unknown as Port,
      onFailure: (listener) => (fail = listener),
      terminate: () => {
        seen.terminated++;
        channel.port1.close();
      },
    };
  };
  return { startWorker, seen, kill: () => kill(), fail: (error: AskPageError) => fail(error) };
}

// eslint-disable-next-line @typescript-eslint/require-await
async function* warm() {
  yield 'Hi';
}

/** A fake store that keeps one model; `calls` lists what was asked of it. */
export function fakeStore(overrides: Partial<ModelStore> = {}) {
  const state = { isStored: false, calls: [] as string[] };
  const store: ModelStore = {
    isStored: () => Promise.resolve(state.isStored),
    download: (_model, { onProgress } = {}) => {
      const fetchedBytes = state.isStored ? 0 : 100;
      state.calls.push(`download ${fetchedBytes}`);
      const download = { doneBytes: 50, totalBytes: 100 };
      if (fetchedBytes > 0) onProgress?.({ fraction: 0.5, text: '50 of 100', download });
      state.isStored = true;
      return Promise.resolve({ fetchedBytes });
    },
    remove: ({ id }) => {
      state.calls.push(`remove ${id}`);
      state.isStored = false;
      return Promise.resolve();
    },
    files: () => Promise.resolve([]),
    list: () => Promise.resolve([]),
    ...overrides,
  };
  return { store, state };
}

export const choice: ChosenModel = {
  model: {
    kind: 'webllm',
    name: 'Tiny',
    record: {
      model: 'https://models.example/tiny',
      model_id: 'tiny-q4f32',
      model_lib: 'https://models.example/lib.wasm',
    },
  },
  told: { model: 'Tiny', bytes: 100, licence: 'MIT', origin: 'models.example' },
};

export function setUp(
  api: Partial<WebllmApi> = {},
  { storing = {}, ...options }: Partial<WebllmOptions> & { storing?: Partial<ModelStore> } = {},
) {
  const host = fakeHost(api);
  const { store, state } = fakeStore(storing);
  const engine = createWebllmEngine({ startWorker: host.startWorker, store, choice, ...options });
  return { engine, state, ...host };
}

export const question: Message[] = [{ role: 'user', content: 'How do I install it?' }];

export async function read(items: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const item of items) text += item;
  return text;
}
