import { AskPageError } from '../../core/errors.ts';
import type { Engine } from '../../core/ports.ts';
import type { LoadedModel } from './api.ts';
import { isHealthy, type WebllmLink } from './link.ts';
import { downloadAndStart, startStored, type LoadPlan, type RunningModel } from './load.ts';
import { orAborted, within } from '../waiting.ts';

type LoadOptions = NonNullable<Parameters<Engine['load']>[0]>;

type State =
  | { kind: 'empty' }
  /** `model` where it ran before. */
  | Loading
  | ({ kind: 'loaded' } & RunningModel)
  /** The worker is gone, the files are here: the next call starts it again. */
  | { kind: 'dropped'; model: LoadedModel };

interface Loading {
  kind: 'loading';
  abort: AbortController;
  /** Resolves when the load has ended, well or not. */
  settled: Promise<void>;
  model: LoadedModel | undefined;
}

const UNLOAD_PATIENCE = 5_000;

const failed = (message: string): AskPageError => new AskPageError('engine-failed', message);

/** Keeps one model loaded: starts its worker, and starts it again where it was lost. */
export class ModelKeeper {
  readonly #plan: Omit<LoadPlan, 'signal' | 'onProgress' | 'onEnd'>;
  #state: State = { kind: 'empty' };

  constructor(plan: Omit<LoadPlan, 'signal' | 'onProgress' | 'onEnd'>) {
    this.#plan = plan;
  }

  /** Of the model that is loaded, or can be started again. */
  get model(): LoadedModel | undefined {
    return this.#state.kind === 'empty' ? undefined : this.#state.model;
  }

  get isLoaded(): boolean {
    return this.#state.kind === 'loaded';
  }

  /** Whether all files are here. Best effort: where the browser forbids a look, they are not. */
  isStored(): Promise<boolean> {
    const { store, choice } = this.#plan;
    return store.isStored(choice.model).catch(() => false);
  }

  async load({ signal, onProgress }: LoadOptions): Promise<void> {
    signal?.throwIfAborted();
    while (this.#state.kind === 'loading') await orAborted(this.#state.settled, signal);
    signal?.throwIfAborted();
    if (this.#state.kind === 'loaded' && (await this.#isWell(this.#state.link))) return;
    await this.#start(downloadAndStart, {
      ...(signal && { signal }),
      ...(onProgress && { onProgress }),
    });
  }

  /**
   * The worker with the loaded model, started again where it was dropped.
   * @param isBusy A reply runs: its own watch sees to the worker, which may be slow to answer now.
   */
  async ready(isBusy: boolean): Promise<WebllmLink> {
    for (;;) {
      const state = this.#state;
      if (state.kind === 'empty') throw failed('No language model is loaded. Load it first.');
      if (state.kind === 'loading') await state.settled;
      else if (state.kind === 'dropped') await this.#start(startStored, {});
      else if (isBusy || (await this.#isWell(state.link))) return state.link;
    }
  }

  /** @param isBusy A reply runs: it would trip over what is gone, and blame the graphics card. */
  async unload(isBusy: boolean): Promise<void> {
    const state = this.#state;
    const ended = failed('The model was unloaded meanwhile.');
    this.#state = { kind: 'empty' };
    if (state.kind === 'loading') {
      state.abort.abort(ended);
      await state.settled;
    }
    if (state.kind !== 'loaded') return;
    if (!isBusy) await within(state.link.client.call('unload', {}), UNLOAD_PATIENCE);
    state.link.end(ended);
  }

  async #isWell(link: WebllmLink): Promise<boolean> {
    if (await isHealthy(link, this.#plan.patience.pingEvery)) return true;
    link.end(failed('The language model is gone: its worker or its graphics device was lost.'));
    return false;
  }

  async #start(
    start: (plan: LoadPlan) => Promise<RunningModel>,
    { signal, onProgress }: LoadOptions,
  ): Promise<void> {
    const abort = new AbortController();
    let settle = () => {};
    const settled = new Promise<void>((resolve) => (settle = resolve));
    const loading: Loading = { kind: 'loading', abort, settled, model: this.model };
    this.#state = loading;
    const either = signal ? AbortSignal.any([signal, abort.signal]) : abort.signal;
    const onEnd = (link: WebllmLink) => this.#drop(link);
    try {
      const running = await start({ ...this.#plan, onEnd, onProgress, signal: either });
      // By who heard of the last step.
      if (either.aborted) running.link.end(AskPageError.from(either.reason));
      either.throwIfAborted();
      this.#state = { kind: 'loaded', ...running };
    } catch (thrown) {
      await this.#giveUp(loading);
      throw thrown;
    } finally {
      settle();
    }
  }

  #drop(link: WebllmLink): void {
    if (this.#state.kind === 'loaded' && this.#state.link === link)
      this.#state = { kind: 'dropped', model: this.#state.model };
  }

  /** A model that ran before, and whose files are still here, may be started another time. */
  async #giveUp(loading: Loading): Promise<void> {
    const { model } = loading;
    const mayStart = model && (await this.isStored());
    if (this.#state === loading)
      this.#state = mayStart ? { kind: 'dropped', model } : { kind: 'empty' };
  }
}
