import type { AskPageError } from '../core/errors.ts';
import type { LoadProgress, Message } from '../core/ports.ts';
import type { Port } from '../core/rpc.ts';
import type { WebllmRecord } from './webllm-record.ts';

/** Which model the worker loads. */
export type ModelSource =
  /**
   * A model of WebLLM's own list, by its id. With `base`, an absolute folder address, its files come
   * from the folder `<base>/<id>/` (weights, configuration, tokenizer and library side by side)
   * instead of the addresses in the list.
   */
  | { kind: 'prebuilt'; id: string; base?: string }
  /** A model of the owner's own. */
  | { kind: 'record'; record: WebllmRecord };

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
   * Downloads what is missing, then moves the model to the graphics card.
   * @throws `network`, `model-not-found`, `model-invalid`, `quota-exceeded`, `no-webgpu`,
   * `device-lost`, `engine-failed`. After an error the worker is best ended: WebLLM keeps the
   * graphics memory of a load that failed.
   */
  load(params: { model: ModelSource }, signal: AbortSignal): AsyncIterable<LoadProgress>;
  /** @throws `engine-failed` where nothing is loaded. */
  info(params: object, signal: AbortSignal): Promise<LoadedModel>;
  /**
   * Streams the reply. After an abort the model stops at the next token and is free for the next call.
   * @throws `context-overflow`, `bad-option` (roles in a wrong order), `device-lost`, `engine-failed`.
   */
  generate(params: GenerateParams, signal: AbortSignal): AsyncIterable<string>;
  /** Ends the running reply as if the model had finished. */
  interrupt(params: object, signal: AbortSignal): Promise<void>;
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
