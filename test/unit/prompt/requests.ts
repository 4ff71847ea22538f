import { AskPageError } from '../../../src/core/errors.ts';
import {
  assemblePrompt,
  type Prompt,
  type PromptRequest,
  type ThreadTurn,
} from '../../../src/core/prompt/assemble.ts';
import { FORMATS, type FormatName } from '../../../src/core/prompt/formats.ts';
import { DEFAULT_PROMPT, type PromptOptions } from '../../../src/core/prompt/options.ts';
import type { CandidatePassage } from '../../../src/core/prompt/select.ts';

export const NONCE = '0a1b2c3d';

export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[];

export const candidate = (
  text: string,
  more: Partial<CandidatePassage> = {},
): CandidatePassage => ({
  id: `id of ${text.slice(0, 20)}`,
  title: 'Server › Port',
  url: 'server.html#port',
  text,
  ...more,
});

export const countWords = (text: string) => text.split(/\s+/).length;

export type Asked = Partial<Omit<PromptRequest, 'options'>> & { options?: Partial<PromptOptions> };

export const assemble = ({ options, ...request }: Asked): Prompt =>
  assemblePrompt({
    question: 'Which port is it?',
    passages: [],
    history: [],
    nonce: NONCE,
    window: 10_000,
    countTokens: countWords,
    options: { ...DEFAULT_PROMPT, ...options },
    ...request,
  });

export const turn = (question: string, answer: string, sent?: string): ThreadTurn => ({
  question,
  answer,
  ...(sent !== undefined && { sent }),
});

/** A request as it is printed. */
export const print = ({ messages }: Pick<Prompt, 'messages'>) =>
  messages.map(({ role, content }) => `--- ${role}\n${content}`).join('\n');

export const whole = ({ messages }: Pick<Prompt, 'messages'>) =>
  messages.map(({ content }) => content).join('\n');

export const systemOf = ({ messages }: Pick<Prompt, 'messages'>) => messages[0]?.content ?? '';
export const lastOf = ({ messages }: Pick<Prompt, 'messages'>) => messages.at(-1)?.content ?? '';

export const count = (text: string, part: string) => text.split(part).length - 1;

/** Passages as [number, reason], in the order in which they were given. */
export const fates = ({ report }: Prompt) =>
  report.passages.map(({ kept, reason }) => (kept ? 'kept' : reason));

/** What each format puts before and behind all passages, each passage and the question. */
export const DELIMITERS: Readonly<
  Record<
    FormatName,
    { all: readonly string[]; one: readonly string[]; question: readonly string[] }
  >
> = {
  passages: {
    all: ['<passages-N', '</passages-N'],
    one: ['<passage-N', '</passage-N'],
    question: ['<question-N', '</question-N'],
  },
  documents: {
    all: ['<documents-N', '</documents-N'],
    one: ['<doc-N', '</doc-N'],
    question: ['<question-N', '</question-N'],
  },
  sources: {
    all: ['<context-N', '</context-N'],
    one: ['<source-N', '</source-N'],
    question: ['<question-N', '</question-N'],
  },
  blocks: {
    all: [],
    one: ['[Document-N', '[/Document-N'],
    question: ['[Question-N', '[/Question-N'],
  },
  json: { all: ['{"passages-N":'], one: [], question: ['{"question-N":'] },
};

/** The code and message of the error that a call ends with. */
export function errorOf(call: () => unknown): Pick<AskPageError, 'code' | 'message'> {
  try {
    call();
  } catch (error) {
    if (error instanceof AskPageError) return error.toPlain();
    throw error;
  }
  throw new Error('Nothing was thrown.');
}
