import type { LoadProgress } from '../core/ports.ts';

/** Which embedding model to run, and where its files lie. Part of the key of every stored vector. */
export interface EmbeddingModel {
  /** Folder name below `base`, as on the model hub. */
  id: string;
  /** Length of a vector. */
  dimensions: number;
  /** Put before a question; e5 and bge models want one. Default: nothing. */
  queryPrefix: string;
  /** Put before a passage. Default: nothing. */
  passagePrefix: string;
}

/** The model that ships with askpage. */
export const DEFAULT_MODEL: EmbeddingModel = {
  id: 'all-MiniLM-L6-v2',
  dimensions: 384,
  queryPrefix: '',
  passagePrefix: '',
};

export interface EmbedderFiles {
  /** Folder that holds model folders, as an address (browser) or a path (Node), with its final slash. */
  base: string;
  /** The ONNX runtime for WASM: needed in the browser and in the published command. */
  runtime?: { wasm: string; mjs: string };
}

/** What the embed worker does. It runs ONNX and nothing else; calls are queued. */
export interface EmbedApi {
  /** Loads the model; ends when it is ready. A second call ends at once. */
  load(
    params: { model: EmbeddingModel; files: EmbedderFiles },
    signal: AbortSignal,
  ): AsyncIterable<LoadProgress>;
  /** Unit vectors of `texts`, row after row. Stops between two texts when aborted. */
  embed(params: { texts: string[] }, signal: AbortSignal): Promise<Float32Array<ArrayBuffer>>;
}
