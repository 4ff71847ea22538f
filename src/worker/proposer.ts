import type { TextVector, VectorIndex } from '../core/ports.ts';
import type { VoyFactory } from './voy-index.ts';

/** The texts that a proposer has to know, each once. */
export interface Texts {
  readonly dimensions: number;
  /** Those that have a vector. */
  all: () => TextVector[];
  /** A text's vector, where it has one. */
  vectorOf: (key: string) => Float32Array | undefined;
}

/**
 * Keeps a vector index in step with texts that come and go. A change only waits here until a search
 * needs it: what traps then, traps in the one place that is ready for it.
 */
export class Proposer {
  #index: VectorIndex | undefined;
  readonly #texts: Texts;
  /** Texts that have changed since, and the vector by which the index still holds them. */
  readonly #outdated = new Map<string, Float32Array | undefined>();
  /** Changes that the index may take before it is built anew. */
  #left = 0;

  constructor(texts: Texts) {
    this.#texts = texts;
  }

  /** To be told before a text gets, changes or loses its vector: `held` is the one that it had. */
  outdate(key: string, held: Float32Array | undefined): void {
    if (this.#index && !this.#outdated.has(key)) this.#outdated.set(key, held?.slice());
  }

  /**
   * Keys of the texts nearest to `query`, at most `limit`.
   * @throws what the index fails with; it is forgotten then, and the next call builds another.
   */
  search(create: VoyFactory, query: Float32Array, limit: number): string[] {
    const before = this.#index;
    this.#index = undefined;
    const index = this.#upToDate(before, create);
    this.#outdated.clear();
    const found = index.search(query, limit);
    this.#index = index;
    return found;
  }

  #upToDate(index: VectorIndex | undefined, create: VoyFactory): VectorIndex {
    this.#left -= this.#outdated.size;
    if (index && this.#left >= 0) {
      this.#update(index);
      return index;
    }
    index?.free();
    const { dimensions, all } = this.#texts;
    const texts = all();
    // As many changes cost as much as building, and may leave the tree lopsided or hollow.
    this.#left = texts.length;
    return create(dimensions, texts);
  }

  #update(index: VectorIndex): void {
    const gone: TextVector[] = [];
    const come: TextVector[] = [];
    for (const [key, held] of this.#outdated) {
      const vector = this.#texts.vectorOf(key);
      if (held && vector && isSame(held, vector)) continue;
      if (held) gone.push({ key, vector: held });
      if (vector) come.push({ key, vector });
    }
    if (gone.length > 0) index.remove(gone);
    if (come.length > 0) index.add(come);
  }

  /** Gives the index's memory back. */
  close(): void {
    const index = this.#index;
    this.#index = undefined;
    this.#outdated.clear();
    index?.free();
  }
}

const isSame = (left: Float32Array, right: Float32Array): boolean =>
  left.every((value, i) => value === right[i]);
