import { beforeAll, describe, expect, it } from 'vitest';
import { exactScan } from '../../../src/core/ranking/cosine.ts';
import type { VoyFactory } from '../../../src/worker/voy-index.ts';
import { noise, unitVectors } from '../index-file/sample.ts';
import { realVoy } from './voy.ts';

const D = 64;
const rows = (count: number) => Array.from({ length: count }, (_, row) => row);
const row = (vectors: Float32Array, index: number, dimensions = D) =>
  vectors.slice(index * dimensions, (index + 1) * dimensions);
const exact = (vectors: Float32Array, query: Float32Array, limit: number) =>
  exactScan({ vectors, dimensions: query.length }, query, limit).map((hit) => hit.row);

let voy: VoyFactory;
beforeAll(async () => void (voy = await realVoy()));

describe('Voy as a proposer', () => {
  it('finds what the exact scan finds', () => {
    const vectors = unitVectors(1500, D, 3);
    const index = voy(vectors, D, rows(1500));
    expect(index.size).toBe(1500);
    const queries = unitVectors(20, D, 99);
    const recalls = rows(20).map((query) => {
      const vector = row(queries, query);
      const found = new Set(index.search(vector, 10));
      return exact(vectors, vector, 10).filter((each) => found.has(each)).length / 10;
    });
    expect(recalls.reduce((a, b) => a + b) / 20).toBeGreaterThanOrEqual(0.95);
    expect(Math.min(...recalls)).toBeGreaterThanOrEqual(0.8);
  });

  it('finds a passage by its own vector, under the number of its row', () => {
    const vectors = unitVectors(100, D);
    const chosen = rows(100).filter((each) => each % 3 === 0);
    const index = voy(vectors, D, chosen);
    expect(index.size).toBe(34);
    for (const each of chosen) expect(index.search(row(vectors, each), 1)).toEqual([each]);
    expect(index.search(row(vectors, 1), 100).every((each) => each % 3 === 0)).toBe(true);
  });

  it('gives as many as there are, and none where none are wanted', () => {
    const vectors = unitVectors(5, D);
    const index = voy(vectors, D, rows(5));
    expect(index.search(row(vectors, 0), 50).sort()).toEqual([0, 1, 2, 3, 4]);
    expect(index.search(row(vectors, 0), 0)).toEqual([]);
    expect(index.search(row(vectors, 0), -1)).toEqual([]);
  });

  it('finds nothing in an empty index or for a question of another length', () => {
    expect(voy(new Float32Array(0), D, []).search(new Float32Array(D).fill(1), 5)).toEqual([]);
    const index = voy(unitVectors(5, D), D, rows(5));
    expect(index.search(new Float32Array(D - 1).fill(1), 5)).toEqual([]);
    expect(index.search(new Float32Array(0), 5)).toEqual([]);
    expect(index.search(new Float32Array(D), 5)).toEqual([]);
    expect(index.search(new Float32Array(D).fill(NaN), 5)).toEqual([]);
  });
});

describe('input that kills a bare Voy', () => {
  const alike = (count: number) => {
    const one = unitVectors(1, D, 5);
    return Float32Array.from({ length: count * D }, (_, i) => one[i % D] ?? 0);
  };
  const withColumn = (value: number) => {
    const vectors = unitVectors(200, D);
    for (let i = 0; i < 200; i++) vectors[i * D + 7] = value;
    return vectors;
  };
  const halfZero = () => {
    const next = noise(4);
    return Float32Array.from({ length: 200 * D }, (_, i) => (i % D < D / 2 ? 0 : next()));
  };

  it.each<[string, () => Float32Array]>([
    ['200 identical vectors', () => alike(200)],
    ['a constant column', () => withColumn(0.25)],
    ['a zero column', () => withColumn(0)],
    ['half of the columns zero', halfZero],
  ])('%s', (_what, make) => {
    const vectors = make();
    const index = voy(vectors, D, rows(200));
    expect(index.size).toBe(200);
    const query = row(vectors, 17);
    const found = index.search(query, 10);
    expect(new Set(found).size).toBe(10);
    const best = exactScan({ vectors, dimensions: D }, query, 1)[0]?.score ?? 0;
    const [first = -1] = found;
    const score = row(vectors, first).reduce((sum, x, i) => sum + x * (query[i] ?? 0), 0);
    expect(score).toBeCloseTo(best, 3);
  });

  it('not a number, infinity and zero are left out', () => {
    const vectors = unitVectors(60, D);
    for (let i = 0; i < 20; i++) vectors[i * D] = i % 2 ? NaN : Infinity;
    vectors.fill(0, 20 * D, 30 * D);
    const index = voy(vectors, D, rows(60));
    expect(index.size).toBe(30);
    expect(index.search(row(vectors, 40), 1)).toEqual([40]);
    expect(Math.min(...index.search(row(vectors, 40), 60))).toBe(30);
    expect(voy(new Float32Array(3 * D), D, rows(3)).search(row(vectors, 40), 5)).toEqual([]);
  });

  it('more than 768 dimensions are refused, not cut', () => {
    expect(() => voy(unitVectors(2, 1024), 1024, rows(2))).toThrow(RangeError);
    const vectors = unitVectors(50, 768);
    const index = voy(vectors, 768, rows(50));
    expect(index.search(row(vectors, 9, 768), 1)).toEqual([9]);
  });
});

describe('Voy loaded twice', () => {
  it('leaves the first index as it was', async () => {
    const vectors = unitVectors(100, D);
    const first = voy(vectors, D, rows(100));
    const other = await realVoy();
    const second = other(unitVectors(40, D, 8), D, rows(40));
    expect(first.search(row(vectors, 70), 1)).toEqual([70]);
    expect(second.search(row(unitVectors(40, D, 8), 30), 1)).toEqual([30]);
    expect(first.search(row(vectors, 71), 1)).toEqual([71]);
  });
});
