import type { Verdict } from './support.ts';

/**
 * A model that says whether one sentence follows from another (natural language inference), such as
 * transformers.js runs. None is shipped: without it nothing is promised about contradictions that words
 * and vectors can't see.
 */
export interface EntailmentModel {
  /** Verdicts in the order of the pairs. @throws {AskPageError} where the model fails. */
  judge(
    pairs: readonly EntailmentPair[],
    options?: { signal?: AbortSignal },
  ): Promise<readonly Entailment[]>;
}

export interface EntailmentPair {
  /** What the source says. */
  premise: string;
  /** What the answer says. */
  hypothesis: string;
}

/** Probabilities, 0 to 1; what is left is neither. */
export interface Entailment {
  entails: number;
  contradicts: number;
}

/** The model must be this sure to change a verdict. A guess: no model was at hand to measure it with. */
const SURE = 0.8;

/**
 * A verdict that words and vectors gave, after the model was heard. What is missing from the sources
 * letter by letter stays missing, whatever the model says.
 */
export function mergeEntailment(
  verdict: Verdict,
  { entails, contradicts }: Entailment,
  isMissing: boolean,
): Verdict {
  if (contradicts >= SURE) return 'not';
  return entails >= SURE && !isMissing ? 'supported' : verdict;
}
