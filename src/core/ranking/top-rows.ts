/** A row of the index with its score. */
export interface ScoredRow {
  row: number;
  score: number;
}

/** Best first: the higher score, then the lower row, so that equal scores always stand alike. */
export const byScore = (left: ScoredRow, right: ScoredRow): number =>
  right.score - left.score || left.row - right.row;

/**
 * Collects the best `limit` rows out of any number, in O(n log limit): a heap whose root is the
 * worst row kept. Rows whose score isn't a number are left out.
 */
export function collectTop(limit: number): {
  add(row: number, score: number): void;
  sorted(): ScoredRow[];
} {
  const heap: ScoredRow[] = [];
  return {
    add(row, score) {
      if (Number.isNaN(score) || limit < 1) return;
      const worst = heap.length < limit ? undefined : heap[0];
      // Most rows end here: no object is made for them.
      if (worst && score < worst.score) return;
      const item = { row, score };
      if (!worst) siftUp(heap, item);
      else if (byScore(item, worst) < 0) siftDown(heap, item);
    },
    sorted: () => [...heap].sort(byScore),
  };
}

/** The best `limit` rows whose score is above 0. */
export function topRows(scores: Float64Array, limit: number): ScoredRow[] {
  const top = collectTop(limit);
  scores.forEach((score, row) => {
    if (score > 0) top.add(row, score);
  });
  return top.sorted();
}

const isWorse = (left: ScoredRow, right: ScoredRow): boolean => byScore(left, right) > 0;

function siftUp(heap: ScoredRow[], item: ScoredRow): void {
  let hole = heap.length;
  heap.push(item);
  while (hole > 0) {
    const above = (hole - 1) >> 1;
    const parent = heap[above];
    if (!parent || !isWorse(item, parent)) break;
    heap[hole] = parent;
    hole = above;
  }
  heap[hole] = item;
}

function siftDown(heap: ScoredRow[], item: ScoredRow): void {
  let hole = 0;
  for (;;) {
    const below = worseChild(heap, hole);
    const child = heap[below];
    if (!child || !isWorse(child, item)) break;
    heap[hole] = child;
    hole = below;
  }
  heap[hole] = item;
}

function worseChild(heap: readonly ScoredRow[], hole: number): number {
  const left = heap[2 * hole + 1];
  const right = heap[2 * hole + 2];
  return left && right && isWorse(right, left) ? 2 * hole + 2 : 2 * hole + 1;
}
