import type { VectorSpace } from '../core/embedding-model.ts';
import type { SupportQuery, SupportRequest } from '../core/grounding/support.ts';
import type { SupportReport } from '../core/grounding/support-report.ts';
import type { AddedDocument } from '../core/documents/added-document.ts';
import type { NeighbourQuery, Opening } from '../core/documents/neighbours.ts';
import type { OpeningQuery } from '../core/documents/openings.ts';
import type { ScopeOffers, SearchScope } from '../core/scope.ts';
import type { Hit, Passage, SearchResult, Section, Turn } from '../core/ports.ts';

/** A text that has no vector yet. */
export interface MissingVector {
  /** Names the text in `setVectors`. */
  key: string;
  text: string;
}

/**
 * What encodes questions: `light` the index's token vectors, `full` the model, `auto` the first that
 * the site has.
 */
export type EncoderChoice = 'auto' | 'light' | 'full';

/** Which passages are searched. */
export interface Where {
  /** Passages of other languages are left out, where the site has any of this one. Default: none are. */
  lang?: string | undefined;
  /** Default: all. What is left out takes no place among the results. */
  scope?: SearchScope | undefined;
  /** Address of the page that the reader sees: its passages win near ties. */
  page?: string | undefined;
}

export interface KeywordParams extends Where {
  query: string;
  limit: number;
}

export interface SearchParams extends Where {
  question: string;
  /** Earlier exchanges of the thread, oldest first. */
  history: readonly Turn[];
  limit: number;
  /** The question's unit vector by the full model. */
  vector?: Float32Array<ArrayBuffer> | undefined;
  /**
   * Unless it is `full`, a question without a vector is encoded by the index's token vectors, where
   * it has them; else keywords decide alone. Default `auto`.
   */
  encoder?: EncoderChoice | undefined;
}

/** What a search found. */
export interface WorkerResult extends SearchResult {
  /** For the developer: what has failed since the last answer, though the reader notices nothing. */
  faults: string[];
}

/** What the retrieve worker does: passages, vectors, Voy, keywords, and the check of answers. It never runs a model. */
export interface RetrieveApi {
  /** Loads a prebuilt index in place of what was there. Answers with what encoded its vectors, and whether it has token vectors. */
  open(
    params: { manifest: string; voyWasm: string },
    signal: AbortSignal,
  ): Promise<{ passages: number; model: VectorSpace; hasLight: boolean }>;
  /**
   * Adds documents; keyword search finds them at once. What was there of the same pages (addresses
   * without their anchor) is replaced. Answers with the texts whose vectors are not
   * kept from an earlier visit, each text once.
   */
  add(
    params: { sections: Section[]; model: VectorSpace; source: string; voyWasm: string },
    signal: AbortSignal,
  ): Promise<{ passages: number; missing: MissingVector[] }>;
  /**
   * Adds documents of the owner's to what is open, an index as well; each takes the place of the page at its
   * address. Words find them at once; search by meaning goes on, and takes them in once they have vectors.
   * Answers with the number of all passages, and the texts without a vector.
   */
  addDocuments(
    params: { documents: AddedDocument[]; model: VectorSpace; voyWasm: string },
    signal: AbortSignal,
  ): Promise<{ passages: number; missing: MissingVector[] }>;
  /** Vectors, row after row, of the texts named by `keys`; also kept for the next visit. */
  setVectors(
    params: { keys: string[]; vectors: Float32Array<ArrayBuffer> },
    signal: AbortSignal,
  ): Promise<void>;
  /** Results as the reader types: the last word counts as unfinished. */
  keywords(params: KeywordParams, signal: AbortSignal): Promise<Hit[]>;
  search(params: SearchParams, signal: AbortSignal): Promise<WorkerResult>;
  /** What could be searched instead of all, where the reader is at `url`. */
  scopes(params: { url: string }, signal: AbortSignal): Promise<ScopeOffers>;
  /** Sections beside and below one, for questions that could come next. See `neighboursOf`. */
  neighbours(params: NeighbourQuery, signal: AbortSignal): Promise<Opening[]>;
  /** Headings that make good questions to begin with. See `openingsOf`. */
  headings(params: OpeningQuery, signal: AbortSignal): Promise<Opening[]>;
  /** All passages, in their order. */
  passages(params: object, signal: AbortSignal): Promise<Passage[]>;
  /** Share of a text that the index's token vectors know, see `KNOWN_LIMIT`; 0 where it has none. */
  known(params: { text: string }, signal: AbortSignal): Promise<number>;
  /**
   * Vectors of texts by the index's token vectors, row after row; zeros for a text without a known
   * token. Rejects where the index has none.
   */
  encode(params: { texts: string[] }, signal: AbortSignal): Promise<Float32Array<ArrayBuffer>>;
  /** The texts by whose vectors an answer's check compares meaning. See `textsToCompare`. */
  supportTexts(params: SupportQuery, signal: AbortSignal): Promise<string[]>;
  /** Checks an answer against the passages that a model was given. See `checkSupport`. */
  support(params: SupportRequest, signal: AbortSignal): Promise<SupportReport>;
}
