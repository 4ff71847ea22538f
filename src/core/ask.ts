import { quoteMarkdown, type Answer } from './answer.ts';
import { headingPath } from './documents/passages.ts';
import { estimateTokens } from './documents/tokens.ts';
import { AskPageError } from './errors.ts';
import { checkCitations } from './grounding/citations.ts';
import { quoteUnits, unitContext } from './grounding/quote-units.ts';
import { selectQuotes } from './grounding/quote.ts';
import {
  checkQuestion,
  DEFAULT_WINDOW,
  HIT_LIMIT,
  PROMPT_PASSAGES,
  REPLY_TOKENS,
  TEMPERATURE,
} from './options.ts';
import type { Embedder, Engine, Hit, Retriever, SearchResult, Turn } from './ports.ts';
import { ABSTENTION, assemblePrompt, type Prompt } from './prompt/assemble.ts';
import { drawNonce } from './prompt/nonce.ts';
import { DEFAULT_THRESHOLD } from './ranking/confidence.ts';
import { searchText } from './ranking/search-text.ts';

/** What happens on the way from a question to its answer, in order. */
export type AskEvent =
  | { kind: 'found'; result: SearchResult }
  /** The request to a language model, also where none runs: what would be sent. */
  | { kind: 'prompt'; prompt: Prompt }
  /** First the extractive answer, then, where an engine is ready, the generated one. */
  | { kind: 'answer'; answer: Answer }
  /** The generated answer so far. */
  | { kind: 'writing'; text: string; model: string }
  /** The engine failed; the extractive answer stands. */
  | { kind: 'engine-failed'; error: AskPageError };

/** The replaceable parts. */
export interface AskParts {
  retriever: Retriever;
  /** Scores sentences by meaning, where it is ready; without it words decide. */
  embedder?: () => Embedder | undefined;
  /** A language model that is loaded and ready, if any. */
  engine?: () => Engine | undefined;
  /** Random 32-bit numbers from the platform's cryptographic source. */
  random: () => number;
  /** Below this confidence, 0 to 1, no answer is attempted. */
  threshold?: number;
}

export interface AskOptions {
  /** Earlier exchanges of the thread, oldest first. */
  history?: readonly Turn[];
  signal?: AbortSignal;
}

export interface Ask {
  ask(question: string, options?: AskOptions): AsyncGenerator<AskEvent>;
}

/** The flow from question to answer over replaceable parts; it holds no state of its own. */
export function createAsk(parts: AskParts): Ask {
  return { ask: (question, options = {}) => ask(parts, question, options) };
}

async function* ask(
  parts: AskParts,
  question: string,
  options: AskOptions,
): AsyncGenerator<AskEvent> {
  const asked = checkQuestion(question);
  const { history = [], signal } = options;
  const result = await parts.retriever.search(asked, {
    history,
    limit: HIT_LIMIT,
    ...(signal && { signal }),
  });
  signal?.throwIfAborted();
  yield { kind: 'found', result };
  const { hits, confidence } = result;
  if (hits.length === 0 || confidence < (parts.threshold ?? DEFAULT_THRESHOLD)) {
    yield { kind: 'answer', answer: { kind: 'abstained', text: ABSTENTION, citations: [] } };
    return;
  }
  yield { kind: 'answer', answer: await quote(parts, { question: asked, hits, history, signal }) };

  const engine = parts.engine?.();
  const prompt = await buildPrompt(parts, { question: asked, hits, history, engine, signal });
  signal?.throwIfAborted();
  yield { kind: 'prompt', prompt };
  if (engine) yield* generate(engine, prompt, signal);
}

interface Context {
  question: string;
  hits: readonly Hit[];
  history: readonly Turn[];
  signal?: AbortSignal | undefined;
}

/** Passages from which sentences are quoted; those further down rarely hold the answer. */
const QUOTED_PASSAGES = 5;

async function quote(parts: AskParts, context: Context): Promise<Answer> {
  const { history, signal } = context;
  const hits = context.hits.slice(0, QUOTED_PASSAGES);
  const question = searchText(context.question, history);
  const units = quoteUnits(hits);
  const texts = [question, ...units.map((unit) => unitContext(unit, hits))];
  const similarities = await similarTo(parts.embedder?.(), texts, signal);
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

async function buildPrompt(
  parts: AskParts,
  { question, hits, history, engine, signal }: Context & { engine: Engine | undefined },
): Promise<Prompt> {
  const passages = hits.slice(0, PROMPT_PASSAGES).map(({ passage }) => passage);
  const texts = passages.flatMap(({ text, section }) => [text, headingPath(section), section.url]);
  const request = {
    question,
    passages,
    history,
    nonce: drawNonce([question, ...texts], parts.random),
    budget: (engine?.contextWindow ?? DEFAULT_WINDOW) - REPLY_TOKENS,
  };
  const counts = new Map<string, number>();
  const countTokens = (text: string) => counts.get(text) ?? estimateTokens(text);
  for (;;) {
    const prompt = assemblePrompt({ ...request, countTokens });
    // What is left out changes the last message, which has to be counted anew.
    const uncounted = prompt.messages
      .map(({ content }) => content)
      .filter((content) => !counts.has(content));
    if (!engine || uncounted.length === 0) return prompt;
    const found = await engine.countTokens(uncounted).catch(() => []);
    signal?.throwIfAborted();
    uncounted.forEach((text, index) => counts.set(text, found[index] ?? estimateTokens(text)));
  }
}

async function* generate(
  engine: Engine,
  prompt: Prompt,
  signal: AbortSignal | undefined,
): AsyncGenerator<AskEvent> {
  let model: string;
  let text = '';
  try {
    checkFits(prompt, engine);
    ({ model } = await engine.describe());
    const options = {
      maxTokens: REPLY_TOKENS,
      temperature: TEMPERATURE,
      ...(signal && { signal }),
    };
    for await (const piece of engine.generate(prompt.messages, options)) {
      text += piece;
      const cut = echoStart(text, prompt.report.nonce);
      if (cut >= 0) {
        text = text.slice(0, cut);
        break;
      }
      yield { kind: 'writing', text, model };
    }
    // An engine may end quietly when it is stopped; half an answer is none.
    signal?.throwIfAborted();
  } catch (thrown) {
    signal?.throwIfAborted();
    yield { kind: 'engine-failed', error: AskPageError.from(thrown, 'engine-failed') };
    return;
  }
  const ids = new Set(prompt.injected.map(({ id }) => id));
  const checked = checkCitations(text.trim(), ids);
  if (checked.text === '') return;
  const kind = checked.text.startsWith(ABSTENTION) ? 'abstained' : 'generated';
  yield { kind: 'answer', answer: { kind, ...checked, model } };
}

/** Without passages a model would answer from what it knows, or invent. */
function checkFits({ injected }: Prompt, { contextWindow }: Engine): void {
  if (injected.length > 0) return;
  throw new AskPageError(
    'context-overflow',
    `The question and a passage do not fit into the ${contextWindow} tokens of the language model. ` +
      'Ask a shorter question, or choose a model with a larger window.',
  );
}

/** Where a reply starts to continue our own tags, or −1: small models do so, and nothing after it is meant. */
function echoStart(text: string, nonce: string): number {
  const code = text.indexOf(`-${nonce}`);
  return code < 0 ? -1 : Math.max(0, text.lastIndexOf('<', code));
}
