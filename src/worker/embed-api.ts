import { describeModel, type VectorSpace } from '../core/embedding-model.ts';
import type { LoadProgress } from '../core/ports.ts';

/** Which embedding model to run; its folder lies below `EmbedderFiles.base`. */
export type EmbeddingModel = VectorSpace;

/** The model that ships with askpage. */
export const DEFAULT_MODEL: EmbeddingModel = describeModel('all-MiniLM-L6-v2', 384);

export interface EmbedderFiles {
  /** Folder that holds model folders, as an address (browser) or a path (Node), with its final slash. */
  base: string;
  /** Addresses of files that need not lie there, by their path below `base`; in the browser only. */
  known?: Readonly<Record<string, string>>;
  /** The ONNX runtime for WASM: needed in the browser and in the published command. */
  runtime?: { wasm: string; mjs: string };
}

/** What the embed worker does. It runs ONNX and nothing else, one model in its life; calls are queued. */
export interface EmbedApi {
  /** Loads the model; ends when it is ready. A second call ends at once. */
  load(
    params: { model: EmbeddingModel; files: EmbedderFiles },
    signal: AbortSignal,
  ): AsyncIterable<LoadProgress>;
  /** Unit vectors of `texts`, row after row. Stops between two texts when aborted. */
  embed(params: { texts: string[] }, signal: AbortSignal): Promise<Float32Array<ArrayBuffer>>;
}

/** What the same worker does for a model that reads question and text together. */
export interface RerankApi {
  /** As `EmbedApi.load`. */
  loadReranker(
    params: { id: string; files: EmbedderFiles },
    signal: AbortSignal,
  ): AsyncIterable<LoadProgress>;
  /** As `Reranker.score`. Stops between two texts when aborted. */
  score(params: { question: string; texts: string[] }, signal: AbortSignal): Promise<number[]>;
}
