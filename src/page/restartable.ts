import { AskPageError } from '../core/errors.ts';

export interface RestartableOptions<T> {
  work: (signal: AbortSignal) => Promise<T>;
  /** Called when a run fails that was not reset meanwhile. */
  onFailure: (error: AskPageError) => void;
}

/**
 * Work that is done once and shared by all who wait for it, until it fails or is reset. Who waits for a
 * run that was reset gets the one that took its place.
 */
export class Restartable<T> {
  readonly #options: RestartableOptions<T>;
  #run: { abort: AbortController; result: Promise<T> } | undefined;

  constructor(options: RestartableOptions<T>) {
    this.#options = options;
  }

  get(): Promise<T> {
    this.#run ??= this.#start();
    return this.#run.result;
  }

  #start() {
    const abort = new AbortController();
    const isReset = () => this.#run?.abort !== abort;
    const result = this.#options.work(abort.signal).then(
      (value) => (isReset() ? this.#next() : value),
      (thrown: unknown) => {
        if (isReset()) return this.#next();
        this.#run = undefined;
        const error = AskPageError.from(thrown);
        this.#options.onFailure(error);
        throw error;
      },
    );
    return { abort, result };
  }

  #next(): Promise<T> {
    if (this.#run) return this.#run.result;
    throw new AskPageError('worker-failed', 'The search was stopped. Ask again.');
  }

  /** Ends a run and forgets its result; the next `get` starts another. */
  reset(): void {
    const run = this.#run;
    this.#run = undefined;
    run?.abort.abort();
  }
}
