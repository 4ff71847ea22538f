import { embeddingText } from '../core/documents/passages.ts';
import { fingerprint } from '../core/hash.ts';
import { keywordDocument } from '../core/index-file/write.ts';
import type { LoadedIndex } from '../core/index-file/read.ts';
import type { Passage, VectorIndex } from '../core/ports.ts';
import { normalise } from '../core/ranking/cosine.ts';
import { buildKeywordIndex, type Bm25Index } from '../core/ranking/keyword-index.ts';
import type { LightEncoder } from '../core/ranking/light-encoder.ts';
import type { VoyFactory } from './voy-index.ts';

type Filter = (row: number) => boolean;

/**
 * The passages of one site with what finds them. Rows are places in `passages`. Vectors belong to
 * texts, not to passages: equal texts share one, and the vector index sees it once.
 */
export class PassageStore {
  readonly passages: Passage[] = [];
  readonly dimensions: number;
  /** Encodes questions without the model, where the index came with it. */
  readonly light: LightEncoder | undefined;
  readonly #keys: string[] = [];
  readonly #rowsOf = new Map<string, number[]>();
  #vectors: Float32Array;
  readonly #hasVector = new Set<string>();
  /** Texts whose vector was no direction: words find them, and nothing waits for them. */
  readonly #refused = new Set<string>();
  #keywords: Bm25Index | undefined;
  #proposer: VectorIndex | undefined;
  readonly #filters = new Map<string, Filter | undefined>();

  constructor(dimensions: number, light?: LightEncoder) {
    this.dimensions = dimensions;
    this.light = light;
    this.#vectors = new Float32Array(0);
  }

  /** A store of a prebuilt index. */
  static from(index: LoadedIndex, dimensions: number): PassageStore {
    const { passages, vectors, keywords, light } = index;
    const store = new PassageStore(dimensions, light);
    store.add(passages);
    store.#vectors = vectors;
    store.#keywords = keywords;
    for (const [row, key] of store.#keys.entries()) {
      const vector = vectors.subarray(row * dimensions, (row + 1) * dimensions);
      if (normalise(vector)) store.#hasVector.add(key);
      else store.#refused.add(key);
    }
    return store;
  }

  /** Adds passages and answers with the texts that have no vector, each once. */
  add(passages: readonly Passage[]): { key: string; text: string }[] {
    const missing = new Map<string, string>();
    for (const passage of passages) {
      const text = embeddingText(passage);
      const key = fingerprint(text);
      const row = this.passages.push(passage) - 1;
      this.#keys.push(key);
      const rows = this.#rowsOf.get(key);
      if (rows) rows.push(row);
      else this.#rowsOf.set(key, [row]);
      if (!this.#hasVector.has(key)) missing.set(key, text);
    }
    this.#grow();
    this.#keywords = undefined;
    this.#proposer = undefined;
    this.#filters.clear();
    return [...missing].map(([key, text]) => ({ key, text }));
  }

  #grow(): void {
    const needed = this.passages.length * this.dimensions;
    if (this.#vectors.length >= needed) return;
    const grown = new Float32Array(needed);
    grown.set(this.#vectors);
    this.#vectors = grown;
    for (const key of this.#hasVector) this.#copyToRows(key);
  }

  /** A zero or non-finite vector is refused: the text stays without one. */
  setVector(key: string, vector: Float32Array): boolean {
    const rows = this.#rowsOf.get(key);
    if (!rows || vector.length !== this.dimensions) return false;
    if (!normalise(vector)) {
      if (!this.#hasVector.has(key)) this.#refused.add(key);
      return false;
    }
    this.#refused.delete(key);
    this.#vectors.set(vector, (rows[0] ?? 0) * this.dimensions);
    this.#hasVector.add(key);
    this.#copyToRows(key);
    this.#proposer = undefined;
    return true;
  }

  #copyToRows(key: string): void {
    const [first = 0, ...others] = this.#rowsOf.get(key) ?? [];
    const start = first * this.dimensions;
    for (const row of others) {
      this.#vectors.copyWithin(row * this.dimensions, start, start + this.dimensions);
    }
  }

  /**
   * Says which rows are in a language, or in none that is known; regions don't count.
   * @param lang BCP 47 tag.
   * @returns nothing where all rows are, or none is: then a language tells nothing apart.
   */
  inLanguage(lang: string): Filter | undefined {
    const wanted = primaryTag(lang);
    // Asked for at each key.
    if (!this.#filters.has(wanted)) this.#filters.set(wanted, this.#filterBy(wanted));
    return this.#filters.get(wanted);
  }

  #filterBy(wanted: string): Filter | undefined {
    const tags = this.passages.map(({ section }) => primaryTag(section.lang ?? ''));
    const isOther = tags.map((tag) => tag !== '' && tag !== wanted);
    const tellsApart = tags.includes(wanted) && isOther.includes(true);
    return tellsApart ? (row) => !isOther[row] : undefined;
  }

  keyOf(row: number): string {
    return this.#keys[row] ?? '';
  }

  get vectors(): Float32Array {
    return this.#vectors;
  }

  /** Whether every text that can have a vector has it, so that a search by meaning misses nothing. */
  get isComplete(): boolean {
    return this.#hasVector.size + this.#refused.size === this.#rowsOf.size;
  }

  get keywords(): Bm25Index {
    return (this.#keywords ??= buildKeywordIndex(this.passages.map(keywordDocument)));
  }

  /** The vector index over all texts that have a vector, built when first asked for. */
  proposer(create: VoyFactory): VectorIndex {
    return (this.#proposer ??= create(this.#vectors, this.dimensions, this.#distinctRows()));
  }

  #distinctRows(): number[] {
    return [...this.#rowsOf].flatMap(([key, rows]) =>
      this.#hasVector.has(key) ? rows.slice(0, 1) : [],
    );
  }
}

const primaryTag = (lang: string): string => lang.trim().toLowerCase().split(/[-_]/)[0] ?? '';
