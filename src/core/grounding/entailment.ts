import {
  reportOf,
  type SupportedClaim,
  type SupportReport,
  type Verdict,
} from './support-report.ts';

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

/**
 * A report after the model was heard about each sentence that has a nearest one in the passages. What
 * it brings back has that one for a source.
 * @throws What the model throws.
 */
export async function hearEntailment(
  report: SupportReport,
  model: EntailmentModel,
  options: { signal?: AbortSignal } = {},
): Promise<SupportReport> {
  const asked = report.claims.filter(({ kind, nearest }) => nearest && kind === 'sentence');
  if (asked.length === 0) return report;
  const pairs = asked.map(({ nearest, text }) => ({
    premise: nearest?.text ?? '',
    hypothesis: text,
  }));
  const heard = await model.judge(pairs, options);
  const claims = report.claims.map((claim) => {
    const opinion = heard[asked.indexOf(claim)];
    return opinion ? withOpinion(claim, opinion) : claim;
  });
  return reportOf(claims);
}

function withOpinion(claim: SupportedClaim, opinion: Entailment): SupportedClaim {
  const { nearest, sources, missing } = claim;
  const verdict = mergeEntailment(claim.verdict, opinion, missing.length > 0);
  if (verdict === claim.verdict || !nearest) return claim;
  if (verdict === 'not') return { ...claim, verdict, sources: [] };
  return { ...claim, verdict, isStruck: false, sources: sources.length > 0 ? sources : [nearest] };
}
