import { modelKey } from '../core/embedding-model.ts';
import { fingerprint } from '../core/hash.ts';
import type { EmbedderFiles, EmbeddingModel } from '../worker/embed-api.ts';
import type { ModelEmbedder } from '../worker/embedder.ts';
import type { VectorFile } from './vector-file.ts';

export type BuildWork = 'passages' | 'sentences' | 'tokens' | 'steps of the fit';

/** How far a part of a build is, for people: `done` of `total` of `what`. */
export type OnProgress = (done: number, total: number, what: BuildWork) => void;

export interface BuildVectorsOptions {
  model: EmbeddingModel;
  files: EmbedderFiles;
  /** Keeps vectors, so that what was computed once is not computed again. */
  cache?: VectorFile | undefined;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

/** Names a text's vector in a cache. Another model's vectors of the same text lie in another space. */
export const vectorKey = (model: EmbeddingModel, text: string): string =>
  fingerprint(`${modelKey(model)}\n${text}`);

/** transformers.js is heavy and loads its runtime at once, so it is imported only when there is work for it. */
export async function loadEmbedder(
  model: EmbeddingModel,
  files: EmbedderFiles,
): Promise<ModelEmbedder> {
  const { ModelEmbedder } = await import('../worker/embedder.ts');
  return ModelEmbedder.load(model, files);
}

/** Vectors between two saves of the cache, each of which writes all of it. */
const SAVE_EVERY = 2000;

/** The model's vectors in a build: from the cache, or computed and kept there. */
export class BuildVectors {
  readonly #options: BuildVectorsOptions;
  #embedder: Promise<ModelEmbedder> | undefined;

  constructor(options: BuildVectorsOptions) {
    this.#options = options;
  }

  /** Unit vectors of texts, row after row. */
  ofTexts(what: BuildWork, texts: readonly string[]): Promise<Float32Array> {
    return this.#collect(what, texts, (embedder, row) =>
      embedder.embed([texts[row] ?? ''], stopBy(this.#options)),
    );
  }

  /** Unit vectors of single tokens, by their numbers in the model's vocabulary, row after row. */
  ofTokens(ids: readonly number[]): Promise<Float32Array> {
    const names = ids.map((id) => `[CLS] #${id} [SEP]`);
    return this.#collect('tokens', names, (embedder, row) =>
      embedder.embedTokens([ids[row] ?? 0], stopBy(this.#options)),
    );
  }

  async #collect(
    what: BuildWork,
    names: readonly string[],
    embed: (embedder: ModelEmbedder, row: number) => Promise<Float32Array>,
  ): Promise<Float32Array> {
    const { model, cache, onProgress } = this.#options;
    const keys = names.map((name) => vectorKey(model, name));
    const found = new Map(keys.map((key) => [key, cache?.get(key)]));
    const rowOf = new Map(keys.map((key, row) => [key, row]));
    const missing = [...rowOf].filter(([key]) => !found.get(key));
    for (const [done, [key, row]] of missing.entries()) {
      onProgress?.(done, missing.length, what);
      const vector = await embed(await this.#load(), row);
      found.set(key, vector);
      cache?.set(key, vector);
      // What is embedded stays embedded if the build is broken off.
      if (done % SAVE_EVERY === SAVE_EVERY - 1) await cache?.save();
    }
    if (missing.length > 0) {
      onProgress?.(missing.length, missing.length, what);
      await cache?.save();
    }
    const vectors = new Float32Array(keys.length * model.dimensions);
    for (const [row, key] of keys.entries()) {
      const vector = found.get(key);
      if (vector) vectors.set(vector, row * model.dimensions);
    }
    return vectors;
  }

  #load(): Promise<ModelEmbedder> {
    const { model, files } = this.#options;
    this.#embedder ??= loadEmbedder(model, files);
    return this.#embedder;
  }
}

const stopBy = ({ signal }: BuildVectorsOptions) => (signal ? { signal } : {});
