import type { Answer } from './answer.ts';
import type { AskEvent } from './ask.ts';
import { AskPageError } from './errors.ts';
import { checkCitations } from './grounding/citations.ts';
import { TEMPERATURE } from './options.ts';
import type { Engine } from './ports.ts';
import type { Prompt } from './prompt/assemble.ts';
import { isForRoom } from './prompt/select.ts';
import { ABSTENTION } from './prompt/turns.ts';

/** Streams a model's answer and checks it. A failing engine is told, and the quote stands. */
export async function* generate(
  engine: Engine,
  prompt: Prompt,
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
      yield { kind: 'writing', text: prompt.restore(text), model };
    }
    // An engine may end quietly when it is stopped; half an answer is none.
    signal?.throwIfAborted();
  } catch (thrown) {
    signal?.throwIfAborted();
    yield { kind: 'engine-failed', error: AskPageError.from(thrown, 'engine-failed') };
    return;
  }
  const answer = checkAnswer(prompt, text, model);
  if (answer) yield { kind: 'answer', answer };
}

/** The start of one of our marks, as a stop string or a cut leaves it behind. */
const MARK_START = /(?:<\/?|\[\/?|\{")(?:passages?|documents?|doc|context|sources?|question)\s*$/i;

function checkAnswer(prompt: Prompt, text: string, model: string): Answer | undefined {
  const reply = prompt.restore(text).replace(MARK_START, '');
  const checked = checkCitations(reply.trim(), new Set(prompt.injected));
  if (checked.text === '') return undefined;
  if (checked.text.startsWith(ABSTENTION)) return { kind: 'abstained', ...checked };
  return { kind: 'generated', ...checked, model, isOwnKnowledge: prompt.kind === 'own-knowledge' };
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
