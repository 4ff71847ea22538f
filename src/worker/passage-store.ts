import { outlineOf, type Outline } from '../core/documents/outline.ts';
import { embeddingText } from '../core/documents/passages.ts';
import { fingerprint } from '../core/hash.ts';
import { primaryTag } from '../core/language-tag.ts';
import { keywordDocument } from '../core/index-file/write.ts';
import type { LoadedIndex } from '../core/index-file/read.ts';
import type { Passage, TextVector } from '../core/ports.ts';
import { normalise } from '../core/ranking/cosine.ts';
import { buildKeywordIndex, type Bm25Index } from '../core/ranking/keyword-index.ts';
import type { LightEncoder } from '../core/ranking/light-encoder.ts';
import { Proposer } from './proposer.ts';
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
  /** Texts without a vector that nothing waits for: it was no direction, or they were added late. */
  readonly #unawaited = new Set<string>();
  #keywords: Bm25Index | undefined;
  #outline: Outline | undefined;
  readonly #proposer: Proposer;
  readonly #filters = new Map<string, Filter | undefined>();

  constructor(dimensions: number, light?: LightEncoder) {
    this.dimensions = dimensions;
    this.light = light;
    this.#vectors = new Float32Array(0);
    this.#proposer = new Proposer({
      dimensions,
      all: () => this.#textVectors(),
      vectorOf: (key) => this.#vectorOf(key),
    });
  }

  /** A store of a prebuilt index. */
  static from(index: LoadedIndex, dimensions: number): PassageStore {
    const { passages, vectors, keywords, light } = index;
    const store = new PassageStore(dimensions, light);
    // Not by `add`: its texts without a vector would be the whole site once more.
    for (const passage of passages) store.#append(passage);
    store.#vectors = vectors;
    store.#keywords = keywords;
    for (const [key, rows] of store.#rowsOf) {
      // One vector for equal texts, also where the index has several.
      const found = rows.map((row) => store.#at(row)).find(normalise);
      if (found) store.#fill(key, found);
      else store.#unawaited.add(key);
    }
    return store;
  }

  /**
   * Adds passages and answers with the texts that have no vector, each once.
   * @param isLate Search by meaning goes on without them until they have theirs. Default false.
   */
  add(passages: readonly Passage[], { isLate = false } = {}): { key: string; text: string }[] {
    const first = this.passages.length;
    const missing = new Map<string, string>();
    for (const passage of passages) {
      const key = this.#append(passage);
      if (this.#hasVector.has(key)) continue;
      missing.set(key, embeddingText(passage));
      if (isLate) this.#unawaited.add(key);
    }
    this.#resize();
    for (const key of new Set(this.#keys.slice(first))) {
      const vector = this.#vectorOf(key);
      if (vector) this.#fill(key, vector);
    }
    this.#forgetDerived();
    return [...missing].map(([key, text]) => ({ key, text }));
  }

  /**
   * Takes passages out; the others move up and keep their order. A text keeps its vector as long as
   * one of them has it.
   */
  remove(isGone: (passage: Passage) => boolean): void {
    const kept = [...this.passages.keys()].filter((row) => !isGone(this.#passage(row)));
    if (kept.length === this.passages.length) return;
    const keptKeys = new Set(kept.map((row) => this.keyOf(row)));
    for (const key of this.#rowsOf.keys()) if (!keptKeys.has(key)) this.#forget(key);
    for (const [to, from] of kept.entries()) this.#move(from, to);
    this.passages.length = kept.length;
    this.#keys.length = kept.length;
    this.#resize();
    this.#rowsOf.clear();
    for (const [row, key] of this.#keys.entries()) this.#note(key, row);
    this.#forgetDerived();
  }

  #forget(key: string): void {
    const vector = this.#vectorOf(key);
    if (vector) this.#proposer.outdate(key, vector);
    this.#hasVector.delete(key);
    this.#unawaited.delete(key);
  }

  #move(from: number, to: number): void {
    this.passages[to] = this.#passage(from);
    this.#keys[to] = this.keyOf(from);
    const { dimensions } = this;
    this.#vectors.copyWithin(to * dimensions, from * dimensions, (from + 1) * dimensions);
  }

  #append(passage: Passage): string {
    const key = textKey(passage);
    this.#note(key, this.passages.push(passage) - 1);
    this.#keys.push(key);
    return key;
  }

  #note(key: string, row: number): void {
    const rows = this.#rowsOf.get(key);
    if (rows) rows.push(row);
    else this.#rowsOf.set(key, [row]);
  }

  /** What follows from the passages is made anew when it is asked for. */
  #forgetDerived(): void {
    this.#keywords = undefined;
    this.#outline = undefined;
    this.#filters.clear();
  }

  #resize(): void {
    const resized = new Float32Array(this.passages.length * this.dimensions);
    resized.set(this.#vectors.subarray(0, resized.length));
    this.#vectors = resized;
  }

  /** A zero or non-finite vector is refused: the text stays without one. */
  setVector(key: string, vector: Float32Array): boolean {
    if (!this.#rowsOf.has(key) || vector.length !== this.dimensions) return false;
    if (!normalise(vector)) {
      if (!this.#hasVector.has(key)) this.#unawaited.add(key);
      return false;
    }
    this.#proposer.outdate(key, this.#vectorOf(key));
    this.#unawaited.delete(key);
    this.#fill(key, vector);
    return true;
  }

  /** Gives all rows of a text its vector. */
  #fill(key: string, vector: Float32Array): void {
    for (const row of this.#rowsOf.get(key) ?? []) this.#at(row).set(vector);
    this.#hasVector.add(key);
  }

  #vectorOf(key: string): Float32Array | undefined {
    const [row] = this.#rowsOf.get(key) ?? [];
    return row !== undefined && this.#hasVector.has(key) ? this.#at(row) : undefined;
  }

  #at(row: number): Float32Array {
    return this.#vectors.subarray(row * this.dimensions, (row + 1) * this.dimensions);
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

  #passage(row: number): Passage {
    const passage = this.passages[row];
    if (!passage) throw new RangeError(`No passage in row ${row}`);
    return passage;
  }

  keyOf(row: number): string {
    return this.#keys[row] ?? '';
  }

  get vectors(): Float32Array {
    return this.#vectors;
  }

  /** Whether every text that a search by meaning waits for has its vector. */
  get isComplete(): boolean {
    const { size } = this.#hasVector;
    return size > 0 && size + this.#unawaited.size === this.#rowsOf.size;
  }

  /** Tells rows that have a vector from those found by words alone; nothing where all have one. */
  get hasVector(): Filter | undefined {
    if (this.#unawaited.size === 0) return undefined;
    return (row) => this.#hasVector.has(this.keyOf(row));
  }

  get keywords(): Bm25Index {
    return (this.#keywords ??= buildKeywordIndex(this.passages.map(keywordDocument)));
  }

  get outline(): Outline {
    return (this.#outline ??= outlineOf(this.passages));
  }

  /**
   * Rows whose texts a vector index proposes for a question, at most `limit`, each text once. The
   * index is built at the first question and follows what is added and removed.
   * @throws what the index fails with.
   */
  propose(create: VoyFactory, query: Float32Array, limit: number): number[] {
    const keys = this.#proposer.search(create, query, limit);
    return keys.flatMap((key) => this.#rowsOf.get(key)?.slice(0, 1) ?? []);
  }

  #textVectors(): TextVector[] {
    return [...this.#hasVector].flatMap((key) => {
      const vector = this.#vectorOf(key);
      return vector ? [{ key, vector }] : [];
    });
  }

  /** Gives the vector index's memory back; the garbage collector doesn't know of it. */
  close(): void {
    this.#proposer.close();
  }
}

/** Names what is embedded of a passage; equal for equal texts. */
export const textKey = (passage: Passage): string => fingerprint(embeddingText(passage));
