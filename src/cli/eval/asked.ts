import { buildPrompt } from '../../core/ask-prompt.ts';
import { confidenceAfter, quote, read } from '../../core/ask-quote.ts';
import { findPassages, isEnough } from '../../core/ask-search.ts';
import type { AskParts, Exchange } from '../../core/ask.ts';
import { AskPageError } from '../../core/errors.ts';
import { HIT_LIMIT } from '../../core/options.ts';
import type { Hit, Reranker, Retriever, SearchResult } from '../../core/ports.ts';
import { SMALL_MODEL, type PromptOptions } from '../../core/prompt/options.ts';
import { reranked } from '../../core/ranking/rerank.ts';
import { searchText } from '../../core/ranking/search-text.ts';
import type { Retrieval } from '../../worker/retrieval.ts';
import type { EvalEncoder } from './encoder.ts';
import { injectedTexts } from './facts.ts';

/** How many passages may be injected: small models' default, and more room. */
export const INJECTED: Readonly<Record<'injected' | 'injected5', Budget>> = {
  injected: SMALL_MODEL,
  injected5: { maxPassages: 5, maxPassageTokens: 1250 },
};

type Budget = Pick<PromptOptions, 'maxPassages' | 'maxPassageTokens'>;

/** Texts of the passages in the prompt, by budget. */
export type Injected = Record<keyof typeof INJECTED, string[]>;

/** What the shipped flow did with a question. */
export interface Asked {
  /** The whole ranking, as far as it reaches, so that ranks beyond the shown hits are known. */
  ranking: readonly Hit[];
  confidence: number;
  /** Whether the reader would be told that nothing was found. */
  isRefused: boolean;
  /** Passages in the prompt, by budget; refused or not. */
  injected: Injected;
  /** The extractive answer's text; refused or not. */
  quote: string;
}

/** Candidates are 50 of each side, so the ranking ends before this. */
const WHOLE_RANKING = 100;

/** Asks a site questions through the shipped flow. */
export interface Asker {
  /** A question's hits. @param history Questions before it, oldest first. */
  search(question: string, history: readonly string[]): Promise<SearchResult>;
  /** Hits, passages of the prompt, and the extractive answer. */
  ask(question: string, history: readonly string[]): Promise<Asked>;
}

/** @param reranker Reads the best hits again; a failure of its own ends the run. */
export function createAsker(
  retrieval: Retrieval,
  encoder: EvalEncoder,
  reranker?: Reranker,
): Asker {
  const whole = wholeRanking(retrieval, encoder);
  const retriever = reranker ? wholly(reranked(whole, reranker, rethrow)) : whole;
  const parts: AskParts = { retriever, random: counter() };
  const find = async (question: string, history: readonly string[]) => {
    const turns = await exchanges(parts, history);
    const context = { question, history: turns, engine: undefined, signal: undefined };
    return { context, result: await findPassages(parts, context) };
  };
  return {
    search: async (question, history) => (await find(question, history)).result,
    async ask(question, history) {
      const { context, result } = await find(question, history);
      const { hits, rarity } = result;
      const shown = { ...context, rarity, hits: hits.slice(0, HIT_LIMIT) };
      const reading = await read({ ...shown, embedder: encoder.embedder });
      const confidence = confidenceAfter(result, reading);
      return {
        ranking: result.hits,
        confidence,
        isRefused: !isEnough(parts, result, confidence),
        injected: {
          injected: await injectedPassages(parts, shown, INJECTED.injected),
          injected5: await injectedPassages(parts, shown, INJECTED.injected5),
        },
        quote: quote(reading).text,
      };
    },
  };
}

/** The shipped search, but with hits beyond those that are shown; these don't change the ones before. */
function wholeRanking(retrieval: Retrieval, encoder: EvalEncoder): Retriever {
  return {
    async search(question, { history = [] } = {}) {
      const vector = await encoder.encode(searchText(question, history));
      const turns = [...history];
      return retrieval.search({ question, history: turns, limit: WHOLE_RANKING, vector });
    },
  };
}

const wholly = (retriever: Retriever): Retriever => ({
  search: (question, options) => retriever.search(question, { ...options, limit: WHOLE_RANKING }),
});

function rethrow(thrown: unknown): never {
  throw thrown;
}

/** The thread so far: a follow-up may be answered from what the question before it found. */
async function exchanges(parts: AskParts, questions: readonly string[]): Promise<Exchange[]> {
  const history: Exchange[] = [];
  for (const question of questions) {
    const context = { question, history: [...history], engine: undefined, signal: undefined };
    history.push({ question, answer: '', result: await findPassages(parts, context) });
  }
  return history;
}

type PromptContext = Parameters<typeof buildPrompt>[1];

async function injectedPassages(
  parts: AskParts,
  context: PromptContext,
  budget: Budget,
): Promise<string[]> {
  try {
    const { prompt } = await buildPrompt({ ...parts, prompt: budget }, context);
    return injectedTexts(context.hits, prompt.report.passages);
  } catch (thrown) {
    // No model could be shown anything.
    if (thrown instanceof AskPageError && thrown.code === 'context-overflow') return [];
    throw thrown;
  }
}

/** The prompt's code has only to differ from what documents hold; equal runs get equal prompts. */
function counter(): () => number {
  let count = 0;
  return () => Math.imul(++count, 0x9e3779b1) >>> 0;
}
