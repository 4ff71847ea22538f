import type { AskPageError } from '../../core/errors.ts';
import type { LoadProgress, Message } from '../../core/ports.ts';
import type { Port } from '../../core/rpc.ts';
import type { WebllmRecord } from './record.ts';

/** What is known of a model once it is loaded. */
export interface LoadedModel {
  /** Tokens that prompt and reply share. */
  contextWindow: number;
  /** Special tokens of the model's own tokenizer; empty where it could not be read. */
  controlTokens: string[];
}

export interface GenerateParams {
  messages: readonly Message[];
  /** Longest reply in tokens. */
  maxTokens: number;
  /** 0 for the likeliest token each time. */
  temperature: number;
  /** Texts that end the reply when the model writes them. */
  stop?: readonly string[];
}

/**
 * What the model's worker does. Every failure is an `AskPageError`. One model at a time: calls of
 * `generate` wait for each other.
 */
export interface WebllmApi {
  /**
   * Moves a model whose files are all in Cache Storage to the graphics card; progress runs from 0 to 1.
   * Nothing comes before the weights are read, so that a failure before the first item is no fault of
   * theirs.
   * @throws `model-invalid`, `no-webgpu`, `device-lost`, `worker-failed` (the page's policy forbids
   * WebAssembly), `network`, `engine-failed`. After an error the worker is best ended: WebLLM keeps the
   * graphics memory of a load that failed.
   */
  load(params: { record: WebllmRecord }, signal: AbortSignal): AsyncIterable<LoadProgress>;
  /** @throws `engine-failed` where nothing is loaded. */
  info(params: object, signal: AbortSignal): Promise<LoadedModel>;
  /**
   * Streams the reply. After an abort the model stops at the next token and is free for the next call.
   * @throws `context-overflow`, `bad-option` (roles in a wrong order), `device-lost`, `engine-failed`.
   */
  generate(params: GenerateParams, signal: AbortSignal): AsyncIterable<string>;
  /** Resolves when the replies that were asked for until now have ended, stopped ones included. */
  settle(params: object, signal: AbortSignal): Promise<void>;
  /**
   * A sign of life. Resolves to whether a model is loaded and its graphics device still there: WebLLM
   * drops a model whose device was lost, and tells nobody.
   */
  ping(params: object, signal: AbortSignal): Promise<boolean>;
  /**
   * Tokens of each text, without those of the chat template, by the model's own `tokenizer.json`.
   * Where that file is missing or of an unknown kind: an estimate on the high side, one token for
   * three bytes of UTF-8.
   */
  countTokens(params: { texts: readonly string[] }, signal: AbortSignal): Promise<number[]>;
  unload(params: object, signal: AbortSignal): Promise<void>;
}

/** A started worker, whoever started it. */
export interface WorkerHandle {
  port: Port;
  /** Calls back when the worker could not start, threw outside a call, or sent what can't be read. */
  onFailure(listener: (error: AskPageError) => void): void;
  terminate(): void;
}
