import type { Answer } from './answer.ts';
import { checkFits, generate } from './ask-generate.ts';
import { buildPrompt, promptOptions, type NumberedPrompt } from './ask-prompt.ts';
import { confidenceAfter, quote, read } from './ask-quote.ts';
import type { Sources } from './ask-sources.ts';
import type { SupportChecker } from './ask-support.ts';
import { findPassages, isEnough, runStep, type QuerySteps } from './ask-search.ts';
import { AskPageError } from './errors.ts';
import { checkQuestion } from './options.ts';
import type {
  Embedder,
  Engine,
  GenerateOptions,
  Hit,
  Passage,
  Retriever,
  SearchResult,
} from './ports.ts';
import type { Prompt, ThreadTurn } from './prompt/assemble.ts';
import { holdsNonce } from './prompt/nonce.ts';
import type { PromptOptions } from './prompt/options.ts';
import { summariseStep } from './prompt/steps.ts';
import type { SearchScope } from './scope.ts';
import { abstentionIn } from './prompt/turns.ts';

/** What happens on the way from a question to its answer, in order. */
export type AskEvent =
  | { kind: 'found'; result: SearchResult }
  /**
   * The request to a language model, also where none runs: what would be sent, and what its numbers name.
   * `hasEngine`: whether it will be.
   */
  | { kind: 'prompt'; prompt: Prompt; sources: Sources; hasEngine: boolean }
  /**
   * First the extractive answer, then, where an engine is ready, the generated one. Citations are places,
   * from 1, in the hits; in a generated answer in `sources.list`. `reply` is what the model wrote.
   */
  | { kind: 'answer'; answer: Answer; reply?: string }
  /** The generated answer so far. */
  | { kind: 'writing'; text: string; model: string }
  /** The generated answer is written whole, and is being checked against its sources. */
  | { kind: 'checking'; text: string; model: string }
  /** The engine failed; the extractive answer stands. */
  | { kind: 'engine-failed'; error: AskPageError };

/** The replaceable parts: retriever, prompt, engine. */
export interface AskParts {
  retriever: Retriever;
  /** Scores sentences by meaning, where it is ready; without it words decide. */
  embedder?: () => Embedder | undefined;
  /** A language model that is loaded and ready, if any. */
  engine?: () => Engine | undefined;
  /** Checks what it wrote. Without it, or where it fails, an answer has no `support`. */
  support?: SupportChecker;
  /** Random 32-bit numbers from the platform's cryptographic source. */
  random: () => number;
  /** Below this confidence, 0 to 1, no answer is attempted. */
  threshold?: number;
  /** How the request to a model is written. */
  prompt?: Partial<PromptOptions>;
  /** Generations before the answer's own; all off by default. */
  steps?: QuerySteps;
  /** All passages, for persistent turns; always in the same order. */
  corpus?: () => readonly Passage[] | Promise<readonly Passage[]>;
}

/** A finished exchange, with what a follow-up may need of it. */
export interface Exchange extends ThreadTurn {
  result?: SearchResult | undefined;
  /** See `Sources.byNumber`; its keys are `numbers`. */
  sources?: ReadonlyMap<number, Hit> | undefined;
}

export interface AskOptions {
  /** Earlier exchanges of the thread, oldest first. */
  history?: readonly Exchange[];
  /** What is searched. Default: all pages. */
  scope?: SearchScope | undefined;
  signal?: AbortSignal;
  /** As `GenerateOptions.onReading`, for the answer's own request. */
  onReading?: GenerateOptions['onReading'] | undefined;
}

export interface Ask {
  ask(question: string, options?: AskOptions): AsyncGenerator<AskEvent>;
}

/** What one `Ask` remembers. */
interface Conversation {
  /** In persistent turns. */
  nonce?: string | undefined;
  /** Tokens of texts, by the engine that counted them. */
  counts: WeakMap<Engine, Map<string, number>>;
}

/** The flow from question to answer over replaceable parts. */
export function createAsk(parts: AskParts): Ask {
  const conversation: Conversation = { counts: new WeakMap() };
  return { ask: (question, options = {}) => ask(parts, conversation, { question, ...options }) };
}

interface Request extends AskOptions {
  question: string;
}

async function* ask(
  parts: AskParts,
  conversation: Conversation,
  request: Request,
): AsyncGenerator<AskEvent> {
  const question = checkQuestion(request.question);
  const { history = [], scope, signal, onReading } = request;
  const search = { question, history, engine: parts.engine?.(), scope, signal };
  const result = await findPassages(parts, search);
  signal?.throwIfAborted();
  yield { kind: 'found', result };
  const { hits, rarity } = result;
  const embedder = parts.embedder?.();
  const reading = await read({ question, hits, rarity, history, embedder, signal });
  const found = isEnough(parts, result, confidenceAfter(result, reading));
  yield {
    kind: 'answer',
    answer: found
      ? quote(reading)
      : { kind: 'abstained', text: abstentionIn(scope), citations: [] },
  };
  // Asked for again: it may have become ready meanwhile.
  const engine = parts.engine?.();
  const context = { question, hits: found ? hits : [], history, engine, signal, onReading };
  yield* write(parts, conversation, context);
}

type Context = Parameters<typeof buildPrompt>[1] & Pick<AskOptions, 'onReading'>;

/** Part of the window for the request when a model found the first one too long. */
const SMALLER = 0.7;

/**
 * The model's part. A request that is longer for the model than by our count is written once more, with
 * fewer passages. What doesn't fit its window then is told, and the quote stands.
 */
async function* write(
  parts: AskParts,
  conversation: Conversation,
  context: Context,
): AsyncGenerator<AskEvent> {
  const { engine } = context;
  try {
    const tooLong = yield* writeOnce(parts, conversation, context);
    const smaller = { ...context, windowShare: SMALLER };
    const error = tooLong && (yield* writeOnce(parts, conversation, smaller));
    if (error) yield { kind: 'engine-failed', error };
  } catch (thrown) {
    const isOverflow = thrown instanceof AskPageError && thrown.code === 'context-overflow';
    if (!isOverflow) throw thrown;
    if (engine) yield { kind: 'engine-failed', error: thrown };
  }
}

/** @returns The engine's refusal of a request that is too long for it. */
async function* writeOnce(
  parts: AskParts,
  conversation: Conversation,
  context: Context,
): AsyncGenerator<AskEvent, AskPageError | undefined> {
  const { engine, signal } = context;
  const request = await promptFor(parts, conversation, context);
  signal?.throwIfAborted();
  yield { kind: 'prompt', ...request, hasEngine: engine !== undefined };
  if (!engine) return undefined;
  checkFits(request.prompt, engine);
  if (request.prompt.kind === 'abstain') return undefined;
  return yield* generate({ engine, support: parts.support }, request, context);
}

async function promptFor(
  parts: AskParts,
  conversation: Conversation,
  context: Context,
): Promise<NumberedPrompt> {
  const isPersistent = promptOptions(parts).turns === 'persistent';
  const known = isPersistent ? conversation.nonce : undefined;
  // A question that holds the conversation's code could forge a boundary: another is drawn.
  const nonce = known && !holdsNonce(context.question, known) ? known : undefined;
  const counts = countsOf(conversation, context.engine);
  const request = await buildPrompt(parts, { ...context, nonce, counts });
  const { kind, report } = request.prompt;
  conversation.nonce = report.nonce;
  const wantsSummary = parts.steps?.summarise && kind !== 'abstain' && report.droppedTurns > 0;
  const summary = wantsSummary && (await runStep(summariseStep(context.history), context));
  if (!summary) return request;
  return buildPrompt(parts, { ...context, nonce: report.nonce, counts, history: [summary] });
}

function countsOf({ counts }: Conversation, engine: Engine | undefined): Map<string, number> {
  const known = engine && counts.get(engine);
  if (known) return known;
  const fresh = new Map<string, number>();
  if (engine) counts.set(engine, fresh);
  return fresh;
}
