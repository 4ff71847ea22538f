import { AskPageError } from '../core/errors.ts';
import type { Engine, EngineDescription, GenerateOptions, Message } from '../core/ports.ts';
import type { ModelStore } from './model-store/api.ts';
import type { GenerateParams, WorkerHandle } from './webllm/api.ts';
import { ModelKeeper } from './webllm/keeper.ts';
import {
  PATIENCE,
  replyRules,
  silenceRules,
  type WebllmLink,
  type WebllmPatience,
} from './webllm/link.ts';
import type { ChosenModel } from './webllm/record.ts';
import { orAborted, takeTurns, within } from './waiting.ts';
import { watched, watchedCall } from './webllm/watch.ts';

export interface WebllmOptions extends WebllmPatience {
  /** Starts `worker/webllm-worker.ts`. Called at `load`, and again after a worker was ended. */
  startWorker: () => WorkerHandle;
  store: ModelStore;
  /** The one model of this engine. */
  choice: ChosenModel;
  /** Writes one token at the end of a load, which compiles what the first question needs. Default true. */
  warmUp?: boolean;
}

/** What is broken up in documents until the model's own tokenizer tells: all families' markers. */
const CONTROL_TOKENS: readonly string[] = [
  ...['<|im_start|>', '<|im_end|>', '<|endoftext|>', '<think>', '</think>'],
  ...['<|begin_of_text|>', '<|end_of_text|>', '<|start_header_id|>', '<|end_header_id|>'],
  ...['<|eot_id|>', '<|eom_id|>', '<|python_tag|>', '<tool_call>', '</tool_call>'],
  ...['<bos>', '<eos>', '<start_of_turn>', '<end_of_turn>'],
];

const DEFAULT_REPLY = { maxTokens: 512, temperature: 0.2 };

/**
 * A language model on the reader's graphics card, by WebLLM in a worker of its own, which is started at
 * `load`. `load` of a loaded model does nothing; it throws what `ModelStore.download` and
 * `WebllmApi.load` throw.
 *
 * The worker is ended by `unload`, by an abort of `load`, by a stopped reply that doesn't stop, and by
 * every failure that leaves the model in doubt (`device-lost`, `worker-failed`, `engine-failed`). Where
 * the model had been loaded, the next `generate` or `countTokens` then starts it again from the stored
 * files, as it does where the graphics device was lost, or the worker ended, while nothing ran. Where
 * these files are gone it fails, and the engine counts as not loaded: `contextWindow` is 0.
 *
 * An abort, `interrupt` or leaving the loop takes effect at once, whatever the worker does; the next
 * `generate` waits until the model is free. `generate` and `countTokens` throw `engine-failed` before a
 * `load`. Defaults of `generate`: 512 tokens, temperature 0.2.
 */
export function createWebllmEngine(options: WebllmOptions): Engine {
  return new WebllmEngine(options);
}

class WebllmEngine implements Engine {
  readonly id = 'webllm';
  readonly #told: ChosenModel['told'];
  readonly #patience: Required<WebllmPatience>;
  readonly #keeper: ModelKeeper;
  readonly #myTurn = takeTurns();
  /** Ends the reply that runs. */
  #reply: AbortController | undefined;
  /** When the worker is done with the last reply that was stopped. */
  #drained = Promise.resolve();

  constructor({ startWorker, store, choice, warmUp = true, ...patience }: WebllmOptions) {
    this.#told = choice.told;
    this.#patience = { ...PATIENCE, ...patience };
    this.#keeper = new ModelKeeper({
      ...{ startWorker, store, choice, warmUp },
      patience: this.#patience,
    });
  }

  get contextWindow(): number {
    return this.#keeper.model?.contextWindow ?? 0;
  }

  get controlTokens(): readonly string[] {
    const own = this.#keeper.model?.controlTokens ?? [];
    return own.length > 0 ? own : CONTROL_TOKENS;
  }

  async describe(): Promise<EngineDescription> {
    const isHere = this.#keeper.isLoaded || (await this.#keeper.isStored());
    return { ...this.#told, availability: isHere ? 'ready' : 'download' };
  }

  load(options: Parameters<Engine['load']>[0] = {}): Promise<void> {
    return this.#keeper.load(options);
  }

  async countTokens(texts: readonly string[]): Promise<number[]> {
    const link = await this.#keeper.ready(this.#reply !== undefined);
    const { loadSilence } = this.#patience;
    const silence = { first: loadSilence, next: loadSilence };
    const rules = silenceRules(
      link,
      silence,
      `language model ${this.#told.model} counted no tokens`,
    );
    return watchedCall(link.client.call('countTokens', { texts }), rules);
  }

  async *generate(
    messages: readonly Message[],
    options: GenerateOptions = {},
  ): AsyncGenerator<string, void, void> {
    // It doesn't tell how far it has read, and its worker can't be given a function.
    const { signal, onReading, ...wanted } = options;
    const done = await this.#myTurn(signal);
    const stop = new AbortController();
    const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    try {
      yield* this.#write({ ...DEFAULT_REPLY, ...wanted, messages }, { stop, signal: either });
    } catch (thrown) {
      // An interrupted reply ends like any other.
      if (!stop.signal.aborted || signal?.aborted) throw thrown;
    } finally {
      void this.#drained.then(done);
    }
  }

  interrupt(): void {
    this.#reply?.abort();
  }

  unload(): Promise<void> {
    return this.#keeper.unload(this.#reply !== undefined);
  }

  async *#write(
    params: GenerateParams,
    { stop, signal }: { stop: AbortController; signal: AbortSignal },
  ): AsyncGenerator<string, void, void> {
    let link: WebllmLink | undefined;
    let isOver = false;
    this.#reply = stop;
    try {
      link = await orAborted(this.#keeper.ready(false), signal);
      const reply = link.client.stream('generate', params, { signal });
      yield* watched(reply, replyRules(link, this.#told.model, this.#patience));
      isOver = true;
    } catch (thrown) {
      isOver = !signal.aborted;
      const error = AskPageError.from(thrown, 'engine-failed');
      // A refused request leaves the model as it was.
      const isRefusal = error.code === 'context-overflow' || error.code === 'bad-option';
      if (isOver && !isRefusal) link?.end(error);
      throw thrown;
    } finally {
      this.#drained = isOver || !link ? Promise.resolve() : this.#drain(link);
      void this.#drained.then(() => (this.#reply = undefined));
    }
  }

  /** WebLLM hears a stop between two tokens only; a worker that takes too long is ended. */
  async #drain(link: WebllmLink): Promise<void> {
    if (await within(link.client.call('settle', {}), this.#patience.stopPatience)) return;
    link.end(
      new AskPageError('engine-failed', 'The language model did not stop in time and was ended.'),
    );
  }
}
