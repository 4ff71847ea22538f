import type { Message, Turn } from '../ports.ts';

/** A generation before the answer's own: the request, and how its reply is read. */
export interface QueryStep<T> {
  messages: Message[];
  /** Reply tokens at most. */
  maxTokens: number;
  /** The reply's meaning; undefined where it has none, and the step counts as failed. */
  read(reply: string): T | undefined;
}

const MAX_REPLY = 400;

/** A model's single line: without quotes, labels and what follows the first paragraph. */
function readLine(reply: string): string | undefined {
  const [paragraph = ''] = reply.trim().split(/\n\s*\n/);
  const line = paragraph
    .replace(/^\s*(?:standalone |rewritten )?(?:question|query|search)\s*:\s*/i, '')
    .replace(/^["“'`]+|["”'`]+$/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > 0 && line.length <= MAX_REPLY ? line : undefined;
}

const say = (system: string, user: string): Message[] => [
  { role: 'system', content: system },
  { role: 'user', content: user },
];

const transcript = (history: readonly Turn[]) =>
  history.map(({ question, answer }) => `Reader: ${question}\nAnswer: ${answer}`).join('\n');

/** A follow-up as a question that stands by itself (LangChain's "condense question"). */
export function condenseStep(question: string, history: readonly Turn[]): QueryStep<string> {
  return {
    messages: say(
      'Rewrite the last question so that it can be understood without the conversation. Keep its language and its names. Reply with the question alone.',
      `${transcript(history)}\nLast question: ${question}`,
    ),
    maxTokens: 64,
    read: readLine,
  };
}

/** A made-up answer whose vector lies nearer to real ones (HyDE: Gao et al. 2022). */
export function hydeStep(question: string): QueryStep<string> {
  return {
    messages: say(
      'Write two sentences that a documentation page could hold and that answer the question. Invent what you do not know. Reply with the sentences alone.',
      question,
    ),
    maxTokens: 96,
    read: (reply) => reply.trim().slice(0, MAX_REPLY) || undefined,
  };
}

/** Other words for a question that found nothing. */
export function rewriteStep(question: string): QueryStep<string> {
  return {
    messages: say(
      'A search found nothing for the question. Write a search query for it in other, more common words. Reply with the query alone.',
      question,
    ),
    maxTokens: 48,
    read: readLine,
  };
}

/** Whether a follow-up can be answered from the passages of the question before; true where it can. */
export function fetchStep(question: string, history: readonly Turn[]): QueryStep<boolean> {
  return {
    messages: say(
      'Decide whether the last question is about the answer before it, so that the same pages hold its answer (SAME), or asks for something else that has to be looked up (NEW). Reply with one word: SAME or NEW.',
      `${transcript(history.slice(-1))}\nLast question: ${question}`,
    ),
    maxTokens: 8,
    read(reply) {
      const [word] = /\b(?:same|new)\b/i.exec(reply) ?? [];
      return word === undefined ? undefined : word.toLowerCase() === 'same';
    },
  };
}

/** What an over-long conversation was about, in place of its turns. */
export function summariseStep(history: readonly Turn[]): QueryStep<Turn> {
  return {
    messages: say(
      'Summarise the conversation in at most three sentences: what was asked, and what was found. Reply with the summary alone.',
      transcript(history),
    ),
    maxTokens: 128,
    read(reply) {
      const answer = reply.trim().slice(0, 2 * MAX_REPLY);
      return answer ? { question: 'What did we speak about so far?', answer } : undefined;
    },
  };
}
