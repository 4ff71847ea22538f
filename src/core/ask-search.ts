import type { AskParts, Exchange } from './ask.ts';
import { HIT_LIMIT, TEMPERATURE } from './options.ts';
import type { Engine, SearchResult, Turn } from './ports.ts';
import { reusesPassages } from './prompt/follow-up.ts';
import { createNeutraliser } from './prompt/neutralise.ts';
import { condenseStep, fetchStep, hydeStep, rewriteStep, type QueryStep } from './prompt/steps.ts';
import { isSameScope, type SearchScope } from './scope.ts';
import { DEFAULT_THRESHOLD } from './ranking/confidence.ts';
import { isFollowUp } from './ranking/search-text.ts';

/** Generations before the answer's own. Each costs one, so all are off by default. */
export interface QuerySteps {
  /** Asks the model whether a follow-up can do with the passages of the question before; else a rule decides. */
  fetchCheck?: boolean;
  /** Rewrites a follow-up as a question that stands by itself. */
  condense?: boolean;
  /** Searches with a made-up answer beside the question. */
  hyde?: boolean;
  /** Searches in other words where nothing was found. */
  rewrite?: boolean;
  /** Puts a summary in place of exchanges that don't fit. */
  summarise?: boolean;
}

interface SearchContext {
  question: string;
  history: readonly Exchange[];
  engine: Engine | undefined;
  /** What is searched. Default: all pages. */
  scope?: SearchScope | undefined;
  signal: AbortSignal | undefined;
}

/** Passages for a question: those of the question before where it speaks of them, else a search. */
export async function findPassages(parts: AskParts, context: SearchContext): Promise<SearchResult> {
  const { question, history, engine, scope, signal } = context;
  const steps = engine ? (parts.steps ?? {}) : {};
  const last = history.at(-1)?.result;
  // What was found elsewhere is no answer to a question about one page.
  if (last && isSameScope(last.scope, scope) && (await reuses(context, steps))) return last;
  const search = async (text: string, turns: readonly Turn[]) => {
    const options = { history: turns, limit: HIT_LIMIT, scope, ...(signal && { signal }) };
    return { ...(await parts.retriever.search(text, options)), ...(scope && { scope }) };
  };

  const wantsCondensing = steps.condense && history.length > 0 && isFollowUp(question);
  const condensed = wantsCondensing && (await runStep(condenseStep(question, history), context));
  const asked = condensed || question;
  const made = steps.hyde && (await runStep(hydeStep(asked), context));
  const result = await search(made ? `${asked} ${made}` : asked, condensed ? [] : history);
  if (!steps.rewrite || isEnough(parts, result)) return result;

  const rewritten = await runStep(rewriteStep(asked), context);
  const second = rewritten ? await search(rewritten, []).catch(() => result) : result;
  return second.confidence > result.confidence ? second : result;
}

/** Whether the passages of the question before do; where the model doesn't say, the rule decides. */
async function reuses(context: SearchContext, { fetchCheck }: QuerySteps): Promise<boolean> {
  const { question, history } = context;
  const said = fetchCheck ? await runStep(fetchStep(question, history), context) : undefined;
  return said ?? reusesPassages(question, history);
}

/** Whether the hits are worth answering from. @param confidence Default: the search's own. */
export function isEnough(
  { threshold }: AskParts,
  { hits, confidence: own }: SearchResult,
  confidence: number = own,
): boolean {
  return hits.length > 0 && confidence >= (threshold ?? DEFAULT_THRESHOLD);
}

/** A step's result, or nothing where it fails: the question goes on without it. */
export async function runStep<T>(
  step: QueryStep<T>,
  { engine, signal }: Pick<SearchContext, 'engine' | 'signal'>,
): Promise<T | undefined> {
  if (!engine) return undefined;
  const { maxTokens } = step;
  const harmless = createNeutraliser(engine.controlTokens);
  // Questions and answers; an answer may hold what a document said.
  const messages = step.messages.map(({ role, content }) => ({
    role,
    content: harmless.neutralise(content),
  }));
  let reply = '';
  try {
    const options = { maxTokens, temperature: TEMPERATURE, ...(signal && { signal }) };
    for await (const piece of engine.generate(messages, options)) reply += piece;
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
  signal?.throwIfAborted();
  return step.read(harmless.restore(reply));
}
