/** A figure with the interval that 95 % of its resamples lie in. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

const RESAMPLES = 2000;
const SEED = 20_251;

/** Equal in every run, so that a figure changes only where the system or the questions do. */
function createRandom(): () => number {
  // Marsaglia (2003), Xorshift RNGs, 32 bits.
  let state = SEED;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
}

/**
 * A statistic with its percentile bootstrap interval (Efron 1979): questions are drawn again with
 * replacement, as many as there are. Each sample is drawn by itself, as answerable and unanswerable
 * questions are. `undefined` where a sample is empty.
 */
export function bootstrap(
  samples: readonly (readonly number[])[],
  statistic: (samples: readonly (readonly number[])[]) => number,
): Estimate | undefined {
  if (samples.some((sample) => sample.length === 0)) return undefined;
  const random = createRandom();
  const resampled = Array.from({ length: RESAMPLES }, () =>
    statistic(samples.map((sample) => redraw(sample, random))),
  ).sort((a, b) => a - b);
  const quantile = (share: number) => resampled[Math.round(share * (RESAMPLES - 1))] ?? NaN;
  return { value: statistic(samples), low: quantile(0.025), high: quantile(0.975) };
}

const redraw = (sample: readonly number[], random: () => number) =>
  sample.map(() => sample[Math.floor(random() * sample.length)] ?? NaN);

/** The mean with its interval. */
export const bootstrapMean = (values: readonly number[]) =>
  bootstrap([values], ([sample = []]) => mean(sample));

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Two systems over the same questions, from the first one's side. */
export interface Pairing {
  wins: number;
  losses: number;
  ties: number;
  /** Mean of the first less mean of the second. */
  difference: Estimate | undefined;
}

/** Compares question by question: the same place in both lists is the same question. */
export function pair(first: readonly number[], second: readonly number[]): Pairing {
  const differences = first.map((value, index) => value - (second[index] ?? NaN));
  const count = (test: (difference: number) => boolean) => differences.filter(test).length;
  return {
    wins: count((difference) => difference > 0),
    losses: count((difference) => difference < 0),
    ties: count((difference) => difference === 0),
    difference: bootstrapMean(differences),
  };
}
