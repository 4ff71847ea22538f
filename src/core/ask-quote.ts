import { quoteMarkdown, type Answer } from './answer.ts';
import { quoteUnits, unitContext } from './grounding/quote-units.ts';
import { selectQuotes } from './grounding/quote.ts';
import type { Embedder, Hit, Turn } from './ports.ts';
import { searchText } from './ranking/search-text.ts';

export interface QuoteContext {
  question: string;
  hits: readonly Hit[];
  history: readonly Turn[];
  /** Scores sentences by meaning, where it is ready. */
  embedder: Embedder | undefined;
  signal: AbortSignal | undefined;
}

/** Passages from which sentences are quoted; those further down rarely hold the answer. */
const QUOTED_PASSAGES = 5;

/** The extractive answer: whole sentences or a code block, with their sources. */
export async function quote(context: QuoteContext): Promise<Answer> {
  const { history, embedder, signal } = context;
  const hits = context.hits.slice(0, QUOTED_PASSAGES);
  const question = searchText(context.question, history);
  const units = quoteUnits(hits);
  const texts = [question, ...units.map((unit) => unitContext(unit, hits))];
  const similarities = await similarTo(embedder, texts, signal);
  const quotes = selectQuotes({ question, hits, units, similarities });
  return {
    kind: 'extractive',
    text: quoteMarkdown(quotes),
    citations: [...new Set(quotes.map(({ source }) => source))],
    quotes,
  };
}

/** Cosine similarity of each text but the first to the first; nothing where there is no embedder. */
async function similarTo(
  embedder: Embedder | undefined,
  texts: string[],
  signal: AbortSignal | undefined,
): Promise<number[] | undefined> {
  if (!embedder) return undefined;
  const vectors = await embedder.embed(texts, signal ? { signal } : {}).catch(() => {
    signal?.throwIfAborted();
    // Words alone still choose a sentence.
    return undefined;
  });
  if (!vectors) return undefined;
  const { dimensions } = embedder;
  const row = (index: number) => vectors.subarray(index * dimensions, (index + 1) * dimensions);
  const first = row(0);
  return texts
    .slice(1)
    .map((_, index) => row(index + 1).reduce((sum, x, i) => sum + x * (first[i] ?? 0), 0));
}
