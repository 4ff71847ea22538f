import type { Answer, GeneratedAnswer } from './answer.ts';
import type { AskEvent } from './ask.ts';
import { AskPageError } from './errors.ts';
import type { NumberedPrompt } from './ask-prompt.ts';
import type { Sources } from './ask-sources.ts';
import { supportQuery, withSupport, type SupportChecker } from './ask-support.ts';
import { gibberishIn, wordsOf } from './grounding/gibberish.ts';
import { checkCitations, renumber } from './grounding/citations.ts';
import { estimateTokens } from './documents/tokens.ts';
import { TEMPERATURE } from './options.ts';
import type { Engine, GenerateOptions } from './ports.ts';
import type { Prompt } from './prompt/assemble.ts';
import { removeInvisible } from './prompt/invisible.ts';
import { isForRoom } from './prompt/select.ts';
import { ABSTENTION } from './prompt/turns.ts';

/**
 * Streams a model's answer and checks it. A failing engine is told, and the quote stands.
 * @returns The engine's refusal of a request that is too long for it: a shorter one may do.
 */
export async function* generate(
  { engine, support }: Writer,
  request: NumberedPrompt,
  asking: Asking,
): AsyncGenerator<AskEvent, AskPageError | undefined> {
  const { prompt, sources } = request;
  const { places } = sources;
  const { signal } = asking;
  let model: string;
  let reply = '';
  try {
    ({ model } = await engine.describe());
    const check = replyCheck(engine, prompt);
    for await (const piece of engine.generate(prompt.messages, optionsOf(prompt, asking))) {
      const checked = check.look(reply + piece);
      reply = checked.text;
      if (checked.isEnd) break;
      yield { kind: 'writing', text: renumber(prompt.restore(reply), places), model };
    }
    // An engine may end quietly when it is stopped; half an answer is none.
    signal?.throwIfAborted();
    check.end(reply);
  } catch (thrown) {
    signal?.throwIfAborted();
    const error = AskPageError.from(thrown, 'engine-failed');
    if (error.code === 'context-overflow') return error;
    yield { kind: 'engine-failed', error };
    return undefined;
  }
  const answer = checkAnswer({ prompt, places }, reply, model);
  if (!answer) return undefined;
  const isChecked = support && answer.kind === 'generated' && !answer.isOwnKnowledge;
  const final = isChecked ? yield* checkSupport(answer, { support, request, asking }) : answer;
  yield { kind: 'answer', answer: final, reply };
  return undefined;
}

interface Check {
  support: SupportChecker;
  request: NumberedPrompt;
  asking: Asking;
}

/** @returns The answer with what its sources say of it; by itself where that can't be found out. */
async function* checkSupport(
  answer: GeneratedAnswer,
  { support, request, asking: { question, signal } }: Check,
): AsyncGenerator<AskEvent, GeneratedAnswer> {
  const { text, model } = answer;
  yield { kind: 'checking', text, model };
  const query = supportQuery(answer, request, question);
  const report = await support.check(query, signal ? { signal } : {}).catch(() => undefined);
  signal?.throwIfAborted();
  return report ? withSupport(answer, report) : answer;
}

/** What writes an answer, and what checks it. */
export interface Writer {
  engine: Engine;
  support: SupportChecker | undefined;
}

interface Asking {
  question: string;
  signal: AbortSignal | undefined;
  onReading?: GenerateOptions['onReading'] | undefined;
}

const stopsOf = ({ report: { nonce } }: Prompt): string[] => (nonce ? [`-${nonce}`] : []);

const optionsOf = (prompt: Prompt, { signal, onReading }: Asking): GenerateOptions => ({
  maxTokens: prompt.report.tokens.reply,
  temperature: TEMPERATURE,
  stop: stopsOf(prompt),
  ...(signal && { signal }),
  ...(onReading && { onReading }),
});

/** Characters between two looks at whether a reply is language. */
const LOOK_EVERY = 80;

/** Sees to what the engine ignores, and to what no engine knows of, as the reply grows. */
function replyCheck({ ignores = [] }: Engine, { messages, report }: Prompt) {
  const { nonce, tokens } = report;
  const isLongest = (text: string) =>
    ignores.includes('maxTokens') && estimateTokens(text) >= tokens.reply;
  const known = new Set(messages.flatMap(({ content }) => wordsOf(content)));
  let looked = 0;
  return {
    /** What of the text counts, and whether nothing after it does. @throws {AskPageError} `gibberish` */
    look(text: string): { text: string; isEnd: boolean } {
      const cut = echoStart(text, nonce);
      if (cut >= 0) return { text: text.slice(0, cut), isEnd: true };
      if (text.length >= looked + LOOK_EVERY) {
        looked = text.length;
        refuseGibberish(text, known);
      }
      return { text, isEnd: isLongest(text) };
    },
    /** @throws {AskPageError} `gibberish` */
    end: (text: string) => refuseGibberish(text, known),
  };
}

/** @throws {AskPageError} `gibberish` */
function refuseGibberish(text: string, known: ReadonlySet<string>): void {
  const problem = gibberishIn(text, known);
  if (!problem) return;
  throw new AskPageError(
    'gibberish',
    problem === 'loop'
      ? 'It wrote the same again and again. Ask in other words, or choose a larger model.'
      : 'What it wrote was no language. Load it again, or choose another model.',
  );
}

const MARKS = 'passages?|documents?|doc|context|sources?|question';

/**
 * The start of one of our marks, as a stop string or a cut leaves it behind; small models also begin a
 * sentence with one: "The passage-0a1b2c3d says".
 */
const MARK_START = new RegExp(
  `(?:<\\/?|\\[\\/?|\\{")(?:${MARKS})\\s*$|` +
    `(?<=^|[.!?:\\]]\\s+|\\n)(?:(?:according to|in|from) )?(?:the )?(?:${MARKS}|the)\\s*$`,
  'i',
);

interface Asked {
  prompt: Prompt;
  places: Sources['places'];
}

function checkAnswer({ prompt, places }: Asked, reply: string, model: string): Answer | undefined {
  const restored = removeInvisible(prompt.restore(reply)).replace(MARK_START, '').trim();
  const { text: checked, citations: named } = checkCitations(restored, new Set(prompt.injected));
  if (checked === '') return undefined;
  const text = renumber(checked, places);
  const citations = named.flatMap((number) => places.get(number) ?? []);
  if (text.startsWith(ABSTENTION)) return { kind: 'abstained', text, citations };
  const isOwnKnowledge = prompt.kind === 'own-knowledge';
  return { kind: 'generated', text, citations, model, isOwnKnowledge };
}

/** Without passages a model would answer from what it knows, or invent. @throws {AskPageError} `context-overflow` */
export function checkFits({ kind, report }: Prompt, { contextWindow }: Engine): void {
  if (kind !== 'abstain' || !report.passages.some(({ reason }) => isForRoom(reason))) return;
  throw new AskPageError(
    'context-overflow',
    `The question and a passage do not fit into the ${contextWindow} tokens of the language model. ` +
      'Ask a shorter question, or choose a model with a larger window.',
  );
}

/** Where a reply starts to continue our own marks, or −1: small models do so, and nothing after it is meant. */
function echoStart(text: string, nonce: string): number {
  const code = nonce ? text.indexOf(`-${nonce}`) : -1;
  if (code < 0) return -1;
  const before = text.slice(0, code);
  return before.replace(/[<[{"/]*\w*$/, '').length;
}
