import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fitTokens,
  type FitProblem,
  type FitStep,
  type SparseRows,
} from '../../../src/core/ranking/light-fit.ts';

/** A as lists of weights a row, most of them zero. */
function toSparse(dense: readonly (readonly number[])[]): SparseRows {
  const entries = dense.map((row) => row.flatMap((w, c) => (w === 0 ? [] : [[c, w] as const])));
  const flat = entries.flat();
  const starts = new Uint32Array(dense.length + 1);
  entries.forEach((row, i) => (starts[i + 1] = (starts[i] ?? 0) + row.length));
  return {
    starts,
    columns: Uint32Array.from(flat, ([column]) => column),
    weights: Float32Array.from(flat, ([, weight]) => weight),
  };
}

interface Column {
  a: readonly (readonly number[])[];
  t: number[];
  v: number[];
  lambda: number;
}

/** (AᵀA + λI) w = Aᵀt + λv, solved by elimination for one dimension. */
function solveDense({ a, t, v, lambda }: Column) {
  const n = v.length;
  const system = v.map((prior, i) => [
    ...v.map((_, j) =>
      a.reduce((s, row) => s + (row[i] ?? 0) * (row[j] ?? 0), i === j ? lambda : 0),
    ),
    a.reduce((s, row, r) => s + (row[i] ?? 0) * (t[r] ?? 0), lambda * prior),
  ]);
  for (let pivot = 0; pivot < n; pivot++) {
    for (let row = 0; row < n; row++) {
      if (row === pivot) continue;
      const by = (system[row]?.[pivot] ?? 0) / (system[pivot]?.[pivot] ?? 1);
      system[row] = (system[row] ?? []).map((value, c) => value - by * (system[pivot]?.[c] ?? 0));
    }
  }
  return system.map((row, i) => (row[n] ?? 0) / (row[i] ?? 1));
}

function run(problem: FitProblem): { steps: FitStep[]; result: Float32Array } {
  const fit = fitTokens(problem);
  const steps: FitStep[] = [];
  for (;;) {
    const next = fit.next();
    if (next.done) return { steps, result: next.value };
    steps.push(next.value);
  }
}

const number = fc.integer({ min: -100, max: 100 }).map((n) => n / 100);
const weight = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 100 }).map((n) => n / 100),
);

/** Small problems: sentences, tokens and numbers a vector. */
const problems = fc
  .record({
    rows: fc.integer({ min: 1, max: 8 }),
    tokens: fc.integer({ min: 1, max: 6 }),
    dimensions: fc.integer({ min: 1, max: 4 }),
    lambda: fc.constantFrom(0.03, 0.5, 2),
  })
  .chain(({ rows, tokens, dimensions, lambda }) => {
    const list = (length: number, of: fc.Arbitrary<number>) =>
      fc.array(of, { minLength: length, maxLength: length });
    return fc.record({
      lambda: fc.constant(lambda),
      dimensions: fc.constant(dimensions),
      dense: fc.array(list(tokens, weight), { minLength: rows, maxLength: rows }),
      targets: list(rows * dimensions, number),
      priors: list(tokens * dimensions, number),
    });
  });

describe('the fit', () => {
  it('solves small ridge problems as elimination does', () => {
    fc.assert(
      fc.property(problems, ({ dense, targets, priors, dimensions, lambda }) => {
        const { result } = run({
          rows: toSparse(dense),
          targets: Float32Array.from(targets),
          priors: Float32Array.from(priors),
          dimensions,
          lambda,
        });
        for (let d = 0; d < dimensions; d++) {
          const pick = (list: number[]) => list.filter((_, i) => i % dimensions === d);
          const exact = solveDense({ a: dense, t: pick(targets), v: pick(priors), lambda });
          exact.forEach((value, token) =>
            expect(result[token * dimensions + d]).toBeCloseTo(value, 3),
          );
        }
      }),
    );
  });

  const problem: FitProblem = {
    rows: toSparse(
      Array.from({ length: 40 }, (_, r) => [0, 1, 2, 3, 4, 5].map((c) => ((r * (c + 3)) % 7) / 7)),
    ),
    targets: Float32Array.from({ length: 80 }, (_, i) => Math.sin(i)),
    priors: new Float32Array(12),
    dimensions: 2,
    lambda: 0.03,
  };

  it('tells each step and how far it is, to the wanted error', () => {
    const { steps } = run(problem);
    expect(steps.map(({ step }) => step)).toEqual(steps.map((_, i) => i));
    expect(steps[0]?.residual).toBeGreaterThan(0.5);
    expect(steps.at(-1)?.residual).toBeLessThanOrEqual(1e-6);
    expect(steps.slice(0, -1).every(({ residual }) => residual > 1e-6)).toBe(true);
    expect(run({ ...problem, tolerance: 0.1 }).steps.length).toBeLessThan(steps.length);
  });

  it('stops after the most steps that it may take, or when the caller leaves', () => {
    expect(run({ ...problem, maxSteps: 2 }).steps.map(({ step }) => step)).toEqual([0, 1, 2]);
    const fit = fitTokens(problem);
    fit.next();
    fit.return(new Float32Array(0));
    expect(fit.next().done).toBe(true);
  });

  it('leaves the tokens as they were where no sentence holds them', () => {
    const priors = Float32Array.of(0.1, 0.2, 0.3, 0.4);
    const rows = toSparse([[1, 0]]);
    const { result } = run({
      rows,
      priors,
      targets: Float32Array.of(1, 1),
      dimensions: 2,
      lambda: 1,
    });
    expect(Array.from(result.slice(2))).toEqual(Array.from(priors.slice(2)));
    expect(result[0]).toBeCloseTo(0.55, 5);
  });
});
