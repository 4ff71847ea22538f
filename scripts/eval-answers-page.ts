import { Wllama } from '@wllama/wllama';

/** Where the page finds runtime and model, and how it runs them. */
export interface ModelSetup {
  wasm: string;
  model: string;
  /** Tokens that prompt and reply share. */
  window: number;
  threads: number;
}

export interface Completion {
  prompt: string;
  maxTokens: number;
  /** Texts that end the reply, and don't stand in it. */
  stop: string[];
  /** Default 0: the same request gives the same reply. */
  temperature?: number;
  /** Of what is drawn at a temperature above 0. Default: the engine's own. */
  seed?: number;
}

export interface Completed {
  text: string;
  /** Whether the reply was cut by `maxTokens`. */
  isCut: boolean;
  promptTokens: number;
  replyTokens: number;
  /** Prompt tokens that the engine had kept from the request before. */
  keptTokens: number;
}

/** What this page offers to the script that drives it. */
export interface ModelPage {
  loadModel(setup: ModelSetup): Promise<number>;
  complete(completion: Completion): Promise<Completed>;
}

let loaded: Wllama | undefined;

const page: ModelPage = {
  /** Gives the number of threads that really run. */
  async loadModel({ wasm, model, window, threads }) {
    const blob = await (await fetch(model)).blob();
    loaded = new Wllama({ default: wasm }, { suppressNativeLog: true });
    await loaded.loadModel([blob], {
      ...{ n_ctx: window, n_batch: 512, n_parallel: 1, n_gpu_layers: 0 },
      ...{ n_threads: threads, seed: 1, warmup: false },
    });
    return loaded.getNumThreads();
  },

  async complete({ maxTokens, temperature = 0, ...given }) {
    if (!loaded) throw new Error('No model is loaded.');
    const options = { ...given, max_tokens: maxTokens, temperature };
    const { choices, usage, timings } = await loaded.createCompletion(options);
    return {
      text: choices[0]?.text ?? '',
      isCut: choices[0]?.finish_reason === 'length',
      promptTokens: usage.prompt_tokens,
      replyTokens: usage.completion_tokens,
      keptTokens: timings?.cache_n ?? 0,
    };
  },
};

Object.assign(globalThis, page);
