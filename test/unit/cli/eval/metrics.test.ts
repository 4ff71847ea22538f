import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auroc, pageGains, rankFigures, sectionGains } from '../../../../src/cli/eval/metrics.ts';

describe('figures of a ranking', () => {
  it('are all 1 where the right one comes first', () => {
    expect(rankFigures([1, 0], [1])).toEqual({
      recall1: 1,
      recall3: 1,
      recall5: 1,
      mrr10: 1,
      ndcg10: 1,
    });
  });

  it('fall with the rank of the first right one', () => {
    const { recall1, recall3, recall5, mrr10, ndcg10 } = rankFigures([0, 0, 0, 1], [1]);
    expect([recall1, recall3, recall5, mrr10]).toEqual([0, 0, 1, 0.25]);
    expect(ndcg10).toBeCloseTo(1 / Math.log2(5));
  });

  it('count the tenth place and not the eleventh', () => {
    const at = (rank: number) => Array.from({ length: rank }, (_, i) => (i === rank - 1 ? 1 : 0));
    expect(rankFigures(at(10), [1]).mrr10).toBeCloseTo(0.1);
    expect(rankFigures(at(11), [1])).toMatchObject({ mrr10: 0, ndcg10: 0 });
  });

  it('are 0 where nothing is right', () => {
    expect(Object.values(rankFigures([0, 0], [1]))).toEqual([0, 0, 0, 0, 0]);
  });

  it('hold the gain against the best order of all that is right', () => {
    // The better document second, the lesser first: DCG 1 + 2/log2(3) over 2 + 1/log2(3).
    const second = 1 / Math.log2(3);
    expect(rankFigures([1, 2], [2, 1]).ndcg10).toBeCloseTo((1 + 2 * second) / (2 + second));
    expect(rankFigures([1], [1, 1]).ndcg10).toBeCloseTo(1 / (1 + second));
  });

  it('never leave 0 to 1', () => {
    const gains = fc.array(fc.constantFrom(0, 0, 1, 2), { maxLength: 30 });
    fc.assert(
      fc.property(gains, fc.array(fc.constantFrom(1, 2)), (ranked, missed) => {
        const possible = [...ranked.filter((gain) => gain > 0), ...missed];
        for (const value of Object.values(rankFigures(ranked, possible))) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1 + 1e-12);
        }
      }),
    );
  });
});

describe('gains', () => {
  it('rank a page by its first hit, once', () => {
    const gold = new Map([['b', 1]]);
    expect(pageGains(['a', 'a', 'b', 'a', 'b'], gold)).toEqual([0, 1]);
  });

  it('count a section that stands for several once', () => {
    const guide = { urls: new Set(['p#a', 'p#a1', 'p#a2']), grade: 1 };
    expect(sectionGains(['p#x', 'p#a1', 'p#a1', 'p#a2'], [guide])).toEqual([0, 1, 0]);
  });

  it('give a hit to the narrowest entry, so that both of two are found', () => {
    const wide = { urls: new Set(['p', 'p#a']), grade: 1 };
    const narrow = { urls: new Set(['p#a']), grade: 1 };
    expect(sectionGains(['p#a', 'p'], [wide, narrow])).toEqual([1, 1]);
  });
});

describe('AUROC', () => {
  it('is the share of pairs in the right order, ties counted half', () => {
    expect(auroc([3, 4], [1, 2])).toBe(1);
    expect(auroc([1, 2], [3, 4])).toBe(0);
    expect(auroc([2, 2], [2])).toBe(0.5);
    expect(auroc([1, 3, 3], [2, 3])).toBeCloseTo((0 + 0 + 2 * 1 + 2 * 0.5) / 6);
  });

  it('agrees with counting all pairs', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(scores, scores, (higher, lower) => {
        let won = 0;
        for (const a of higher) for (const b of lower) won += a > b ? 1 : a === b ? 0.5 : 0;
        expect(auroc(higher, lower)).toBeCloseTo(won / higher.length / lower.length);
      }),
    );
  });
});
