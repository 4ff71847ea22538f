/**
 * The number of letters to insert, drop, replace or swap with their neighbour to turn one word into
 * the other, up to `most`; `most + 1` for anything farther. No letter is edited twice (optimal string alignment).
 * Source: Damerau, CACM 7(3), 1964; Wagner and Fischer, JACM 21(1), 1974.
 */
export function editDistance(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const row = nextRow({ left, right, i, last, beforeLast });
    if (Math.min(...row) > most) return most + 1;
    beforeLast = last;
    last = row;
  }
  return Math.min(last[right.length] ?? 0, most + 1);
}

interface Step {
  left: string;
  right: string;
  /** Letters of `left` consumed after this row. */
  i: number;
  last: readonly number[];
  beforeLast: readonly number[];
}

function nextRow({ left, right, i, last, beforeLast }: Step): number[] {
  const row = [i];
  for (let j = 1; j <= right.length; j++) {
    const same = left[i - 1] === right[j - 1];
    let cost = Math.min(
      (last[j] ?? 0) + 1,
      (row[j - 1] ?? 0) + 1,
      (last[j - 1] ?? 0) + (same ? 0 : 1),
    );
    if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) {
      cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
    }
    row.push(cost);
  }
  return row;
}
