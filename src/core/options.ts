import { AskPageError } from './errors.ts';

/** Characters of a question; a longer one is refused with a sentence, never cut silently. */
export const MAX_QUESTION = 2000;

/** Hits shown, and the candidates for a prompt. */
export const HIT_LIMIT = 6;

/** The sampling temperature: facts, not prose. */
export const TEMPERATURE = 0.1;

/** Prompt and reply tokens that are assumed where no engine says how much it takes. */
export const DEFAULT_WINDOW = 4096;

/** The question as it is asked. @throws {AskPageError} `bad-question` where it is empty or too long. */
export function checkQuestion(question: string): string {
  const trimmed = question.trim();
  if (trimmed === '') throw new AskPageError('bad-question', 'Type a question first.');
  if (trimmed.length > MAX_QUESTION) {
    throw new AskPageError(
      'bad-question',
      `The question has ${trimmed.length.toLocaleString('en')} characters; ` +
        `${MAX_QUESTION.toLocaleString('en')} are possible. Shorten it.`,
    );
  }
  return trimmed;
}
