import { describe, expect, it } from 'vitest';
import type { Hit, Retriever, SearchOptions, SearchResult } from '../../../src/core/ports.ts';
import { reranked } from '../../../src/core/ranking/rerank.ts';

const hit = (name: string, rank: number): Hit => ({
  passage: {
    ...{ id: name, text: `About ${name}.`, tokens: 3 },
    section: { url: `/${name}`, title: name, headings: ['Top'] },
  },
  ...{ score: 1 - rank / 100, keywordScore: 0, fused: 1 - rank / 100, rank },
});

/** A fake retriever with hits 1 to `count`; `asked` holds what it was asked. */
function retriever(count: number) {
  const asked: SearchOptions[] = [];
  const search: Retriever['search'] = (_question, options = {}) => {
    asked.push(options);
    const hits = Array.from({ length: count }, (_, at) => hit(String(at + 1), at + 1));
    const result = { hits: hits.slice(0, options.limit), confidence: 0.7, encoder: 'full' };
    return Promise.resolve({
      ...result,
      notices: [],
      rarity: new Map(),
    } as unknown as SearchResult);
  };
  return { search, asked };
}

const names = ({ hits }: SearchResult) => hits.map(({ passage }) => passage.id);
const lastFirst = (_question: string, texts: readonly string[]) =>
  Promise.resolve(texts.map((_, place) => place));

describe('a retriever with a reranker behind it', () => {
  it('gives the best of twenty hits in the order of the scores', async () => {
    const { search, asked } = retriever(40);
    const result = await reranked({ search }, { score: lastFirst }).search('When?', { limit: 3 });
    expect(asked).toEqual([{ limit: 20 }]);
    expect(names(result)).toEqual(['20', '19', '18']);
    expect(result.hits.map(({ rank }) => rank)).toEqual([1, 2, 3]);
    expect(result.confidence).toBe(0.7);
  });

  it('leaves hits beyond those that are read behind them', async () => {
    const { search } = retriever(22);
    const result = await reranked({ search }, { score: lastFirst }).search('When?', { limit: 30 });
    expect(names(result).slice(0, 2)).toEqual(['20', '19']);
    expect(names(result).slice(-3)).toEqual(['1', '21', '22']);
  });

  it('lets it read the headings with each text, and a follow-up with its question', async () => {
    const read: { question: string; texts: readonly string[] }[] = [];
    const score = (question: string, texts: readonly string[]) => {
      read.push({ question, texts });
      return Promise.resolve(texts.map(() => 1));
    };
    const history = [{ question: 'How do I lock the gate?', answer: '' }];
    const result = await reranked(retriever(2), { score }).search('and when?', { history });
    expect(read[0]?.question).toBe('How do I lock the gate? and when?');
    expect(read[0]?.texts[0]).toMatch(/^1 . Top\s+About 1\.$/);
    // Equal scores leave the order as it was.
    expect(names(result)).toEqual(['1', '2']);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('no memory'))],
    [
      'gives no numbers',
      (_: string, texts: readonly string[]) => Promise.resolve(texts.map(() => NaN)),
    ],
    ['gives too few', () => Promise.resolve([1])],
  ])('keeps the order of the search where it %s', async (_, score) => {
    const failures: unknown[] = [];
    const ranked = reranked(retriever(9), { score }, (thrown) => failures.push(thrown));
    expect(names(await ranked.search('When?'))).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(failures.length).toBe(_ === 'fails' ? 1 : 0);
  });

  it('is stopped with the reader, which is no failure', async () => {
    const stop = new AbortController();
    const failures: unknown[] = [];
    const score = () => {
      stop.abort();
      return Promise.reject(new Error('aborted'));
    };
    const ranked = reranked(retriever(3), { score }, (thrown) => failures.push(thrown));
    await expect(ranked.search('When?', { signal: stop.signal })).rejects.toThrow(/abort/i);
    expect(failures).toEqual([]);
  });
});
