import { searchText } from '../../core/ranking/search-text.ts';
import { exactScan } from '../../core/ranking/cosine.ts';
import type { Turn } from '../../core/ports.ts';
import type { Retrieval } from '../../worker/retrieval.ts';
import type { Corpus } from './corpus.ts';
import type { EvalEncoder } from './encoder.ts';
import { createPlainBm25 } from './plain-bm25.ts';

/** Something else that ranks the same corpus. */
export interface Baseline {
  id: 'bm25' | 'dense' | 'minisearch' | 'full' | 'first';
  label: string;
  /** Addresses of sections, best first; several hits may lie in one. */
  rank(query: string): Promise<string[]>;
}

/** Hits that are looked at; more than ten pages' worth. */
export const BASELINE_DEPTH = 100;

interface BaselineParts {
  corpus: Corpus;
  retrieval: Retrieval;
  encoder: EvalEncoder;
}

/** Plain BM25, vectors alone, and MiniSearch as VitePress sets it. */
export async function createBaselines({
  corpus,
  retrieval,
  encoder,
}: BaselineParts): Promise<Baseline[]> {
  const { createMiniSearch } = await import('./vitepress-search.ts');
  const bm25 = createPlainBm25(corpus);
  const miniSearch = createMiniSearch(corpus);
  return [
    { id: 'bm25', label: 'plain BM25', rank: (query) => Promise.resolve(bm25(query)) },
    { id: 'dense', label: 'vectors alone', rank: (query) => dense(retrieval, encoder, query) },
    {
      id: 'minisearch',
      label: 'MiniSearch (VitePress)',
      rank: (query) => Promise.resolve(miniSearch(query)),
    },
  ];
}

/** The text that every system is asked with: a follow-up goes with its predecessor. */
export function queryText(question: string, history: readonly string[]): string {
  const turns: Turn[] = history.map((each) => ({ question: each, answer: '' }));
  return searchText(question, turns);
}

async function dense({ store }: Retrieval, encoder: EvalEncoder, query: string): Promise<string[]> {
  const vector = await encoder.encode(query);
  if (!vector) return [];
  const rows = { vectors: store.vectors, dimensions: store.dimensions };
  return exactScan(rows, vector, BASELINE_DEPTH).flatMap(
    ({ row }) => store.passages[row]?.section.url ?? [],
  );
}
