import { serve, type Port } from '../../src/core/rpc.ts';
import { createWebllmHost, type Mlc, type MlcOptions } from '../../src/worker/webllm-host.ts';
import type { Chunk } from '../../src/worker/webllm-stream.ts';

/** How the fake WebLLM behaves, set before this script by the test. */
export interface FakeWebllmPlan {
  /** How loading ends. Default: well. */
  reload?: 'never' | 'bare-string' | 'link-error';
  /** It goes on for a hundred pieces. */
  isLong?: boolean;
  /** Milliseconds before the first piece, and between two. Default 20. */
  prefill?: number;
  decode?: number;
  /** It refuses so many requests as too long. */
  overflows?: number;
  /** It doesn't hear that it should stop. */
  isDeaf?: boolean;
}

const { fakePlan = {} } = globalThis as { fakePlan?: FakeWebllmPlan };
const { reload, isLong = false, prefill = 20, decode = 20, isDeaf = false } = fakePlan;
/** Words that the page has: others would be taken for noise. */
const PIECES =
  'The gate is locked at nine in the evening, and its key hangs in the shed [1].'.split(/(?= )/);
let { overflows = 0 } = fakePlan;
/** What a test tells the worker, and hears from it. */
const channel = new BroadcastChannel('fake-webllm');
const tell = (text: string) => channel.postMessage(text);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function fail(name: string, message: string): never {
  const error = new Error(message);
  error.name = name;
  throw error;
}

/** WebLLM's engine without a model: real host and real graphics device around it. */
class FakeMlc implements Mlc {
  readonly #report: MlcOptions['initProgressCallback'];
  #device: GPUDevice | undefined;
  #isInterrupted = false;

  constructor({ initProgressCallback }: MlcOptions) {
    this.#report = initProgressCallback;
    channel.addEventListener('message', ({ data }) => {
      if (data === 'lose the device') this.#device?.destroy();
      // As a browser does that is short of memory: nobody is told.
      if (data === 'die') close();
    });
  }

  async reload(): Promise<void> {
    tell('reload');
    this.#report({ progress: 0.5, text: 'Loading model from cache[1/2]' });
    if (reload === 'never') await new Promise(() => {});

    if (reload === 'bare-string') throw '[object Object]';
    if (reload === 'link-error')
      fail(
        'LinkError',
        'WebAssembly.instantiate(): Import #0 "env" "x": function import requires a callable',
      );
    const adapter = await navigator.gpu.requestAdapter();
    this.#device = await adapter?.requestDevice();
    this.#report({ progress: 1, text: 'Finish loading on WebGPU' });
  }

  unload(): Promise<void> {
    tell('unload');
    this.#device?.destroy();
    return Promise.resolve();
  }

  interruptGenerate(): Promise<void> {
    if (!isDeaf) this.#isInterrupted = true;
    return Promise.resolve();
  }

  readonly chat = {
    completions: {
      create: async (request: { messages: { content: string }[]; max_tokens: number }) => {
        const isWarmUp = request.messages[0]?.content === 'Hi';
        tell(isWarmUp ? 'warm-up' : `generate ${String(JSON.stringify(request.messages).length)}`);
        if (!isWarmUp && overflows-- > 0)
          fail(
            'ContextWindowSizeExceededError',
            'Prompt tokens exceed context window size: number of prompt tokens: 5000; context window size: 4096',
          );
        this.#isInterrupted = false;
        await wait(isWarmUp ? 0 : prefill);
        return this.#write(request.max_tokens);
      },
    },
  };

  async *#write(limit: number): AsyncGenerator<Chunk> {
    const length = Math.min(limit, isLong ? 100 : PIECES.length);
    for (let n = 0; n < length && !this.#isInterrupted; n++) {
      yield { choices: [{ delta: { content: PIECES[n % PIECES.length] ?? '' } }] };
      await wait(decode);
    }
    tell('free');
  }
}

serve(
  globalThis as unknown as Port,
  createWebllmHost({ makeEngine: (options) => new FakeMlc(options) }),
);
tell('started');
