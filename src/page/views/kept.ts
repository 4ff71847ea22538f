/**
 * Results that are asked for with each drawing, and made once: for each `key` the one of what was `given`
 * last. They go with their keys.
 */
export class Kept<Key extends object, Given, Result> {
  readonly #results = new WeakMap<Key, { given: Given; result: Result }>();
  readonly #make: (key: Key, given: Given) => Result;

  constructor(make: (key: Key, given: Given) => Result) {
    this.#make = make;
  }

  of(key: Key, given: Given): Result {
    const kept = this.#results.get(key);
    if (kept?.given === given) return kept.result;
    const result = this.#make(key, given);
    this.#results.set(key, { given, result });
    return result;
  }
}
