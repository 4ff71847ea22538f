import type { Embedder } from '../ports.ts';
import type { TextVectors } from './support.ts';

/**
 * Vectors of texts for a check. Nothing without the full model: the site's token vectors are fitted to
 * questions. Nothing either where it fails: words alone still tell most.
 * @throws The reason of an abort.
 */
export async function vectorsOf(
  texts: readonly string[],
  embedder: Embedder | undefined,
  signal?: AbortSignal,
): Promise<TextVectors | undefined> {
  if (!embedder || embedder.encoder === 'light' || texts.length === 0) return undefined;
  try {
    const rows = await embedder.embed(texts, signal ? { signal } : {});
    return { rows, dimensions: embedder.dimensions };
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}
