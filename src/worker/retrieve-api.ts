import type { VectorSpace } from '../core/index-file/manifest.ts';
import type { Hit, SearchResult, Section, Turn } from '../core/ports.ts';

/** A text that has no vector yet. */
export interface MissingVector {
  /** Names the text in `setVectors`. */
  key: string;
  text: string;
}

export interface SearchParams {
  question: string;
  /** Earlier exchanges of the thread, oldest first. */
  history: readonly Turn[];
  limit: number;
  /** The question's unit vector; without it keywords decide alone. */
  vector?: Float32Array<ArrayBuffer> | undefined;
}

/** What the retrieve worker does: passages, vectors, Voy and keywords. It never runs a model. */
export interface RetrieveApi {
  /** Loads a prebuilt index in place of what was there. Answers with what encoded its vectors. */
  open(
    params: { manifest: string; voyWasm: string },
    signal: AbortSignal,
  ): Promise<{ passages: number; model: VectorSpace }>;
  /**
   * Adds documents; keyword search finds them at once. Answers with the texts whose vectors are not
   * kept from an earlier visit, each text once.
   */
  add(
    params: { sections: Section[]; model: VectorSpace; source: string; voyWasm: string },
    signal: AbortSignal,
  ): Promise<{ passages: number; missing: MissingVector[] }>;
  /** Vectors, row after row, of the texts named by `keys`; also kept for the next visit. */
  setVectors(
    params: { keys: string[]; vectors: Float32Array<ArrayBuffer> },
    signal: AbortSignal,
  ): Promise<void>;
  /** Results as the reader types: the last word counts as unfinished. */
  keywords(params: { query: string; limit: number }, signal: AbortSignal): Promise<Hit[]>;
  search(params: SearchParams, signal: AbortSignal): Promise<SearchResult>;
}
