import { AskPageError } from '../core/errors.ts';
import type { Engine, EngineDescription, LoadProgress } from '../core/ports.ts';
import {
  describeAll,
  keyOf,
  reasonOf,
  usable,
  type Candidate,
  type EngineOption,
} from './engine-candidates.ts';
import type { EngineMemory } from './engine-memory.ts';
import type { EngineState } from './state.ts';

export interface EngineSlotOptions {
  /** Finds the engines that could run here, best first; undefined where the owner wants none. */
  find: (() => Promise<EngineOption[]>) | undefined;
  memory: EngineMemory;
  onChange: () => void;
  /** The engine is one that the owner brought. */
  isOwn?: boolean;
  /** Asks the browser to keep what is downloaded. */
  persist?: () => Promise<unknown>;
}

/** A model that the reader can choose. */
export interface EngineChoice {
  key: string;
  description: EngineDescription;
  isCurrent: boolean;
}

/**
 * The language model of a page: found, offered, loaded after the reader's yes, and unloaded. Nothing is
 * downloaded before `download` is called.
 */
export class EngineSlot {
  state: EngineState = { kind: 'unknown' };
  readonly #options: EngineSlotOptions;
  #candidates: Candidate[] = [];
  #current: Candidate | undefined;
  #looking: Promise<void> | undefined;
  #abort: AbortController | undefined;

  constructor(options: EngineSlotOptions) {
    this.#options = options;
  }

  /** The engine, where it is loaded. */
  get ready(): Engine | undefined {
    return this.state.kind === 'ready' ? this.#current?.engine : undefined;
  }

  /** Where an engine that the owner brought runs, once it is known. */
  get ownOrigin(): string | undefined {
    const { state } = this;
    return this.#options.isOwn && 'description' in state ? state.description.origin : undefined;
  }

  /** Models that can run here, best first. */
  get choices(): EngineChoice[] {
    return this.#candidates.map((candidate) => ({
      key: keyOf(candidate),
      description: candidate.description,
      isCurrent: candidate === this.#current,
    }));
  }

  /** Finds out what could run here; a model that is on the device already is loaded. */
  async look(): Promise<void> {
    if (this.state.kind !== 'unknown') return;
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { find, memory } = this.#options;
    if (!find) return this.#none('This site quotes its pages and runs no language model.');
    try {
      const all = await describeAll(await find());
      this.#candidates = usable(all, memory.chosen);
      this.#current = this.#candidates[0];
      if (!this.#current) this.#none(reasonOf(all));
      else await this.#start(this.#current);
    } catch (thrown) {
      this.#none(AskPageError.from(thrown).message);
    }
  }

  async #start({ description }: Candidate): Promise<void> {
    const { memory } = this.#options;
    if (memory.isRefused) this.#set({ kind: 'declined', isForGood: true });
    else if (memory.interrupted === description.model) {
      // Told once: what ended the page may not end it again.
      memory.forgetInterruption();
      this.#set({ kind: 'failed', error: interrupted(description), description });
    } else if (description.availability === 'ready') await this.#load();
    else this.#set({ kind: 'offered', description });
  }

  /** The reader looks at another model of `choices`. What is loaded is left. */
  async choose(key: string): Promise<void> {
    const found = this.#candidates.find((candidate) => keyOf(candidate) === key);
    if (!found || found === this.#current) return;
    const before = this.#current;
    this.#abort?.abort();
    this.#current = found;
    this.#set({ kind: 'offered', description: found.description });
    await before?.engine.unload().catch(() => {});
    if (found.description.availability === 'ready' && this.#current === found)
      await this.download();
  }

  /** The reader's yes. Resolves when the model is ready, or has failed or was stopped. */
  async download(): Promise<void> {
    const { kind } = this.state;
    if (kind === 'loading' || kind === 'ready' || !this.#current) return;
    const { memory, persist } = this.#options;
    memory.isRefused = false;
    memory.chosen = keyOf(this.#current);
    persist?.().catch(() => {});
    await this.#load();
  }

  async #load(): Promise<void> {
    const current = this.#current;
    if (!current) return;
    const { engine } = current;
    // Part of it may have arrived meanwhile, or been deleted.
    const description = await engine.describe();
    current.description = description;
    const abort = new AbortController();
    this.#abort = abort;
    const guard = new LoadGuard(this.#options.memory, description.model);
    const onProgress = (progress: LoadProgress) => {
      if (abort.signal.aborted) return;
      guard.see(progress);
      this.#set({ kind: 'loading', description, progress });
    };
    onProgress({ fraction: 0, text: 'Starting' });
    try {
      await engine.load({ signal: abort.signal, onProgress });
      if (!abort.signal.aborted) this.#set({ kind: 'ready', description });
    } catch (thrown) {
      const error = AskPageError.from(thrown, 'engine-failed');
      if (!abort.signal.aborted) this.#set({ kind: 'failed', error, description });
    } finally {
      guard.end();
    }
  }

  /** Pauses a download; what has arrived stays on the device. */
  stop(): void {
    const { state } = this;
    if (state.kind !== 'loading') return;
    this.#abort?.abort();
    this.#set({ ...state, kind: 'paused' });
  }

  /** The reader's no: for this visit, or until they ask for it themselves. */
  decline({ isForGood = false } = {}): void {
    if (isForGood) this.#options.memory.isRefused = true;
    this.#set({ kind: 'declined', isForGood });
  }

  /** The reader wants to see the offer again. */
  offer(): void {
    this.#options.memory.isRefused = false;
    if (this.#current) this.#set({ kind: 'offered', description: this.#current.description });
  }

  /** After an engine died or its files went: the next `look` begins anew. */
  async reset(): Promise<void> {
    const engine = this.#letGo();
    this.#options.onChange();
    await engine?.unload().catch(() => {});
  }

  /** Another tab gave the model up: it is loaded here, unless it was deleted there. */
  async takeOver(): Promise<void> {
    const { kind } = this.state;
    const current = this.#current;
    // What the reader stopped or refused stays so.
    if (!current || (kind !== 'ready' && kind !== 'failed' && kind !== 'loading')) return;
    const description = await current.engine.describe();
    if (current !== this.#current) return;
    if (description.availability === 'ready') await this.#load();
    else this.#set({ kind: 'offered', description });
  }

  /** As `reset`, where nobody draws it any more. */
  async dispose(): Promise<void> {
    await this.#letGo()
      ?.unload()
      .catch(() => {});
  }

  /** Forgets all that was found, and returns the engine that must be unloaded. */
  #letGo(): Engine | undefined {
    this.#abort?.abort();
    const engine = this.#current?.engine;
    this.#current = undefined;
    this.#candidates = [];
    this.state = { kind: 'unknown' };
    return engine;
  }

  #none(reason: string): void {
    this.#set({ kind: 'none', reason });
  }

  #set(state: EngineState): void {
    this.state = state;
    this.#options.onChange();
  }
}

/** Marks the part of a load that can end the whole page: when all files are there and memory is filled. */
class LoadGuard {
  readonly #memory: EngineMemory;
  readonly #model: string;
  #end: (() => void) | undefined;

  constructor(memory: EngineMemory, model: string) {
    this.#memory = memory;
    this.#model = model;
  }

  see({ fraction, download }: LoadProgress): void {
    if (fraction > 0 && !download) this.#end ??= this.#memory.guardLoad(this.#model);
  }

  end(): void {
    this.#end?.();
  }
}

const interrupted = ({ model }: EngineDescription): AskPageError =>
  new AskPageError(
    'load-interrupted',
    `The page ended while ${model} was being loaded the last time, most often for want of memory. Close other tabs and try again, or choose a smaller model.`,
  );
