import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cosineOfRow,
  dequantise,
  dot,
  exactScan,
  normalise,
  quantise,
} from '../../../src/core/ranking/cosine.ts';
import { collectTop } from '../../../src/core/ranking/top-rows.ts';

const number = fc.double({ min: -1, max: 1, noNaN: true });
const vectorOf = (length: number) =>
  fc.array(number, { minLength: length, maxLength: length }).map((list) => Float32Array.from(list));

describe('the exact scan', () => {
  const scans = fc.integer({ min: 1, max: 9 }).chain((dimensions) =>
    fc.record({
      query: vectorOf(dimensions),
      // Few values, so that many rows score alike.
      rows: fc.array(
        fc.array(fc.constantFrom(-1, 0, 0.5), { minLength: dimensions, maxLength: dimensions }),
        { maxLength: 40 },
      ),
      limit: fc.integer({ min: 0, max: 50 }),
    }),
  );

  it('gives what sorting everything gives', () => {
    fc.assert(
      fc.property(scans, ({ query, rows, limit }) => {
        const vectors = Float32Array.from(rows.flat());
        const plain = rows
          .map((row, index) => ({ row: index, score: dot(Float32Array.from(row), query) }))
          .sort((a, b) => b.score - a.score || a.row - b.row)
          .slice(0, limit);
        const found = exactScan({ vectors, dimensions: query.length }, query, limit);
        expect(found.map(({ row }) => row)).toEqual(plain.map(({ row }) => row));
        found.forEach(({ score }, index) => expect(score).toBeCloseTo(plain[index]?.score ?? 9, 6));
      }),
    );
  });

  it('leaves out rows that are not numbers', () => {
    const vectors = Float32Array.of(Number.NaN, 1, 0, 1);
    expect(exactScan({ vectors, dimensions: 2 }, Float32Array.of(0, 1), 5)).toEqual([
      { row: 1, score: 1 },
    ]);
    expect(cosineOfRow({ vectors, dimensions: 2 }, 0, Float32Array.of(0, 1))).toBe(0);
  });

  it('refuses a question of other dimensions, and names both', () => {
    const rows = { vectors: new Float32Array(8), dimensions: 4 };
    expect(() => exactScan(rows, new Float32Array(3), 1)).toThrow(/3 numbers.*have 4/);
  });

  it('finds nothing among no rows', () => {
    const rows = { vectors: new Float32Array(0), dimensions: 2 };
    expect(exactScan(rows, Float32Array.of(1, 0), 5)).toEqual([]);
  });
});

describe('the dot product', () => {
  it('agrees with the sum of products at every length', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { maxLength: 40 }), (pairs) => {
        const left = Float32Array.from(pairs, ([a]) => a);
        const right = Float32Array.from(pairs, ([, b]) => b);
        expect(dot(left, right)).toBeCloseTo(
          left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0),
          6,
        );
      }),
    );
  });
});

describe('normalising', () => {
  it.each([1, 1e-20, 1e-42, 1e20, 3e38])('gives length 1 at magnitude %d', (magnitude) => {
    const vector = Float32Array.of(magnitude, -magnitude, 0, magnitude);
    expect(normalise(vector)).toBe(true);
    expect(dot(vector, vector)).toBeCloseTo(1, 5);
    expect(vector[1]).toBeLessThan(0);
  });

  it.each([
    ['zero', [0, 0]],
    ['empty', []],
    ['not a number', [1, Number.NaN]],
    ['infinite', [1, Infinity]],
  ])('refuses a vector that is %s and leaves it as it is', (_, values) => {
    const vector = Float32Array.from(values);
    expect(normalise(vector)).toBe(false);
    expect([...vector]).toEqual(values);
  });
});

describe('quantising', () => {
  it('is off by at most half a step in each number', () => {
    fc.assert(
      fc.property(vectorOf(16), (vector) => {
        const quantised = quantise(vector);
        dequantise(quantised).forEach((value, index) => {
          const error = Math.abs(value - (vector[index] ?? 0));
          expect(error).toBeLessThanOrEqual((quantised.scale / 2) * (1 + 1e-5));
        });
      }),
    );
  });

  it('keeps the direction of vectors like sentence embeddings', () => {
    const seeds = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1536, maxLength: 1536 });
    fc.assert(
      fc.property(seeds, (list) => {
        // Sums of four are nearly normal, as the numbers of embeddings are.
        const vector = new Float32Array(384).map(
          (_, i) => list.slice(4 * i, 4 * i + 4).reduce((a, b) => a + b, 0) - 2000,
        );
        if (!normalise(vector)) return;
        const restored = dequantise(quantise(vector));
        expect(normalise(restored)).toBe(true);
        expect(dot(vector, restored)).toBeGreaterThan(0.999);
      }),
      { numRuns: 30 },
    );
  });

  it('uses its whole range', () => {
    expect([...quantise(Float32Array.of(0.5, -0.25, 0)).codes]).toEqual([72, -36, 0]);
  });

  it('restores zeros', () => {
    expect(dequantise(quantise(new Float32Array(3)))).toEqual(new Float32Array(3));
  });
});

describe('collecting the best rows', () => {
  it('gives what sorting gives, in whatever order they come', () => {
    const scores = fc.array(fc.constantFrom(0, 1, 2, 3), { maxLength: 60 });
    fc.assert(
      fc.property(scores, fc.integer({ min: 0, max: 20 }), (list, limit) => {
        const top = collectTop(limit);
        const items = list.map((score, row) => ({ row, score }));
        for (const { row, score } of items.toReversed()) top.add(row, score);
        const sorted = items.sort((a, b) => b.score - a.score || a.row - b.row);
        expect(top.sorted()).toEqual(sorted.slice(0, limit));
      }),
    );
  });
});
