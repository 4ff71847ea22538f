import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { passagesOf } from '../../../src/core/documents/passages.ts';
import type { Passage, VectorIndex } from '../../../src/core/ports.ts';
import { exactScan } from '../../../src/core/ranking/cosine.ts';
import { PassageStore } from '../../../src/worker/passage-store.ts';
import { Retrieval } from '../../../src/worker/retrieval.ts';
import type { VoyFactory } from '../../../src/worker/voy-index.ts';
import { DIMENSIONS as D, unitVectors } from '../index-file/sample.ts';
import { realVoy } from './voy.ts';

const page = (number: number, url = `page${number}.html`): Passage => {
  const text = `The port of machine${number} is open.`;
  const [only] = passagesOf({ url, title: 'Guide', headings: [], text });
  if (!only) throw new Error('no passage');
  return only;
};
const numbers = (count: number, first = 0) => Array.from({ length: count }, (_, i) => first + i);
const numberOf = ({ text }: Passage) => Number(/\d+/.exec(text)?.[0]);
const vector = (seed: number) => unitVectors(1, D, seed + 1);

/** Adds pages; page `i` has the vector of seed `i`. */
function add(store: PassageStore, pages: readonly number[]): void {
  const texts = store.add(pages.map((each) => page(each)));
  for (const { key, text } of texts) store.setVector(key, vector(Number(/\d+/.exec(text)?.[0])));
}

let voy: VoyFactory;
/** What the index was told, such as `build 3` or `add 1`. */
let told: string[];
beforeAll(async () => void (voy = await realVoy()));
beforeEach(() => void (told = []));

const spy: VoyFactory = (dimensions, texts) => {
  told.push(`build ${texts.length}`);
  const index = voy(dimensions, texts);
  const spied: VectorIndex = {
    get size() {
      return index.size;
    },
    search: (query, limit) => index.search(query, limit),
    add: (more) => (told.push(`add ${more.length}`), index.add(more)),
    remove: (less) => (told.push(`remove ${less.length}`), index.remove(less)),
    free: () => (told.push('free'), index.free()),
  };
  return spied;
};

const found = (store: PassageStore, query: Float32Array, limit = 50) =>
  store.propose(spy, query, limit);

describe('the vector index of a store', () => {
  it('is built at the first question, and follows what comes and goes', () => {
    const store = new PassageStore(D);
    add(store, numbers(20));
    store.add([page(3, 'copy.html')]);
    expect(told).toEqual([]);
    expect(found(store, vector(3), 1)).toEqual([3]);
    expect(told).toEqual(['build 20']);
    add(store, [77]);
    store.remove((passage) => numberOf(passage) < 2);
    expect(found(store, vector(77), 1)).toEqual([19]);
    expect(found(store, vector(3), 1)).toEqual([1]);
    expect(found(store, vector(0))).toHaveLength(19);
    expect(told).toEqual(['build 20', 'remove 2', 'add 1']);
    // Nothing has changed since.
    found(store, vector(5));
    expect(told).toHaveLength(3);
  });

  it('keeps a text that another passage has, or that comes back', () => {
    const store = new PassageStore(D);
    add(store, numbers(20));
    store.add([page(3, 'copy.html')]);
    found(store, vector(1));
    store.remove(({ section }) => section.url === 'page3.html' || section.url === 'page4.html');
    add(store, [4]);
    expect(found(store, vector(3), 1)).toEqual([18]);
    expect(found(store, vector(4), 1)).toEqual([19]);
    expect(told).toEqual(['build 20']);
  });

  it('sees a text that is embedded anew with its new vector only', () => {
    const store = new PassageStore(D);
    add(store, numbers(20));
    found(store, vector(1));
    const [{ key } = { key: '' }] = new PassageStore(D).add([page(5)]);
    store.setVector(key, vector(500));
    expect(found(store, vector(500), 1)).toEqual([5]);
    store.setVector(key, vector(501));
    store.setVector(key, vector(502));
    expect(found(store, vector(502), 1)).toEqual([5]);
    expect(found(store, vector(1), 50).filter((row) => row === 5)).toHaveLength(1);
    expect(told).toEqual(['build 20', 'remove 1', 'add 1', 'remove 1', 'add 1']);
  });

  it('is built anew, and the old one freed, when it has changed as much as it is large', () => {
    const store = new PassageStore(D);
    add(store, numbers(20));
    found(store, vector(1));
    add(store, numbers(15, 100));
    found(store, vector(1));
    store.remove((passage) => numberOf(passage) < 10);
    expect(found(store, vector(1))).toHaveLength(25);
    expect(told).toEqual(['build 20', 'add 15', 'free', 'build 25']);
    store.close();
    expect(told.at(-1)).toBe('free');
    expect(found(store, vector(1))).toHaveLength(25);
  });

  it('is forgotten when it fails, and not asked for its memory', () => {
    const store = new PassageStore(D);
    add(store, numbers(20));
    const failing: VoyFactory = (dimensions, texts) => {
      const index = spy(dimensions, texts);
      index.add = () => {
        throw new WebAssembly.RuntimeError('unreachable');
      };
      return index;
    };
    store.propose(failing, vector(1), 5);
    const failures: unknown[] = [];
    const retrieval = new Retrieval(store, failing, (thrown) => failures.push(thrown));
    add(store, [100]);
    const asked = {
      question: 'port',
      history: [],
      limit: 6,
      vector: Float32Array.from(vector(100)),
    };
    const { hits } = retrieval.search(asked);
    expect(hits.find(({ score }) => score > 0.999)?.passage.section.url).toBe('page100.html');
    expect(failures).toHaveLength(1);
    retrieval.search(asked);
    store.close();
    expect(told).toEqual(['build 20']);
  });
});

type Step = { kind: 'add' | 'remove'; pages: number[] };

describe('after any sequence of adding and removing', () => {
  const pages = fc.uniqueArray(fc.nat(80), { maxLength: 40, size: 'max' });
  const step: fc.Arbitrary<Step> = fc.record({ kind: fc.constantFrom('add', 'remove'), pages });
  // Pages whose numbers are equal modulo 40 differ, but share their vector; 8 steps a coordinate.
  const tied = (number: number) => vector(number % 40).map((x) => Math.round(x * 8) / 8 + 1 / 16);

  it('a store proposes what an exact scan of it finds', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), fc.nat(100), (steps, seed) => {
        const store = new PassageStore(D);
        const query = vector(seed + 1000);
        for (const { kind, pages: changed } of steps) {
          if (kind === 'remove') store.remove((passage) => changed.includes(numberOf(passage)));
          else {
            const missing = store.add(changed.map((each) => page(each)));
            for (const { key, text } of missing)
              store.setVector(key, tied(numberOf({ text } as Passage)));
          }
          compare(store, query);
        }
        store.close();
      }),
      { numRuns: 80, seed: 4 },
    );
    expect(told.filter((each) => each.startsWith('add'))).not.toEqual([]);
    expect(told.filter((each) => each.startsWith('remove'))).not.toEqual([]);
  });

  /** Rows of equal texts count once. */
  function compare(store: PassageStore, query: Float32Array): void {
    const distinct = new Set(store.passages.map((_, row) => store.keyOf(row))).size;
    const rows = found(store, query, 10);
    const scores = exactScan({ vectors: store.vectors, dimensions: D }, query, 1000);
    const seen = new Set<string>();
    const exact = scores.filter(({ row }) => {
      const isNew = !seen.has(store.keyOf(row));
      seen.add(store.keyOf(row));
      return isNew;
    });
    expect(rows).toHaveLength(Math.min(10, distinct));
    expect(new Set(rows.map((row) => store.keyOf(row))).size).toBe(rows.length);
    for (const [place, row] of rows.entries()) {
      const score = scores.find((each) => each.row === row)?.score ?? NaN;
      expect(Math.abs(score - (exact[place]?.score ?? NaN))).toBeLessThan(1e-3);
    }
  }
});
