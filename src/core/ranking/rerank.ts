import { embeddingText } from '../documents/passages.ts';
import { HIT_LIMIT } from '../options.ts';
import type { Hit, Reranker, Retriever } from '../ports.ts';
import { searchText } from './search-text.ts';

/** Hits that are read with the question; each costs a small model tens of milliseconds. */
const READ = 20;

/**
 * A retriever whose best hits stand in the order that a reranker gives them. Its confidence is that of the
 * search. Where the reranker fails, the order of the search stands.
 * @param onFailure Hears why; not called where the reader stopped.
 */
export function reranked(
  retriever: Retriever,
  reranker: Reranker,
  onFailure: (thrown: unknown) => void = () => {},
): Retriever {
  return {
    async search(question, options = {}) {
      const { limit = HIT_LIMIT, history = [], signal } = options;
      const result = await retriever.search(question, { ...options, limit: Math.max(limit, READ) });
      const read = result.hits.slice(0, READ);
      const texts = read.map(({ passage }) => embeddingText(passage));
      const query = searchText(question, history);
      const scores = await reranker
        .score(query, texts, { ...(signal && { signal }) })
        .catch((thrown: unknown) => {
          signal?.throwIfAborted();
          onFailure(thrown);
          return [];
        });
      const hits = [...inOrder(read, scores), ...result.hits.slice(READ)].slice(0, limit);
      return { ...result, hits: hits.map((hit, place) => ({ ...hit, rank: place + 1 })) };
    },
  };
}

/** Equal scores, and those that are no numbers, leave the order as it is. */
function inOrder(hits: readonly Hit[], scores: readonly number[]): Hit[] {
  if (hits.some((_, place) => !Number.isFinite(scores[place]))) return [...hits];
  const scored = hits.map((hit, place) => ({ hit, score: scores[place] ?? 0 }));
  return scored.sort((a, b) => b.score - a.score).map(({ hit }) => hit);
}
