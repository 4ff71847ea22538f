import { SETTINGS, type SupportSettings } from '../../core/grounding/support-score.ts';
import type { CheckedData, CheckedSentence } from './grounding-run.ts';

/** Shares of supported sentences and of correct paraphrases that may fall below a threshold. */
const MAX_SUPPORTED = 0.03;
const MAX_PARAPHRASES = 1 / 3;

/**
 * The highest threshold that one corpus allows: the more sentences are found unsupported the better, as
 * long as few of the supported ones are (Neyman and Pearson's way to set a threshold).
 * @param which The threshold by meaning, or by words alone; the scores must have come about so.
 */
export function fitThreshold(data: CheckedData, which: 'meaning' | 'words'): SupportSettings {
  const highest = Math.min(
    quantile(scoresOf(data.sentences, 'supported'), MAX_SUPPORTED),
    quantile(scoresOf(data.probes, 'paraphrase'), MAX_PARAPHRASES),
  );
  return Number.isFinite(highest) ? { ...SETTINGS, [which]: highest } : SETTINGS;
}

/** The score that at most a share of scores lie below; infinite where there are none. */
function quantile(scores: readonly number[], share: number): number {
  const sorted = [...scores].sort((a, b) => a - b);
  return sorted[Math.floor(share * sorted.length)] ?? Infinity;
}

/** Lowest scores of sentences; code has a threshold of its own. */
const scoresOf = (sentences: readonly CheckedSentence[], wanted: CheckedSentence['label']) =>
  sentences.flatMap(({ label, claims }) => {
    const scores = claims.filter(({ kind }) => kind === 'sentence').map(({ score }) => score);
    return label === wanted && scores.length > 0 ? [Math.min(...scores)] : [];
  });
