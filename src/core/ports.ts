/**
 * The nouns of askpage and the seams between its parts. Everything here is plain data or an
 * interface; owners can bring their own `Retriever` and `Engine`.
 */

import type { Evidence } from './ranking/confidence.ts';
import type { SearchScope } from './scope.ts';

/** A stretch of a document under one heading. `text` is plain Markdown: paragraphs, lists, fences, tables. */
export interface Section {
  /** Address with the section's anchor; relative to the index, or absolute. */
  url: string;
  /** The page's title. */
  title: string;
  /** Headings from the page's top level down to this section's own; may be empty. */
  headings: string[];
  text: string;
  /** BCP 47 language tag. */
  lang?: string;
  /** ISO 8601 date of the document. */
  date?: string;
  version?: string;
}

/** What is embedded, searched and injected: about 200 tokens of one section. */
export interface Passage {
  /** Fingerprint of address and text: the same HTML gives the same ids everywhere. */
  id: string;
  section: Omit<Section, 'text'>;
  text: string;
  /** Estimated WordPiece tokens of heading path and text; never more than the embedder's window. */
  tokens: number;
}

export interface Hit {
  passage: Passage;
  /** Cosine similarity to the question, −1 to 1; 0 where no vector was at hand. */
  score: number;
  /** BM25 score, 0 upwards. */
  keywordScore: number;
  /** What the list is sorted by: the fused score, 0 to 1. */
  fused: number;
  /** 1 for the best. */
  rank: number;
  /** What stands beside it in its section, nearest first; a prompt with room to spare takes it in. */
  around?: { before: Passage[]; after: Passage[] };
}

/** What encoded the question: the site's token vectors, the full model, or nothing. */
export type EncoderKind = 'light' | 'full' | 'keyword';

export interface SearchResult {
  hits: Hit[];
  /** 0 to 1: how likely it is that the hits hold an answer. */
  confidence: number;
  /** What the confidence was judged by; near sentences are added to it where the full model reads them. */
  evidence?: Evidence;
  /** How rare each term of what was searched is on the site, as idf: quotes are chosen by it. */
  rarity?: ReadonlyMap<string, number>;
  encoder: EncoderKind;
  /** What was searched. Default: all pages. */
  scope?: SearchScope | undefined;
  /** Sentences for the reader about anything that was done in a lesser way. */
  notices: string[];
}

/** A finished exchange in the same thread. */
export interface Turn {
  question: string;
  answer: string;
}

export interface SearchOptions {
  history?: readonly Turn[];
  /** How many hits at most. */
  limit?: number;
  /** What is searched. Default: all pages. */
  scope?: SearchScope | undefined;
  /** Address of the page that the reader sees: its passages win near ties. Default: none does. */
  page?: string | undefined;
  signal?: AbortSignal;
}

export interface Retriever {
  search(question: string, options?: SearchOptions): Promise<SearchResult>;
}

/** Turns texts into unit vectors, row after row in one array. */
export interface Embedder {
  readonly dimensions: number;
  /** What it computes by. The site's token vectors are fitted to questions, not to sentences. Default `full`. */
  readonly encoder?: 'light' | 'full';
  embed(texts: readonly string[], options?: { signal?: AbortSignal }): Promise<Float32Array>;
}

/** Says how well texts answer a question: the higher, the better, on a scale of its own. */
export interface Reranker {
  /** A number for each text, in their order. */
  score(
    question: string,
    texts: readonly string[],
    options?: { signal?: AbortSignal },
  ): Promise<readonly number[]>;
}

/** A text's unit vector under the text's name. */
export interface TextVector {
  key: string;
  vector: Float32Array;
}

/** Proposes texts that lie near a question; the caller scores them exactly. */
export interface VectorIndex {
  readonly size: number;
  /** Keys of the texts nearest to the unit vector `query`, at most `limit`, nearest first. */
  search(query: Float32Array, limit: number): string[];
  /** Takes texts in. A key that it has stays as it is; a vector that is no direction is left out. */
  add(texts: readonly TextVector[]): void;
  /** Takes texts out. Each needs the vector that it was added with; unknown keys are passed over. */
  remove(texts: readonly TextVector[]): void;
  /** Gives the memory back; nothing may be asked afterwards. */
  free(): void;
}

export interface KeywordHit {
  row: number;
  /** BM25 score, above 0. */
  score: number;
}

export interface KeywordIndex {
  search(query: string, limit: number): KeywordHit[];
  readonly size: number;
}

export type Role = 'system' | 'user' | 'assistant';

export interface Message {
  role: Role;
  content: string;
}

export type Availability = 'ready' | 'download' | 'unavailable';

/** What a reader is told before anything is fetched. */
export interface EngineDescription {
  /** Name of the model for people. */
  model: string;
  /** Download size in bytes; 0 where nothing is downloaded. */
  bytes: number;
  licence: string;
  /** Where the licence can be read: an absolute https address. */
  licenceUrl?: string;
  /** Where the files come from: a host name, or "this site". */
  origin: string;
  /** Memory that the running model needs, in bytes. */
  memoryBytes?: number;
  /** Guess of how fast it writes on this device, in tokens a second. */
  tokensPerSecond?: number;
  availability: Availability;
  /** Why it is unavailable, and what could be done, as a sentence. */
  reason?: string;
}

/** What a reader is told of a model, whether or not it is on the device. */
export type ModelFacts = Omit<EngineDescription, 'availability' | 'reason'>;

/** How far a download is. */
export interface DownloadProgress {
  /** Bytes that are stored or have arrived. */
  doneBytes: number;
  totalBytes: number;
  /** Over the last few seconds; not known at the start. */
  bytesPerSecond?: number;
  /** At that rate. */
  secondsLeft?: number;
  /** Nothing arrives: it is tried again. */
  isStalled?: boolean;
}

export interface LoadProgress {
  /** 0 to 1, of the whole load. */
  fraction: number;
  /** One line for the reader. */
  text: string;
  /** While files arrive. */
  download?: DownloadProgress;
}

export interface GenerateOptions {
  signal?: AbortSignal;
  maxTokens?: number;
  temperature?: number;
  /** Texts that end the reply; an engine that has no such thing leaves them, and the caller cuts. */
  stop?: readonly string[];
  /** Called with the share of the request that is read, 0 to 1, by an engine that knows it. */
  onReading?: (fraction: number) => void;
}

/** A language model that can write an answer. */
export interface Engine {
  readonly id: string;
  /** What `generate` can't do; the caller sees to it. Default: nothing. */
  readonly ignores?: readonly ('maxTokens' | 'temperature' | 'stop')[];
  /** Whether it computes on the processor, so that all else there slows it down. Default: it doesn't. */
  readonly isOnProcessor?: boolean;
  /** Tokens that prompt and reply share; known after `load`. */
  readonly contextWindow: number;
  /** Tokens of the model's chat template that must never come out of a document. */
  readonly controlTokens: readonly string[];
  describe(): Promise<EngineDescription>;
  load(options?: {
    onProgress?: (progress: LoadProgress) => void;
    signal?: AbortSignal;
  }): Promise<void>;
  countTokens(texts: readonly string[]): Promise<number[]>;
  /** Yields the reply piece by piece. Leaving the loop early must free the model for the next call. */
  generate(messages: readonly Message[], options?: GenerateOptions): AsyncIterable<string>;
  interrupt(): void;
  unload(): Promise<void>;
}
