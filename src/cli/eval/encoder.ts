import type { Embedder, EncoderKind } from '../../core/ports.ts';
import type { LightEncoder } from '../../core/ranking/light-encoder.ts';
import type { EmbeddingModel } from '../../worker/embed-api.ts';
import type { Vectors } from './vectors.ts';

/** What turns a question into a vector, and sentences for the quote. */
export interface EvalEncoder {
  kind: EncoderKind;
  /** A unit vector; nothing where no word of the question is known. */
  encode(question: string): Promise<Float32Array<ArrayBuffer> | undefined>;
  /** Scores sentences for the quote. */
  embedder: Embedder | undefined;
}

/** The embedding model, as the reader's browser runs it once it is loaded. */
export function fullEncoder(vectors: Vectors, { queryPrefix }: EmbeddingModel): EvalEncoder {
  return {
    kind: 'full',
    encode: async (question) => Float32Array.from(await vectors.embed([queryPrefix + question])),
    embedder: vectors,
  };
}

/** The site's own token vectors, which need no model: for questions and for sentences. */
export function lightEncoder({
  dimensions,
  encode,
}: Pick<LightEncoder, 'dimensions' | 'encode'>): EvalEncoder {
  const embed = (texts: readonly string[]) => {
    const rows = new Float32Array(texts.length * dimensions);
    // A text without a known word is like nothing: its row stays zero.
    for (const [row, text] of texts.entries())
      rows.set(encode(text).vector ?? [], row * dimensions);
    return Promise.resolve(rows);
  };
  return {
    kind: 'light',
    encode: (question) => Promise.resolve(encode(question).vector),
    embedder: { dimensions, encoder: 'light', embed },
  };
}
