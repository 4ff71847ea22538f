import { dot } from './cosine.ts';

/**
 * How much each side counts in the fused score. Measured on 85 real questions about the
 * documentation of three projects (page level, MRR): BM25 alone .77, cosine alone .79, keyword
 * weight .3, .4, .5 and .6: .84, .87, .85 and .85; .4 was best with another cut of passages, too.
 * Reciprocal rank fusion .85. The page's own BM25, a second good passage on the page and words in
 * the headings helped one project and harmed another. So did the best sentence of a passage by the
 * site's token vectors: at weights of .2 beside .4 and .4 MRR .89, two projects up and one down, and
 * .85 where token vectors encode the question as well. Titles' words lowered MRR by .01 to .02, the
 * similarity to the heading path by .02 to .05, though it brought more facts into the first three.
 */
export const FUSION_WEIGHTS = { keyword: 0.4, cosine: 0.6 } as const;

/** A passage that may answer the question. */
export interface Candidate {
  row: number;
  /** Cosine similarity to the question, −1 to 1; 0 for all where there are no vectors. */
  score: number;
  /** BM25, 0 where it shares no word with the question. */
  keywordScore: number;
  /** It alone has no vector: its words stand for its meaning, too. Default false. */
  isByWords?: boolean;
}

/**
 * What a passage of the page that the reader sees has ahead, of a fused score of 0 to 1: enough for a near
 * tie. Of 85 real questions 69 have a right page first without it. Where the reader is on a right page, with
 * .01, .02, .03, .05 and .1: 70, 72, 73, 75, 76; on the wrong page that comes nearest: 66, 65, 63, 55, 45; on
 * any page of the site, as a mean: 69 up to .05. The first page leads the second by less than .02 in one
 * question of seven.
 */
export const PAGE_BONUS = 0.02;

export interface FusedCandidate extends Candidate {
  /** 0 to 1. */
  fused: number;
}

/** Above this cosine two passages say the same. */
export const NEAR_DUPLICATE = 0.97;

/**
 * Candidates with their fused scores, best first, equal ones by row. BM25 is divided by the best
 * among the candidates, cosines are stretched from their lowest to their highest; where all cosines
 * are equal (no vectors) the keywords decide alone.
 * @param favours Rows of the page that the reader sees: these win near ties. Default: none.
 */
export function fuse(
  candidates: readonly Candidate[],
  favours?: (row: number) => boolean,
): FusedCandidate[] {
  const { lowest, highest, bestKeyword } = extremes(candidates);
  const spread = highest - lowest;
  const keywordWeight = spread > 0 ? FUSION_WEIGHTS.keyword : 1;
  return candidates
    .map((candidate): FusedCandidate => {
      const keyword = bestKeyword > 0 ? candidate.keywordScore / bestKeyword : 0;
      const cosine = spread > 0 ? (candidate.score - lowest) / spread : 0;
      const likeness = candidate.isByWords ? keyword : cosine;
      const fused = keywordWeight * keyword + (1 - keywordWeight) * likeness;
      return { ...candidate, fused: favours ? favour(fused, favours(candidate.row)) : fused };
    })
    .sort((left, right) => right.fused - left.fused || left.row - right.row);
}

/** All are scaled alike, so that scores stay between 0 and 1. */
const favour = (fused: number, isFavoured: boolean): number =>
  (fused + (isFavoured ? PAGE_BONUS : 0)) / (1 + PAGE_BONUS);

function extremes(candidates: readonly Candidate[]) {
  let lowest = Infinity;
  let highest = -Infinity;
  let bestKeyword = 0;
  for (const { score, keywordScore, isByWords } of candidates) {
    if (!isByWords) {
      lowest = Math.min(lowest, score);
      highest = Math.max(highest, score);
    }
    bestKeyword = Math.max(bestKeyword, keywordScore);
  }
  return { lowest, highest, bestKeyword };
}

export interface DiversityOptions<Item> {
  /** How many to keep at most. */
  limit: number;
  /**
   * How many of one page at most. Default 3: with 1 or 2, answers were lost among the first 3 to 6;
   * more gained none.
   */
  perPage?: number | undefined;
  /** The page that an item stands on. */
  pageKey: (item: Item) => string;
  /** Equal for items of the same text. */
  fingerprint: (item: Item) => string;
  /** The item's unit vector, if there is one. */
  vector?: ((item: Item) => Float32Array | undefined) | undefined;
}

/**
 * The first `limit` items of a ranked list, in its order, without items that repeat an earlier one
 * (same fingerprint, or cosine above 0.97) and with at most `perPage` of one page.
 */
export function diversify<Item>(ranked: readonly Item[], options: DiversityOptions<Item>): Item[] {
  const { limit, perPage = 3, pageKey, fingerprint, vector } = options;
  const kept: Item[] = [];
  const prints = new Set<string>();
  const pages = new Map<string, number>();
  for (const item of ranked) {
    if (kept.length >= limit) break;
    const onPage = pages.get(pageKey(item)) ?? 0;
    if (onPage >= perPage || prints.has(fingerprint(item))) continue;
    if (vector && repeats(vector(item), kept.map(vector))) continue;
    kept.push(item);
    prints.add(fingerprint(item));
    pages.set(pageKey(item), onPage + 1);
  }
  return kept;
}

function repeats(
  vector: Float32Array | undefined,
  earlier: readonly (Float32Array | undefined)[],
): boolean {
  if (!vector) return false;
  return earlier.some((other) => other && dot(other, vector) > NEAR_DUPLICATE);
}
