import type { Embedder } from '../../core/ports.ts';
import type { EmbedderFiles, EmbeddingModel } from '../../worker/embed-api.ts';
import { loadEmbedder, vectorKey, type OnProgress } from '../build-vectors.ts';
import { VectorFile } from '../vector-file.ts';

export interface VectorOptions {
  model: EmbeddingModel;
  /** Asked for only when a text has to be embedded. */
  files: () => Promise<EmbedderFiles>;
  /** Where vectors are kept between runs, without extension. */
  cache: string;
  onProgress: OnProgress;
  signal: AbortSignal;
}

/** The embedding model with a memory: what was embedded in this or an earlier run isn't again. */
export interface Vectors extends Embedder {
  /** What is kept between runs. */
  readonly file: VectorFile;
  /** As `embed`, with progress: for the passages of a corpus. */
  embedAll(texts: readonly string[]): Promise<Float32Array>;
  /** Writes what is new to the cache. */
  save(): Promise<void>;
}

/** New vectors after which the cache is written, so that a broken-off run loses little. */
const SAVE_EVERY = 1000;

/** Opens the cache; the model itself is loaded with the first text that the cache lacks. */
export async function openVectors(options: VectorOptions): Promise<Vectors> {
  const { model, cache, onProgress, signal } = options;
  const file = await VectorFile.open(cache, model.dimensions);
  const embedNew = modelLoader(options);
  let unsaved = 0;
  // The same keys as `askpage index --cache`, so that the two can share a file.
  const keyOf = (text: string) => vectorKey(model, text);

  const save = async () => {
    if (unsaved === 0) return;
    unsaved = 0;
    await file.save();
  };
  const vectorOf = async (text: string) => {
    const known = file.get(keyOf(text));
    if (known) return known;
    signal.throwIfAborted();
    const vector = await embedNew(text);
    file.set(keyOf(text), vector);
    if (++unsaved >= SAVE_EVERY) await save();
    return vector;
  };
  const embed = async (texts: readonly string[]) => {
    const rows = new Float32Array(texts.length * model.dimensions);
    for (const [row, text] of texts.entries())
      rows.set(await vectorOf(text), row * model.dimensions);
    return rows;
  };
  const embedAll = async (texts: readonly string[]) => {
    const missing = [...new Set(texts)].filter((text) => !file.get(keyOf(text)));
    for (const [done, text] of missing.entries()) {
      onProgress(done, missing.length, 'passages');
      await vectorOf(text);
    }
    if (missing.length > 0) onProgress(missing.length, missing.length, 'passages');
    return embed(texts);
  };
  return { dimensions: model.dimensions, file, embed, embedAll, save };
}

function modelLoader({ model, files, signal }: VectorOptions) {
  let loading: Promise<Embedder> | undefined;
  return async (text: string) => {
    loading ??= loadEmbedder(model, await files());
    return (await loading).embed([text], { signal });
  };
}
