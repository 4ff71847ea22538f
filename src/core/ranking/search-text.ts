import type { Turn } from '../ports.ts';

const OPENING = /^(?:and|or|but|so|then|also|what about|how about|why not|what if)\b/i;
const POINTING = /\b(?:it|its|that|those|these|them|they|ones?|same|instead)\b/i;

/** A question that points at something is only a follow-up where it is short enough to need it. */
const SHORT = 8;

/** Whether a question leans on the one before: by its first word, or short and pointing back. English only. */
export function isFollowUp(question: string): boolean {
  const words = question.trim().split(/\s+/).length;
  return OPENING.test(question.trim()) || (words <= SHORT && POINTING.test(question));
}

/** What is searched for a question: a follow-up rarely names its subject, so its predecessor goes along. */
export function searchText(question: string, history: readonly Turn[]): string {
  const previous = history.at(-1)?.question;
  return previous && isFollowUp(question) ? `${previous} ${question}` : question;
}
