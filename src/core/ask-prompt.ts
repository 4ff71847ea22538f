import type { AskParts, Exchange } from './ask.ts';
import { sourcesOf, type Sources } from './ask-sources.ts';
import { headingPath } from './documents/passages.ts';
import { estimateTokens } from './documents/tokens.ts';
import { DEFAULT_WINDOW } from './options.ts';
import type { Engine, Hit } from './ports.ts';
import { assemblePrompt, type Prompt, type PromptRequest } from './prompt/assemble.ts';
import { drawNonce } from './prompt/nonce.ts';
import { DEFAULT_PROMPT, SMALL_MODEL, type PromptOptions } from './prompt/options.ts';
import type { CandidatePassage } from './prompt/select.ts';

export interface PromptContext {
  question: string;
  hits: readonly Hit[];
  history: readonly Exchange[];
  engine: Engine | undefined;
  signal: AbortSignal | undefined;
  /** In persistent turns the conversation's nonce, where there is one. */
  nonce?: string | undefined;
  /** Tokens of texts that the engine counted before; what holds another nonce is another text. */
  counts?: Map<string, number>;
  /** Part of the model's window that the request may fill, 0 to 1. Default 1. */
  windowShare?: number;
}

/** The owner's options over the defaults for small models: no model that runs in a page is large. */
export function promptOptions({ prompt }: AskParts): PromptOptions {
  return { ...DEFAULT_PROMPT, ...SMALL_MODEL, ...prompt };
}

/** A request to a model, and what its numbers name. */
export interface NumberedPrompt {
  prompt: Prompt;
  sources: Sources;
}

/** The request to a model, also where none runs: what would be sent. Counted by the engine's own tokenizer. */
export async function buildPrompt(
  parts: AskParts,
  context: PromptContext,
): Promise<NumberedPrompt> {
  const { hits, history } = context;
  const candidates = await candidatesOf(parts, context);
  const prompt = await countAndAssemble(parts, context, candidates);
  return { prompt, sources: sourcesOf({ prompt, candidates, hits, history }) };
}

/** Texts whose counts are kept; more than a long thread has. */
const MAX_COUNTS = 2000;

async function countAndAssemble(
  parts: AskParts,
  context: PromptContext,
  candidates: readonly Hit[],
): Promise<Prompt> {
  const { question, history, engine, signal, windowShare = 1 } = context;
  const options = promptOptions(parts);
  const passages = tellApart(candidates.map(candidate));
  const request: Omit<PromptRequest, 'countTokens'> = {
    question,
    passages,
    history,
    options,
    nonce: context.nonce ?? drawNonce(textsOf(question, passages, history), parts.random),
    window: Math.floor((engine?.contextWindow ?? DEFAULT_WINDOW) * windowShare),
    controlTokens: engine?.controlTokens ?? [],
  };
  const { counts = new Map<string, number>() } = context;
  if (counts.size > MAX_COUNTS) counts.clear();
  for (;;) {
    const { prompt, uncounted } = attempt(request, counts, engine !== undefined);
    // What is left out changes the texts, and the new ones have to be counted as well.
    if (prompt && (!engine || uncounted.length === 0)) return prompt;
    const found = await engine?.countTokens(uncounted).catch(() => []);
    signal?.throwIfAborted();
    uncounted.forEach((text, index) => counts.set(text, found?.[index] ?? estimateTokens(text)));
  }
}

interface Attempt {
  /** Missing where a mere estimate says that it doesn't fit. */
  prompt?: Prompt;
  /** Texts whose tokens were estimated. */
  uncounted: string[];
}

function attempt(
  request: Omit<PromptRequest, 'countTokens'>,
  counts: ReadonlyMap<string, number>,
  canCount: boolean,
): Attempt {
  const uncounted = new Set<string>();
  const countTokens = (text: string) => {
    const count = counts.get(text);
    if (count === undefined) uncounted.add(text);
    return count ?? estimateTokens(text);
  };
  try {
    return { prompt: assemblePrompt({ ...request, countTokens }), uncounted: [...uncounted] };
  } catch (error) {
    if (!canCount || uncounted.size === 0) throw error;
    return { uncounted: [...uncounted] };
  }
}

/** The hits; in persistent turns the whole corpus, in its own order. */
async function candidatesOf(parts: AskParts, { hits }: PromptContext): Promise<readonly Hit[]> {
  if (promptOptions(parts).turns !== 'persistent' || !parts.corpus) return hits;
  const corpus = await parts.corpus();
  if (corpus.length === 0) return hits;
  const unscored = { score: 0, keywordScore: 0, fused: 1 };
  return corpus.map((passage, index) => ({ passage, ...unscored, rank: index + 1 }));
}

/** The same words at one address have one id; the report needs two. */
function tellApart(candidates: readonly CandidatePassage[]): CandidatePassage[] {
  const seen = new Map<string, number>();
  return candidates.map((each) => {
    const times = (seen.get(each.id) ?? 0) + 1;
    seen.set(each.id, times);
    return times === 1 ? each : { ...each, id: `${each.id} (${times})` };
  });
}

function candidate({ passage, fused, around }: Hit): CandidatePassage {
  const { id, section, text } = passage;
  const { url, date } = section;
  return { id, title: headingPath(section), url, text, score: fused, date, ...around };
}

/** Everything in a request that is not ours. */
const textsOf = (
  question: string,
  passages: readonly CandidatePassage[],
  history: readonly Exchange[],
): string[] => [
  question,
  ...passages.flatMap(({ title, url, text, date = '', before = [], after = [] }) => [
    ...[title, url, text, date],
    ...[...before, ...after].map((neighbour) => neighbour.text),
  ]),
  ...history.flatMap(({ question: asked, answer, sent = '', reply = '' }) => [
    ...[asked, answer, sent, reply],
  ]),
];
