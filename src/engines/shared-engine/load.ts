import type { Engine, LoadProgress } from '../../core/ports.ts';
import { orAborted } from '../waiting.ts';

export interface LoadOptions {
  onProgress?: ((progress: LoadProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** One load of an engine that several tabs wait for. */
export class SharedLoad {
  readonly done: Promise<void>;
  readonly #stopped = new AbortController();
  readonly #listeners = new Set<(progress: LoadProgress) => void>();
  #latest: LoadProgress | undefined;

  constructor(engine: Engine) {
    const onProgress = (progress: LoadProgress) => {
      this.#latest = progress;
      for (const listener of this.#listeners) listener(progress);
    };
    this.done = engine.load({ onProgress, signal: this.#stopped.signal });
    this.done.catch(() => {});
  }

  /** Waits for the end and hears of the progress from where it is; leaving it stops nothing. */
  async join({ onProgress, signal }: LoadOptions): Promise<void> {
    const stopped = this.#stopped.signal;
    if (onProgress) this.#listeners.add(onProgress);
    if (onProgress && this.#latest) onProgress(this.#latest);
    try {
      await orAborted(this.done, signal ? AbortSignal.any([signal, stopped]) : stopped);
    } finally {
      if (onProgress) this.#listeners.delete(onProgress);
    }
  }

  /** Stops the load; all who wait are told `reason`. */
  stop(reason: unknown): void {
    this.#stopped.abort(reason);
  }
}
