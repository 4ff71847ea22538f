import { estimateTokens } from '../core/documents/tokens.ts';
import { AskPageError } from '../core/errors.ts';
import type {
  Engine,
  EngineDescription,
  GenerateOptions,
  Message,
  ModelFacts,
} from '../core/ports.ts';
import type {
  GgufModel,
  LlamaRequest,
  LlamaRuntime,
  ReplySinks,
  ReplyTimings,
  StartRuntime,
} from './llama-cpp/api.ts';
import { LlamaKeeper } from './llama-cpp/keeper.ts';
import { streamReply, type StreamRules } from './llama-cpp/stream.ts';
import { findRefusal, hasGraphicsCard, threadsHere, type Refusal } from './llama-cpp/support.ts';
import { storableOf, tellModel } from './llama-cpp/told.ts';
import type { ModelStore } from './model-store/api.ts';
import { orAborted, takeTurns, within } from './waiting.ts';

export type { GgufModel, ReplyTimings } from './llama-cpp/api.ts';

export interface LlamaCppOptions {
  store: ModelStore;
  /** Absolute address of llama.cpp's WebAssembly file. */
  wasm: string;
  model: GgufModel;
  /** What keeps llama.cpp from running here. Default: browser and page are tried. */
  findRefusal?: () => Promise<Refusal | undefined>;
  /** Default: `navigator.gpu`. Without a hardware adapter the processor computes. */
  gpu?: GPU | undefined;
  /** Default: by the processor's cores, one where the page is not cross-origin isolated. */
  threads?: number;
  /** Milliseconds in which a start must be done, the download apart. Default 180,000. */
  startPatience?: number;
  /** Milliseconds without a sign of life after which a reply is given up. Default 60,000. */
  replySilence?: number;
  /** Milliseconds that a stopped reply may take to free the model. Default 5,000. */
  stopPatience?: number;
  /** Default: wllama, which is fetched at `load`. */
  startRuntime?: StartRuntime;
}

export interface LlamaCppEngine extends Engine {
  /** What the last reply that ended by itself cost; undefined before the first. */
  readonly lastTimings: ReplyTimings | undefined;
}

const CONTEXT_WINDOW = 4096;
const DEFAULT_REPLY = { maxTokens: 512, temperature: 0.2 };

const startWllama: StartRuntime = async (plan, signal) => {
  const { startLlama } = await import('./llama-cpp/runtime.ts');
  return startLlama(plan, signal);
};

/**
 * A language model on the reader's processor, by llama.cpp in WebAssembly (wllama), for GGUF files that
 * the site's owner names. It runs in a worker from a `blob:` address, which the page's policy must allow
 * (`worker-src blob:`), and uses several threads where the page is cross-origin isolated, the graphics
 * card where the browser has WebGPU on hardware.
 *
 * `load` throws what `ModelStore.download` throws, `worker-failed`, `model-invalid`, `engine-failed`.
 * `generate` throws `context-overflow` and `bad-option`, which leave the model loaded, and
 * `engine-failed`, after which its worker is ended; the next call starts it again from the stored files.
 * An abort, `interrupt` or leaving the loop takes effect at once; the next call waits until the model is
 * free, and a worker that takes too long is ended. Defaults: 512 tokens, temperature 0.2.
 */
export function createLlamaCppEngine(options: LlamaCppOptions): LlamaCppEngine {
  return new LlamaEngine(options);
}

class LlamaEngine implements LlamaCppEngine {
  readonly id = 'llama-cpp';
  readonly isOnProcessor = true;
  lastTimings: ReplyTimings | undefined;
  readonly #options: LlamaCppOptions;
  readonly #model: ReturnType<typeof storableOf>;
  readonly #findRefusal: () => Promise<Refusal | undefined>;
  readonly #keeper: LlamaKeeper;
  readonly #myTurn = takeTurns();
  #told: Promise<ModelFacts> | undefined;
  /** Ends the reply that runs. */
  #reply: AbortController | undefined;

  constructor(options: LlamaCppOptions) {
    const { navigator } = globalThis as { navigator?: { gpu?: GPU } };
    this.#options = options;
    this.#model = storableOf(options.model);
    this.#findRefusal = options.findRefusal ?? findRefusal;
    this.#keeper = new LlamaKeeper({
      store: options.store,
      model: this.#model,
      wasm: options.wasm,
      contextWindow: options.model.contextWindow ?? CONTEXT_WINDOW,
      threads: options.threads ?? threadsHere(),
      findRefusal: this.#findRefusal,
      hasGraphicsCard: () => hasGraphicsCard('gpu' in options ? options.gpu : navigator?.gpu),
      startRuntime: options.startRuntime ?? startWllama,
      startPatience: options.startPatience ?? 180_000,
    });
  }

  get contextWindow(): number {
    return this.#keeper.facts?.contextWindow ?? 0;
  }

  get controlTokens(): readonly string[] {
    return this.#keeper.facts?.controlTokens ?? [];
  }

  async describe(): Promise<EngineDescription> {
    const told = await (this.#told ??= tellModel(this.#options.model));
    const { replyTokens, replyMs } = this.lastTimings ?? { replyTokens: 0, replyMs: 0 };
    const rate = replyMs > 0 && { tokensPerSecond: (replyTokens * 1000) / replyMs };
    const refusal = await this.#findRefusal();
    if (refusal) return { ...told, availability: 'unavailable', reason: refusal.reason };
    const isHere = this.#keeper.runtime ?? (await this.#options.store.isStored(this.#model));
    return { ...told, ...rate, availability: isHere ? 'ready' : 'download' };
  }

  load(options?: Parameters<Engine['load']>[0]): Promise<void> {
    return this.#keeper.load(options);
  }

  async countTokens(texts: readonly string[]): Promise<number[]> {
    const done = await this.#myTurn();
    try {
      const runtime = await this.#keeper.ready();
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(this.#stalled()), this.#silence);
      const counting = orAborted(countAll(runtime, texts), late.signal);
      return await counting
        .catch((thrown: unknown) => this.#fail(runtime, thrown))
        .finally(() => clearTimeout(timer));
    } finally {
      done();
    }
  }

  async *generate(
    messages: readonly Message[],
    { signal, onReading, ...wanted }: GenerateOptions = {},
  ): AsyncGenerator<string, void, void> {
    const done = await this.#myTurn(signal);
    const stop = new AbortController();
    const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    const turn = { drained: Promise.resolve(), signal: either, onReading };
    this.#reply = stop;
    try {
      yield* this.#write({ ...DEFAULT_REPLY, ...wanted, messages }, turn);
    } catch (thrown) {
      // An interrupted reply ends like any other.
      if (!stop.signal.aborted || signal?.aborted) throw thrown;
    } finally {
      void turn.drained.then(done);
      if (this.#reply === stop) this.#reply = undefined;
    }
  }

  interrupt(): void {
    this.#reply?.abort();
  }

  unload(): Promise<void> {
    return this.#keeper.unload();
  }

  async *#write(
    request: LlamaRequest,
    turn: { drained: Promise<void>; signal: AbortSignal } & Pick<StreamRules, 'onReading'>,
  ): AsyncGenerator<string, void, void> {
    const { signal, onReading } = turn;
    const runtime = await orAborted(this.#keeper.ready(), signal);
    const work = async (sinks: ReplySinks) => {
      const timings = await runtime.reply(request, sinks);
      if (!sinks.signal.aborted) this.lastTimings = timings;
    };
    const rules = { signal, silence: this.#silence, stalled: () => this.#stalled(), onReading };
    const { pieces, settled } = streamReply(work, rules);
    try {
      yield* pieces;
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      this.#fail(runtime, thrown);
    } finally {
      turn.drained = this.#drain(runtime, settled);
    }
  }

  /** A stop is heard between two tokens, or lots of the prompt; a worker that takes too long is ended. */
  async #drain(runtime: LlamaRuntime, settled: Promise<void>): Promise<void> {
    const isFree = await within(settled, this.#options.stopPatience ?? 5_000);
    if (!isFree) this.#keeper.drop(runtime);
  }

  /** A refused request leaves the model as it was; after all else it is in doubt. */
  #fail(runtime: LlamaRuntime, thrown: unknown): never {
    const { code } = AskPageError.from(thrown, 'engine-failed');
    if (code !== 'context-overflow' && code !== 'bad-option') this.#keeper.drop(runtime);
    throw thrown;
  }

  get #silence(): number {
    return this.#options.replySilence ?? 60_000;
  }

  #stalled(): AskPageError {
    return new AskPageError(
      'engine-failed',
      `The language model ${this.#model.name} gave no sign of life for ${Math.round(this.#silence / 1000)} seconds and was stopped. Ask again, or choose a smaller model.`,
    );
  }
}

async function countAll(runtime: LlamaRuntime, texts: readonly string[]): Promise<number[]> {
  const counts: number[] = [];
  for (const text of texts) {
    counts.push((await runtime.countTokens(text)) ?? estimateTokens(text));
  }
  return counts;
}
