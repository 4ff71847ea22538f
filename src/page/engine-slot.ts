import { AskPageError } from '../core/errors.ts';
import type { Engine } from '../core/ports.ts';
import type { EngineState } from './state.ts';

/**
 * The language model of a page: described, offered, loaded after the reader's yes, and unloaded.
 * Nothing is downloaded before `download` is called.
 */
export class EngineSlot {
  state: EngineState = { kind: 'unknown' };
  readonly #create: (() => Promise<Engine>) | undefined;
  readonly #onChange: () => void;
  #engine: Engine | undefined;
  #abort: AbortController | undefined;

  /** @param create Makes the engine; undefined where the owner wants none. */
  constructor(create: (() => Promise<Engine>) | undefined, onChange: () => void) {
    this.#create = create;
    this.#onChange = onChange;
  }

  /** The engine, where it is loaded. */
  get ready(): Engine | undefined {
    return this.state.kind === 'ready' ? this.#engine : undefined;
  }

  /** Finds out what could run here; a model that is on the device already is loaded. */
  async look(): Promise<void> {
    if (this.state.kind !== 'unknown') return;
    if (!this.#create) {
      this.#set({ kind: 'none', reason: 'This site quotes its pages and runs no language model.' });
      return;
    }
    try {
      this.#engine ??= await this.#create();
      const description = await this.#engine.describe();
      if (description.availability === 'unavailable') {
        this.#set({
          kind: 'none',
          reason: description.reason ?? 'No language model can run here.',
        });
      } else if (description.availability === 'download')
        this.#set({ kind: 'offered', description });
      else await this.#load();
    } catch (thrown) {
      this.#set({ kind: 'none', reason: AskPageError.from(thrown).message });
    }
  }

  /** The reader's yes. Resolves when the model is ready, or has failed or was stopped. */
  async download(): Promise<void> {
    const { kind } = this.state;
    if (kind === 'offered' || kind === 'failed' || kind === 'declined') await this.#load();
  }

  async #load(): Promise<void> {
    const engine = this.#engine;
    if (!engine) return;
    const description = await engine.describe();
    const abort = new AbortController();
    this.#abort = abort;
    this.#set({ kind: 'loading', description, progress: { fraction: 0, text: 'Starting' } });
    try {
      await engine.load({
        signal: abort.signal,
        onProgress: (progress) => this.#set({ kind: 'loading', description, progress }),
      });
      this.#set({ kind: 'ready', description });
    } catch (thrown) {
      if (abort.signal.aborted) this.#set({ kind: 'offered', description });
      else {
        const error = AskPageError.from(thrown, 'engine-failed');
        this.#set({ kind: 'failed', error, description });
      }
    }
  }

  /** Stops a download; what has arrived stays on the device. */
  stop(): void {
    this.#abort?.abort();
  }

  /** The reader's no, for this visit. */
  decline(): void {
    this.#set({ kind: 'declined' });
  }

  /** After an engine died: the next question offers it again. */
  reset(): void {
    this.#set({ kind: 'unknown' });
  }

  async dispose(): Promise<void> {
    this.#abort?.abort();
    const engine = this.#engine;
    this.#engine = undefined;
    this.state = { kind: 'unknown' };
    await engine?.unload().catch(() => {});
  }

  #set(state: EngineState): void {
    this.state = state;
    this.#onChange();
  }
}
