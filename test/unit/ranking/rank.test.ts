import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  confidence,
  USUAL_SAME_PAGE,
  DEFAULT_THRESHOLD,
} from '../../../src/core/ranking/confidence.ts';
import { diversify, fuse, FUSION_WEIGHTS, PAGE_BONUS } from '../../../src/core/ranking/fuse.ts';
import { buildKeywordIndex } from '../../../src/core/ranking/keyword-index.ts';
import { rank, type RankRequest } from '../../../src/core/ranking/rank.ts';

const candidate = (row: number, score: number, keywordScore: number) => ({
  row,
  score,
  keywordScore,
});
const rows = (hits: readonly { row: number }[]) => hits.map(({ row }) => row);

describe('fusion', () => {
  it('puts what both sides like above what one side likes', () => {
    const fused = fuse([candidate(0, 0.9, 0), candidate(1, 0.8, 9), candidate(2, 0.1, 10)]);
    expect(rows(fused)).toEqual([1, 0, 2]);
    expect(fused[1]?.fused).toBeCloseTo(FUSION_WEIGHTS.cosine, 12);
    expect(fused[2]?.fused).toBeCloseTo(FUSION_WEIGHTS.keyword, 12);
  });

  it('leaves the order to keywords where no cosine differs', () => {
    const fused = fuse([candidate(0, 0, 1), candidate(1, 0, 4), candidate(2, 0, 2)]);
    expect(fused.map(({ fused: score }) => score)).toEqual([1, 0.5, 0.25]);
  });

  it('keeps scores between 0 and 1, sorts them, and a better score never ranks a passage lower', () => {
    const item = fc.record({
      score: fc.integer({ min: -100, max: 100 }).map((value) => value / 100),
      keywordScore: fc.integer({ min: 0, max: 500 }).map((value) => value / 10),
    });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 30 }), (items) => {
        const fused = fuse(items.map((each, row) => ({ row, ...each })));
        fused.forEach((each, index) => {
          expect(each.fused).toBeGreaterThanOrEqual(0);
          expect(each.fused).toBeLessThanOrEqual(1 + 1e-9);
          const next = fused[index + 1];
          if (!next) return;
          expect(each.fused).toBeGreaterThanOrEqual(next.fused);
          // Better on both sides and yet ranked below.
          expect(next.score > each.score && next.keywordScore > each.keywordScore).toBe(false);
        });
      }),
    );
  });

  it('orders equal passages by row', () => {
    expect(rows(fuse([candidate(2, 0.5, 1), candidate(0, 0.5, 1), candidate(1, 0.5, 1)]))).toEqual([
      0, 1, 2,
    ]);
  });
});

describe('a passage that alone has no vector', () => {
  const embedded = [candidate(0, 0.9, 5), candidate(1, 0.6, 5), candidate(2, 0.3, 0)];
  const byWords = (keywordScore: number) => ({ ...candidate(3, 0, keywordScore), isByWords: true });
  const scoreOf = (row: number, list: ReturnType<typeof fuse>) =>
    list.find((each) => each.row === row)?.fused;

  it('is ranked by its words, and leaves the scores of others as they were', () => {
    const fused = fuse([...embedded, byWords(4)]);
    expect(rows(fused)).toEqual([0, 3, 1, 2]);
    expect(scoreOf(3, fused)).toBeCloseTo(0.8, 12);
    for (const { row } of embedded) {
      expect(scoreOf(row, fused)).toBeCloseTo(scoreOf(row, fuse(embedded)) ?? NaN, 12);
    }
    expect(scoreOf(3, fuse([...embedded, byWords(0)]))).toBe(0);
  });

  it('is ranked by its words where no other is near', () => {
    expect(rows(fuse([byWords(4), { ...byWords(8), row: 4 }]))).toEqual([4, 3]);
  });
});

describe('the page that the reader sees', () => {
  const fusedTo = (other: number) => [
    candidate(0, 0.9, 9),
    candidate(1, other, 9),
    candidate(2, 0, 0),
  ];
  const isSecond = (row: number) => row === 1;

  it('wins a near tie', () => {
    const near = fusedTo(0.9 - 0.5 * PAGE_BONUS);
    expect(rows(fuse(near))).toEqual([0, 1, 2]);
    expect(rows(fuse(near, isSecond))).toEqual([1, 0, 2]);
  });

  it('wins nothing that is clear, and nothing where none of its passages is near', () => {
    const clear = fusedTo(0.9 - 3 * PAGE_BONUS);
    expect(rows(fuse(clear, isSecond))).toEqual([0, 1, 2]);
    expect(rows(fuse(clear, () => false))).toEqual(rows(fuse(clear)));
  });

  it('keeps scores between 0 and 1', () => {
    const scores = fuse(fusedTo(0.9), () => true).map(({ fused }) => fused);
    expect(Math.max(...scores)).toBe(1);
    expect(Math.min(...scores)).toBeGreaterThan(0);
  });
});

describe('diversity', () => {
  const list = ['a1', 'a2', 'a3', 'a4', 'b1', 'a5', 'c1'];
  const options = { pageKey: (item: string) => item[0] ?? '', fingerprint: (item: string) => item };

  it('keeps at most so many passages of one page, in order', () => {
    expect(diversify(list, { ...options, limit: 9, perPage: 2 })).toEqual(['a1', 'a2', 'b1', 'c1']);
    expect(diversify(list, { ...options, limit: 4 })).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  it('drops passages of the same text, on whatever page', () => {
    const fingerprint = (item: string) => item[1] ?? '';
    expect(diversify(['a1', 'b1', 'b2'], { ...options, limit: 9, fingerprint })).toEqual([
      'a1',
      'b2',
    ]);
  });

  it('drops passages that say nearly the same', () => {
    const angles: Record<string, number> = { a1: 0, b1: 0.1, c1: 0.5, d1: 3.2 };
    const vector = (item: string) =>
      Float32Array.of(Math.cos(angles[item] ?? 0), Math.sin(angles[item] ?? 0));
    const kept = diversify(['a1', 'b1', 'c1', 'd1'], { ...options, limit: 9, vector });
    expect(kept).toEqual(['a1', 'c1', 'd1']);
  });
});

describe('confidence', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const evidence = fc.record(
    { keywordShare: share, rarestMissed: share, samePage: share, cosine: share, sentence: share },
    { requiredKeys: ['keywordShare', 'rarestMissed', 'samePage'] },
  );

  it('lies between 0 and 1 and grows with each sign of an answer', () => {
    fc.assert(
      fc.property(evidence, share, (given, more) => {
        const value = confidence(given);
        expect(value).toBeGreaterThan(0);
        expect(value).toBeLessThan(1);
        for (const name of ['cosine', 'sentence', 'keywordShare', 'samePage'] as const) {
          const before = given[name];
          if (before === undefined) continue;
          expect(confidence({ ...given, [name]: before + more })).toBeGreaterThanOrEqual(value);
        }
        const rarestMissed = given.rarestMissed + more;
        expect(confidence({ ...given, rarestMissed })).toBeLessThanOrEqual(value);
      }),
    );
  });

  it.each([{}, { cosine: 1 }, { cosine: 1, sentence: 1 }])(
    'refuses where nothing speaks for an answer and accepts where all does: %o',
    (near) => {
      const far = Object.fromEntries(Object.keys(near).map((name) => [name, 0.1]));
      const nothing = { ...far, keywordShare: 0, rarestMissed: 1, samePage: 0.2 };
      expect(confidence(nothing)).toBeLessThan(DEFAULT_THRESHOLD);
      const all = { ...near, keywordShare: 0.6, rarestMissed: 0, samePage: 1 };
      expect(confidence(all)).toBeGreaterThan(0.8);
    },
  );

  it('goes by sentences where they were read, else by passages, else by words', () => {
    const words = { keywordShare: 0.2, rarestMissed: 0.5, samePage: 0.4 };
    const passages = { ...words, cosine: 0 };
    expect(confidence(passages)).toBeLessThan(confidence(words));
    expect(confidence({ ...passages, sentence: 0.9 })).toBeGreaterThan(0.7);
    expect(confidence({ ...words, cosine: 0.9, sentence: 0 })).toBeLessThan(0.1);
  });
});

describe('a ranking', () => {
  const texts = [
    'Set the port of the dev server.',
    'Set the host of the dev server.',
    'Build for production.',
    'Choose where the program listens.',
    'Set the port of the dev server.',
  ];
  const pages = ['server', 'server', 'build', 'network', 'copy'];
  const vectors = Float32Array.from([1, 0, 0, 0.8, 0.6, 0, 0, 0, 1, 0.9, -0.43589, 0, 1, 0, 0]);
  const request: RankRequest = {
    query: 'port of the server',
    keyword: buildKeywordIndex(texts.map((text) => ({ title: '', headings: [], text }))),
    queryVector: Float32Array.of(1, 0, 0),
    vectors,
    pageKey: (row) => pages[row] ?? '',
    fingerprint: (row) => texts[row] ?? '',
  };

  it('joins words and meaning, drops repetitions and is sure of a good hit', () => {
    const { ranked, confidence: sure } = rank(request);
    expect(rows(ranked)).toEqual([0, 1, 3, 2]);
    expect(ranked[0]).toMatchObject({ score: 1, fused: 1 });
    expect(ranked[1]?.keywordScore).toBeGreaterThan(0);
    expect(sure).toBeGreaterThan(0.9);
  });

  it('finds by meaning where no word is shared', () => {
    const { ranked } = rank({ ...request, query: 'qqq' });
    expect(rows(ranked)).toEqual([0, 3, 1, 2]);
    expect(ranked.every(({ keywordScore }) => keywordScore === 0)).toBe(true);
  });

  it('finds by words where there are no vectors, and nothing where no word is shared', () => {
    for (const part of [{ queryVector: undefined }, { vectors: undefined }]) {
      const { ranked } = rank({ ...request, ...part });
      expect(ranked[0]).toMatchObject({ row: 0, score: 0 });
      expect(rank({ ...request, ...part, query: 'qqq' })).toMatchObject({
        ranked: [],
        confidence: 0,
      });
    }
  });

  it('judges by words alone where there are no vectors', () => {
    const { ranked, confidence: sure, evidence } = rank({ ...request, vectors: undefined });
    const keywordShare =
      (ranked[0]?.keywordScore ?? 0) / request.keyword.highestScore(request.query);
    expect(evidence).toMatchObject({ cosine: undefined, keywordShare });
    expect(sure).toBe(confidence(evidence));
  });

  it('judges by the nearest passage, missed words and how many hits share a page', () => {
    const { ranked, evidence } = rank(request);
    // Of a few pages it says nothing; of many it counts.
    expect(evidence.samePage).toBe(USUAL_SAME_PAGE);
    const many = { ...request, pageKey: (row: number) => `page ${row}` };
    expect(rank(many).evidence.samePage).toBe(1 / rank(many).ranked.length);
    expect(evidence.cosine).toBeGreaterThanOrEqual(ranked[0]?.score ?? 1);
    expect(evidence.rarestMissed).toBe(0);
    expect(rank({ ...request, query: `${request.query} zzzz` }).evidence.rarestMissed).toBe(1);
  });

  it('drops a passage whose vector lies next to an earlier one', () => {
    const near = Float32Array.from(vectors);
    near.set([0.99, 0.14107, 0], 3);
    expect(rows(rank({ ...request, vectors: near }).ranked)).toEqual([0, 3, 2]);
  });

  it('scores what a vector index proposes, and still what shares words', () => {
    const proposed = rank({ ...request, query: 'production', candidates: [3] });
    expect(rows(proposed.ranked).sort()).toEqual([2, 3]);
    expect(proposed.ranked.find(({ row }) => row === 3)?.score).toBeCloseTo(0.9, 6);
  });

  it('completes an unfinished word when asked to', () => {
    const typed = { ...request, vectors: undefined, query: 'produ' };
    expect(rank(typed).ranked).toEqual([]);
    expect(rows(rank({ ...typed, prefix: true }).ranked)).toEqual([2]);
  });

  it('returns at most the limit, and so many of one page', () => {
    expect(rank({ ...request, limit: 2 }).ranked).toHaveLength(2);
    expect(rows(rank({ ...request, perPage: 1 }).ranked)).toEqual([0, 3, 2]);
  });

  it('is less sure of a far hit than of a near one', () => {
    const far = rank({ ...request, query: 'qqq', queryVector: Float32Array.of(0, -1, 0) });
    expect(far.confidence).toBeLessThan(DEFAULT_THRESHOLD);
  });

  it('is empty, and not sure at all, without passages', () => {
    const none = { ...request, keyword: buildKeywordIndex([]), vectors: new Float32Array(0) };
    expect(rank(none)).toMatchObject({ ranked: [], confidence: 0 });
    expect(rank({ ...request, query: '', vectors: undefined }).ranked).toEqual([]);
  });

  it('does not change when asked again', () => {
    expect(rank(request)).toEqual(rank(request));
  });
});
