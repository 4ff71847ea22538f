import type { Turn } from '../ports.ts';

const REUSE = [
  /^(?:please\s+)?(?:quote|cite)\b.*\b(?:that|it|this|sentence|source|passage|where)\b/i,
  /^(?:please\s+)?show\s+(?:me\s+)?(?:the\s+(?:sentence|source|passage|quote)|where\s+(?:it|that|this)\s+(?:says|stands))\b/i,
  /^(?:please\s+)?(?:explain|say|put|write|phrase|summari[sz]e|translate|shorten|repeat|rephrase)\s+(?:that|it|this|again)\b/i,
  /^(?:in|as)\s+(?:one sentence|short|other words|simpler words|a list|a table|\w+ words)\b/i,
  /^(?:shorter|simpler|longer|again|(?:in )?more detail|really|are you sure|(?:but )?why(?: (?:so|not|is (?:that|it|this)(?: so)?))?)(?:,? please)?\W*$/i,
  /^where (?:does|do|did) (?:it|that|you|this)\b/i,
];

/**
 * Whether a follow-up can be answered from the passages of the question before ("quote the sentence
 * that says that"), or needs a search of its own. A cheap rule on English wording; when in doubt, search.
 */
export function reusesPassages(question: string, history: readonly Turn[]): boolean {
  return history.length > 0 && REUSE.some((pattern) => pattern.test(question.trim()));
}
