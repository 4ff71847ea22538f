import type { Message } from '../../core/ports.ts';

/** A model in llama.cpp's file format, GGUF, as a site's owner names it. */
export interface GgufModel {
  /** Absolute addresses: one file, or the parts that it was split into, in order. */
  urls: readonly string[];
  /** For people. Default: the file's name. */
  name?: string;
  /** What it is stored under. Default: the first address. */
  id?: string;
  /** Size of the download. Default: what this site's own server says; 0 where another host has the files. */
  bytes?: number;
  /** SHA-256 of each file, lower-case hex. Default: only size and kind are checked. */
  sha256?: readonly string[];
  licence?: string;
  /** Absolute https address. */
  licenceUrl?: string;
  /** Tokens that prompt and reply share, at most as many as the model can. Default 4096; memory grows with it. */
  contextWindow?: number;
}

/** What a reply cost. */
export interface ReplyTimings {
  /** Prompt tokens that were still known from the request before. */
  cachedTokens: number;
  /** Prompt tokens that had to be read. */
  promptTokens: number;
  promptMs: number;
  replyTokens: number;
  replyMs: number;
}

export interface LlamaRequest {
  messages: readonly Message[];
  maxTokens: number;
  temperature: number;
  stop?: readonly string[] | undefined;
}

/** Where a reply goes. */
export interface ReplySinks {
  /** Stops the reply at the next token, or at the next lot of the prompt. */
  signal: AbortSignal;
  onPiece: (text: string) => void;
  /** Called with each sign of life, also while the prompt is read. */
  onSign: () => void;
  /** Called with the share of the prompt that is read, 0 to 1, what is still known counted as read. */
  onReading: (fraction: number) => void;
}

/** A loaded model in a worker. Its errors are `AskPageError`s. */
export interface LlamaRuntime {
  readonly contextWindow: number;
  /** Special tokens of its own vocabulary; empty where the file's header could not be read. */
  readonly controlTokens: readonly string[];
  /** Where it computes, for diagnostics. */
  readonly threads: number;
  readonly usesGpu: boolean;
  /** Its worker has died, with or without a request. */
  readonly isDead: boolean;
  /** Memory that llama.cpp keeps of conversations that are over, an estimate in bytes. */
  readonly keptBytes: number;
  /** Resolves with undefined for a text that could not be counted. */
  countTokens(text: string): Promise<number | undefined>;
  /**
   * Settles when the model is free for the next request, after an abort too.
   * @throws `context-overflow`, `bad-option`, `engine-failed`.
   */
  reply(request: LlamaRequest, sinks: ReplySinks): Promise<ReplyTimings | undefined>;
  /** Ends the worker at once; what runs rejects. */
  end(): void;
}

export interface RuntimePlan {
  files: readonly Blob[];
  /** Absolute address of llama.cpp's WebAssembly. */
  wasm: string;
  /** The model's, for messages. */
  name: string;
  contextWindow: number;
  threads: number;
  /** Whether the graphics card computes. */
  useGpu: boolean;
}

/**
 * Starts a worker and loads the model into it; an abort ends the worker.
 * @throws `model-invalid` (damaged files), `worker-failed`, `engine-failed`; the signal's reason.
 */
export type StartRuntime = (plan: RuntimePlan, signal: AbortSignal) => Promise<LlamaRuntime>;
