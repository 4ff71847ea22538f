import { bootstrapMean, type Estimate } from './bootstrap.ts';
import type { CheckedAnswer, CheckedData, CheckedSentence } from './grounding-run.ts';

/** What the check reached on one corpus, or on all. */
export interface GroundingFigures {
  claims: number;
  /** Of sentences found unsupported, the share that is so labelled. */
  precision: Estimate | undefined;
  /** Of sentences labelled unsupported, the share found. */
  recall: Estimate | undefined;
  /** Of supported sentences, the share that is marked in any way. */
  supportedMarked: Estimate | undefined;
  /** Of supported sentences, the share that is struck, whole or in part. */
  supportedStruck: Estimate | undefined;
  /** Of sentences not fully supported, the share struck; `exactRecall` by what is missing letter by letter alone. */
  struckRecall: Estimate | undefined;
  exactRecall: Estimate | undefined;
  paraphrases: Counted;
  paraphrasesStruck: Counted;
  /** One-word falsifications that are marked in any way. */
  edits: Counted;
  withdrawnPrecision: Estimate | undefined;
  withdrawnRecall: Estimate | undefined;
}

/** `count` of `total` */
export interface Counted {
  count: number;
  total: number;
}

export function groundingFigures({ sentences, probes, answers }: CheckedData): GroundingFigures {
  const labelled = (...labels: string[]) => sentences.filter(({ label }) => labels.includes(label));
  const claims = labelled('supported', 'partly', 'unsupported');
  const supported = labelled('supported');
  const isUnsupported = ({ label }: CheckedSentence) => label === 'unsupported';
  return {
    claims: claims.length,
    precision: share(claims.filter(isNotFound), isUnsupported),
    recall: share(labelled('unsupported'), isNotFound),
    supportedMarked: share(supported, isMarked),
    supportedStruck: share(supported, isStruck),
    struckRecall: share(labelled('partly', 'unsupported'), isStruck),
    exactRecall: share(labelled('partly', 'unsupported'), hasMissing),
    ...probeFigures(probes),
    ...answerFigures(answers),
  };
}

const probeFigures = (probes: readonly CheckedSentence[]) => {
  const paraphrases = probes.filter(({ label }) => label === 'paraphrase');
  return {
    paraphrases: counted(paraphrases, isMarked),
    paraphrasesStruck: counted(paraphrases, isStruck),
    edits: counted(
      probes.filter(({ label }) => label === 'edit'),
      isMarked,
    ),
  };
};

const answerFigures = (answers: readonly CheckedAnswer[]) => ({
  withdrawnPrecision: share(
    answers.filter(({ isWithdrawn }) => isWithdrawn),
    ({ isMostlyUnsupported }) => isMostlyUnsupported,
  ),
  withdrawnRecall: share(
    answers.filter(({ isMostlyUnsupported }) => isMostlyUnsupported),
    ({ isWithdrawn }) => isWithdrawn,
  ),
});

type Test<T> = (each: T) => boolean;

const share = <T>(items: readonly T[], test: Test<T>) =>
  bootstrapMean(items.map((each) => (test(each) ? 1 : 0)));
const counted = <T>(items: readonly T[], test: Test<T>): Counted => ({
  count: items.filter(test).length,
  total: items.length,
});

export const isNotFound: Test<CheckedSentence> = ({ claims }) =>
  claims.some(({ verdict }) => verdict === 'not');
export const isMarked: Test<CheckedSentence> = ({ claims }) =>
  claims.some(({ verdict }) => verdict !== 'supported');
const hasMissing: Test<CheckedSentence> = ({ claims }) =>
  claims.some(({ missing }) => missing.length > 0);
const isStruck: Test<CheckedSentence> = ({ claims }) =>
  claims.some((claim) => claim.isStruck || claim.missing.length > 0);
