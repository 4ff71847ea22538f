import type { Embedder } from '../ports.ts';
import type { TextVectors } from './support.ts';

/** Whether it compares sentences: the site's token vectors are fitted to questions. */
export const isFull = (embedder: Embedder | undefined): embedder is Embedder =>
  embedder !== undefined && embedder.encoder !== 'light';

/**
 * Vectors of texts that are compared. Nothing without the full model, or where it fails: words alone still
 * tell most.
 * @throws The reason of an abort.
 */
export async function vectorsOf(
  texts: readonly string[],
  embedder: Embedder | undefined,
  signal?: AbortSignal,
): Promise<TextVectors | undefined> {
  if (!isFull(embedder) || texts.length === 0) return undefined;
  try {
    const rows = await embedder.embed(texts, signal ? { signal } : {});
    return { rows, dimensions: embedder.dimensions };
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}
