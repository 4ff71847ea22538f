/** Who wants to know that something has changed. */
export class Listeners {
  readonly #listeners = new Set<() => void>();

  /** Returns what ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly tell = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
