import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TextVector } from '../../../src/core/ports.ts';
import { dot, exactScan, normalise } from '../../../src/core/ranking/cosine.ts';
import type { VoyFactory } from '../../../src/worker/voy-index.ts';
import { unitVectors } from '../index-file/sample.ts';
import { realVoy } from './voy.ts';

const D = 64;
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
const row = (vectors: Float32Array, index: number, dimensions = D) =>
  vectors.slice(index * dimensions, (index + 1) * dimensions);
/** Texts that are named by the row of their vector. */
const texts = (vectors: Float32Array, dimensions = D): TextVector[] =>
  numbers(vectors.length / dimensions).map((each) => ({
    key: String(each),
    vector: row(vectors, each, dimensions),
  }));
const flat = (all: readonly TextVector[]) =>
  Float32Array.from(all.flatMap(({ vector }) => [...vector]));

let voy: VoyFactory;
beforeAll(async () => void (voy = await realVoy()));

const indexOf = (vectors: Float32Array, dimensions = D) =>
  voy(dimensions, texts(vectors, dimensions));

/** What Voy finds is as near as what the exact scan finds, by all but the tiny offsets. */
function expectNearest(found: readonly string[], all: readonly TextVector[], query: Float32Array) {
  const exact = exactScan({ vectors: flat(all), dimensions: query.length }, query, found.length);
  const vectorOf = new Map(all.map(({ key, vector }) => [key, vector]));
  expect(new Set(found).size).toBe(found.length);
  for (const [place, key] of found.entries()) {
    const vector = vectorOf.get(key);
    if (!vector) throw new Error(`${key} is not in the index`);
    expect(Math.abs(dot(vector, query) - (exact[place]?.score ?? NaN))).toBeLessThan(1e-3);
  }
}

describe('Voy as a proposer', () => {
  it('finds what the exact scan finds', () => {
    const all = texts(unitVectors(1500, D, 3));
    const index = voy(D, all);
    expect(index.size).toBe(1500);
    const queries = unitVectors(20, D, 99);
    for (const each of numbers(20)) {
      const found = index.search(row(queries, each), 10);
      expect(found).toHaveLength(10);
      expectNearest(found, all, row(queries, each));
    }
  });

  it('finds a text by its own vector, under its key', () => {
    const all = texts(unitVectors(100, D));
    const chosen = all.filter((_, i) => i % 3 === 0);
    const index = voy(D, chosen);
    expect(index.size).toBe(34);
    for (const { key, vector } of chosen) expect(index.search(vector, 1)).toEqual([key]);
    const found = index.search(row(unitVectors(100, D), 1), 100);
    expect(found.every((key) => Number(key) % 3 === 0)).toBe(true);
  });

  it('gives as many as there are, and none where none are wanted', () => {
    const vectors = unitVectors(5, D);
    const index = indexOf(vectors);
    expect(index.search(row(vectors, 0), 50).sort()).toEqual(['0', '1', '2', '3', '4']);
    expect(index.search(row(vectors, 0), Infinity)).toHaveLength(5);
    expect(index.search(row(vectors, 0), 2.9)).toHaveLength(2);
    for (const limit of [0, -1, NaN, 0.5]) expect(index.search(row(vectors, 0), limit)).toEqual([]);
  });

  it('finds nothing in an empty index or for a question of another length', () => {
    const empty = voy(D, []);
    expect(empty.search(new Float32Array(D).fill(1), 5)).toEqual([]);
    empty.remove(texts(unitVectors(2, D)));
    empty.add(texts(unitVectors(2, D)));
    expect(empty.search(row(unitVectors(2, D), 1), 1)).toEqual(['1']);
    const index = indexOf(unitVectors(5, D));
    expect(index.search(new Float32Array(D - 1).fill(1), 5)).toEqual([]);
    expect(index.search(new Float32Array(0), 5)).toEqual([]);
    expect(index.search(new Float32Array(D), 5)).toEqual([]);
    expect(index.search(new Float32Array(D).fill(NaN), 5)).toEqual([]);
  });
});

describe('input that kills a bare Voy', () => {
  const unit = (values: Float32Array) => {
    normalise(values);
    return values;
  };
  const rowsOf = (count: number, make: (each: number) => Float32Array) =>
    Float32Array.from(numbers(count).flatMap((each) => [...make(each)]));
  const alike = () => rowsOf(200, () => unitVectors(1, D, 5));
  const withColumn = (value: number) =>
    rowsOf(200, (each) => {
      const others = unit(unitVectors(1, D, each + 1).fill(0, 7, 8));
      return others.map((x, axis) => (axis === 7 ? value : x * Math.sqrt(1 - value ** 2)));
    });
  const halfZero = () => rowsOf(200, (each) => unit(unitVectors(1, D, each + 1).fill(0, D / 2)));
  /** Each a little further on a circle: every coordinate only grows, or only falls. */
  const along = (count: number) => {
    const from = unitVectors(1, D, 11);
    const other = unitVectors(1, D, 12);
    const to = unit(other.map((x, i) => x - (from[i] ?? 0) * dot(from, other)));
    return rowsOf(count, (each) => {
      const angle = (0.05 * each) / count;
      return from.map((x, i) => x * Math.cos(angle) + (to[i] ?? 0) * Math.sin(angle));
    });
  };

  it.each<[string, () => Float32Array]>([
    ['200 identical vectors', alike],
    ['a constant column', () => withColumn(0.25)],
    ['a zero column', () => withColumn(0)],
    ['half of the columns zero', halfZero],
    ['3,000 vectors in their order', () => along(3000)],
  ])('%s', (_what, make) => {
    const all = texts(make());
    const query = all[17]?.vector ?? new Float32Array();
    const atOnce = voy(D, all);
    expect(atOnce.size).toBe(all.length);
    // Also when they come in one after the other, and half of them go again.
    const inParts = voy(D, []);
    for (const text of all) inParts.add([text]);
    const half = all.filter((_, i) => i % 2 === 0);
    inParts.remove(half);
    for (const [index, held] of [
      [atOnce, all],
      [inParts, all.filter((text) => !half.includes(text))],
    ] as const) {
      const found = index.search(query, 10);
      expect(found).toHaveLength(10);
      expectNearest(found, held, query);
      index.free();
    }
  });

  it('vectors so short that the tree grows deeper than they are long', () => {
    const all = texts(unitVectors(5000, 2), 2);
    const index = voy(2, all);
    const query = unitVectors(1, 2, 77);
    expectNearest(index.search(query, 10), all, query);
  });

  it('not a number, infinity and zero are left out', () => {
    const vectors = unitVectors(60, D);
    for (let i = 0; i < 20; i++) vectors[i * D] = i % 2 ? NaN : Infinity;
    vectors.fill(0, 20 * D, 30 * D);
    const index = indexOf(vectors);
    expect(index.size).toBe(30);
    expect(index.search(row(vectors, 40), 1)).toEqual(['40']);
    const found = index.search(row(vectors, 40), 60);
    expect(Math.min(...found.map(Number))).toBe(30);
    index.remove(texts(vectors).slice(0, 31));
    expect(index.search(row(vectors, 40), 60)).toHaveLength(29);
    expect(indexOf(new Float32Array(3 * D)).search(row(vectors, 40), 5)).toEqual([]);
  });

  it('1,024 dimensions are refused, not cut', () => {
    expect(() => voy(1024, texts(unitVectors(2, 1024), 1024))).toThrow(RangeError);
    const vectors = unitVectors(50, 768);
    const index = indexOf(vectors, 768);
    expect(index.search(row(vectors, 9, 768), 1)).toEqual(['9']);
    // A vector of another length than the others is left out.
    index.add([{ key: 'long', vector: new Float32Array(1024).fill(1) }]);
    expect(index.size).toBe(50);
  });

  it('a key that comes twice is there once', () => {
    const [first, ...others] = texts(unitVectors(40, D));
    if (!first) throw new Error('no text');
    const index = voy(D, [first, ...others, first]);
    for (let i = 0; i < 50; i++) index.add([first]);
    expect(index.size).toBe(40);
    expect(new Set(index.search(first.vector, 40)).size).toBe(40);
    index.remove([first]);
    index.remove([first]);
    expect(index.search(first.vector, 40)).not.toContain(first.key);
    expect(index.size).toBe(39);
  });
});

/** Few different numbers, so that axes are full of ties and vectors equal. */
const tiedVector = (dimensions: number) =>
  fc
    .array(fc.integer({ min: -2, max: 2 }), { minLength: dimensions, maxLength: dimensions })
    .filter((values) => values.some((value) => value !== 0))
    .map((values) => Float32Array.from(values, (value) => value / Math.hypot(...values)));

describe('adding and removing', () => {
  it('leaves the same as building, after any sequence', () => {
    const few = 6;
    const key = fc.nat(250).map(String);
    const batch = fc.array(fc.record({ key, vector: tiedVector(few) }), {
      maxLength: 120,
      size: 'max',
    });
    const step = fc.record({ add: batch, remove: fc.array(key, { maxLength: 60, size: 'max' }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), tiedVector(few), (steps, query) => {
        const index = voy(few, []);
        const held = new Map<string, Float32Array>();
        for (const { add, remove } of steps) {
          index.add(add);
          for (const each of add) if (!held.has(each.key)) held.set(each.key, each.vector);
          index.remove(
            remove.map((each) => ({ key: each, vector: held.get(each) ?? new Float32Array(few) })),
          );
          for (const each of remove) held.delete(each);
          const all = [...held].map(([name, vector]) => ({ key: name, vector }));
          expect(index.size).toBe(all.length);
          for (const limit of [1, 10, all.length]) {
            const found = index.search(query, limit);
            expect(found).toHaveLength(Math.min(limit, all.length));
            expectNearest(found, all, query);
          }
        }
        index.free();
      }),
      { numRuns: 60, seed: 6 },
    );
  });

  it('finds all that is left after nearly everything went, and what comes back', () => {
    const all = texts(unitVectors(2000, D, 21));
    const index = voy(D, all);
    const kept = all.slice(1990);
    index.remove(all.slice(0, 1990));
    const query = unitVectors(1, D, 22);
    expect(index.search(query, 50)).toHaveLength(10);
    expectNearest(index.search(query, 10), kept, query);
    index.add(all.slice(0, 1000));
    const back = [...kept, ...all.slice(0, 1000)];
    expectNearest(index.search(query, 50), back, query);
    expect(index.search(query, 2000)).toHaveLength(1010);
  });
});

describe('Voy loaded twice', () => {
  it('leaves the first index as it was', async () => {
    const vectors = unitVectors(100, D);
    const first = indexOf(vectors);
    const other = await realVoy();
    const more = unitVectors(40, D, 8);
    const second = other(D, texts(more));
    expect(first.search(row(vectors, 70), 1)).toEqual(['70']);
    expect(second.search(row(more, 30), 1)).toEqual(['30']);
    second.free();
    expect(first.search(row(vectors, 71), 1)).toEqual(['71']);
  });
});
