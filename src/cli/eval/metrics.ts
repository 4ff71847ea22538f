/** How well one ranking serves one question, each 0 to 1. */
export interface RankFigures {
  /** Whether a right one is among the first k. */
  recall1: number;
  recall3: number;
  recall5: number;
  /** One over the rank of the first right one; 0 beyond rank 10. */
  mrr10: number;
  /** Discounted gain of the first ten over the best possible (Järvelin and Kekäläinen 2002). */
  ndcg10: number;
}

export const RANK_FIGURES = ['recall1', 'recall3', 'recall5', 'mrr10', 'ndcg10'] as const;

const DEPTH = 10;

/**
 * @param gains Of each place in the ranking, best first; 0 where it is not right.
 * @param possible Gains of everything that is right.
 */
export function rankFigures(gains: readonly number[], possible: readonly number[]): RankFigures {
  const rank = firstRight(gains);
  const within = (k: number) => (rank !== undefined && rank <= k ? 1 : 0);
  const ideal = discountedGain([...possible].sort((a, b) => b - a));
  return {
    recall1: within(1),
    recall3: within(3),
    recall5: within(5),
    mrr10: rank !== undefined && rank <= DEPTH ? 1 / rank : 0,
    ndcg10: ideal > 0 ? discountedGain(gains) / ideal : 0,
  };
}

/** The rank, from 1, of the first right one. */
export function firstRight(gains: readonly number[]): number | undefined {
  const index = gains.findIndex((gain) => gain > 0);
  return index < 0 ? undefined : index + 1;
}

const discountedGain = (gains: readonly number[]) =>
  gains.slice(0, DEPTH).reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);

/** Gains of distinct pages, each once. */
export function pageGains(ranked: readonly string[], gold: ReadonlyMap<string, number>): number[] {
  return [...new Set(ranked)].map((page) => gold.get(page) ?? 0);
}

/**
 * Gains of distinct sections. Each gold entry gains once, at its first hit, and each hit for one
 * entry only, the narrowest: a second section of the same entry is no second answer.
 */
export function sectionGains(
  ranked: readonly string[],
  gold: readonly { urls: ReadonlySet<string>; grade: number }[],
): number[] {
  const open = [...gold].sort((a, b) => a.urls.size - b.urls.size);
  return [...new Set(ranked)].map((url) => {
    const index = open.findIndex(({ urls }) => urls.has(url));
    return index < 0 ? 0 : (open.splice(index, 1)[0]?.grade ?? 0);
  });
}

/**
 * The chance that one of `higher` lies above one of `lower`, ties counted half: 1 parts them
 * perfectly, 0.5 is chance (Mann and Whitney's U over the number of pairs). NaN where one is empty.
 */
export function auroc(higher: readonly number[], lower: readonly number[]): number {
  const all = [
    ...higher.map((value) => ({ value, isHigher: true })),
    ...lower.map((value) => ({ value, isHigher: false })),
  ].sort((a, b) => a.value - b.value);
  let below = 0;
  let pairs = 0;
  for (let start = 0; start < all.length;) {
    let end = start;
    while (all[end] && all[end]?.value === all[start]?.value) end++;
    const tied = all.slice(start, end);
    const ups = tied.filter(({ isHigher }) => isHigher).length;
    pairs += ups * (below + (tied.length - ups) / 2);
    below += tied.length - ups;
    start = end;
  }
  return pairs / (higher.length * lower.length);
}
