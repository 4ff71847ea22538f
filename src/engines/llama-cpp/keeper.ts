import { AskPageError } from '../../core/errors.ts';
import type { Engine } from '../../core/ports.ts';
import type { LlamaRuntime } from './api.ts';
import { downloadAndStart, startStored, type LoadPlan } from './load.ts';
import { orAborted } from '../waiting.ts';

export type LlamaFacts = Pick<LlamaRuntime, 'contextWindow' | 'controlTokens'>;

type State =
  | { kind: 'empty' }
  | { kind: 'loading'; abort: AbortController; settled: Promise<void> }
  | { kind: 'loaded'; runtime: LlamaRuntime }
  /** Its worker was ended; it starts again from the stored files when it is asked. */
  | { kind: 'dropped' };

/**
 * llama.cpp keeps what it read of conversations that are over, up to 8 GB, and wllama has no switch for
 * it. Above this many bytes it is started anew between two replies.
 */
const MOST_KEPT = 512e6;

const isUsable = ({ isDead, keptBytes }: LlamaRuntime): boolean => !isDead && keptBytes < MOST_KEPT;

const UNLOADED = new AskPageError('engine-failed', 'The model was unloaded meanwhile.');

/** Holds the running model of an engine, and starts it again after its worker was ended. */
export class LlamaKeeper {
  readonly #plan: Omit<LoadPlan, 'signal' | 'onProgress'>;
  #state: State = { kind: 'empty' };
  #facts: LlamaFacts | undefined;

  constructor(plan: Omit<LoadPlan, 'signal' | 'onProgress'>) {
    this.#plan = plan;
  }

  /** What is known of the model that is loaded, or will be started again. */
  get facts(): LlamaFacts | undefined {
    return this.#state.kind === 'empty' ? undefined : this.#facts;
  }

  get runtime(): LlamaRuntime | undefined {
    return this.#state.kind === 'loaded' ? this.#state.runtime : undefined;
  }

  /** Does nothing where the model is loaded, and waits where it is being loaded. */
  async load({ signal, onProgress }: Parameters<Engine['load']>[0] = {}): Promise<void> {
    signal?.throwIfAborted();
    while (this.#state.kind === 'loading') await orAborted(this.#state.settled, signal);
    if (this.#state.kind === 'loaded') return;
    await this.#start(
      (own) => downloadAndStart({ ...this.#plan, signal: own, onProgress }),
      signal,
    );
  }

  /**
   * The model, started again where its worker was ended.
   * @throws `engine-failed` where nothing was loaded; what `startStored` throws.
   */
  async ready(): Promise<LlamaRuntime> {
    while (this.#state.kind === 'loading') await this.#state.settled;
    const state = this.#state;
    if (state.kind === 'loaded' && isUsable(state.runtime)) return state.runtime;
    if (state.kind === 'empty')
      throw new AskPageError('engine-failed', 'No language model is loaded. Load it first.');
    if (state.kind === 'loaded') this.drop(state.runtime);
    return this.#start((own) => startStored({ ...this.#plan, signal: own }));
  }

  /** Ends a worker that is in doubt. */
  drop(runtime: LlamaRuntime): void {
    runtime.end();
    if (this.runtime === runtime) this.#state = { kind: 'dropped' };
  }

  async unload(): Promise<void> {
    const state = this.#state;
    if (state.kind === 'loading') {
      state.abort.abort(UNLOADED);
      await state.settled;
    }
    this.runtime?.end();
    this.#state = { kind: 'empty' };
  }

  async #start(
    start: (signal: AbortSignal) => Promise<LlamaRuntime>,
    signal?: AbortSignal,
  ): Promise<LlamaRuntime> {
    const abort = new AbortController();
    const starting = start(signal ? AbortSignal.any([signal, abort.signal]) : abort.signal);
    const settled = starting.then(
      (runtime) => {
        this.#facts = runtime;
        this.#state = { kind: 'loaded', runtime };
      },
      () => void (this.#state = { kind: 'empty' }),
    );
    this.#state = { kind: 'loading', abort, settled };
    await settled;
    return starting;
  }
}
