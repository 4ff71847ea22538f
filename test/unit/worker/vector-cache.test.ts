import { describe, expect, it } from 'vitest';
import { sortRows, VectorCache, type CachedRow } from '../../../src/worker/vector-cache.ts';

const scope = { source: 'https://site.test/', space: 'model/3/', dimensions: 3 };
const row = (key: string, vector: unknown, more: Partial<CachedRow> = {}): CachedRow => ({
  ...{ source: scope.source, space: scope.space, key, vector },
  ...more,
});
const good = Float32Array.of(0.6, 0, 0.8);

describe('vectors kept from an earlier visit', () => {
  it.each<[string, unknown]>([
    ['of a wrong length', Float32Array.of(0.6, 0.8)],
    ['that is too long', Float32Array.of(0.6, 0, 0.8, 0)],
    ['of no length', new Float32Array(0)],
    ['with a NaN', Float32Array.of(0.6, NaN, 0.8)],
    ['with an infinity', Float32Array.of(0.6, -Infinity, 0.8)],
    ['of zeros', new Float32Array(3)],
    ['that is a list', [0.6, 0, 0.8]],
    ['of another kind of numbers', Float64Array.of(0.6, 0, 0.8)],
    ['that is text', '0.6'],
    ['that is an object', { length: 3, 0: 0.6, 1: 0, 2: 0.8 }],
    ['that is null', null],
    ['that is missing', undefined],
  ])('are left out and deleted where one is broken: %s', (_what, vector) => {
    const rows = [row('a', good), row('b', vector), row('c', good)];
    const { found, stale } = sortRows(rows, scope, new Set(['a', 'b', 'c']));
    expect([...found]).toEqual([
      ['a', good],
      ['c', good],
    ]);
    expect(stale).toEqual([rows[1]]);
  });

  it('are deleted where the text is gone or the model another', () => {
    const rows = [row('a', good, { space: 'other/3/' }), row('gone', good), row('b', good)];
    const { found, stale } = sortRows(rows, scope, new Set(['a', 'b']));
    expect([...found.keys()]).toEqual(['b']);
    expect(stale.map(({ key }) => key)).toEqual(['a', 'gone']);
  });

  it('are none where the browser keeps nothing', async () => {
    const cache = new VectorCache();
    cache.write(scope, [['a', good]]);
    cache.flush();
    expect(await cache.read(scope, new Set(['a']))).toEqual(new Map());
  });
});
