import type { Answer } from './answer.ts';
import type { AskEvent } from './ask.ts';
import { AskPageError } from './errors.ts';
import type { NumberedPrompt } from './ask-prompt.ts';
import type { Sources } from './ask-sources.ts';
import { checkCitations, renumber } from './grounding/citations.ts';
import { TEMPERATURE } from './options.ts';
import type { Engine } from './ports.ts';
import type { Prompt } from './prompt/assemble.ts';
import { isForRoom } from './prompt/select.ts';
import { ABSTENTION } from './prompt/turns.ts';

/** Streams a model's answer and checks it. A failing engine is told, and the quote stands. */
export async function* generate(
  engine: Engine,
  { prompt, sources: { places } }: NumberedPrompt,
  signal: AbortSignal | undefined,
): AsyncGenerator<AskEvent> {
  let model: string;
  let text = '';
  try {
    ({ model } = await engine.describe());
    const { nonce, tokens } = prompt.report;
    const options = {
      maxTokens: tokens.reply,
      temperature: TEMPERATURE,
      stop: nonce ? [`-${nonce}`] : [],
      ...(signal && { signal }),
    };
    for await (const piece of engine.generate(prompt.messages, options)) {
      text += piece;
      const cut = echoStart(text, nonce);
      if (cut >= 0) {
        text = text.slice(0, cut);
        break;
      }
      yield { kind: 'writing', text: renumber(prompt.restore(text), places), model };
    }
    // An engine may end quietly when it is stopped; half an answer is none.
    signal?.throwIfAborted();
  } catch (thrown) {
    signal?.throwIfAborted();
    yield { kind: 'engine-failed', error: AskPageError.from(thrown, 'engine-failed') };
    return;
  }
  const answer = checkAnswer({ prompt, places }, text, model);
  if (answer) yield { kind: 'answer', answer, reply: text };
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
  const restored = prompt.restore(reply).replace(MARK_START, '').trim();
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
