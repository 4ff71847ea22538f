import { describe, expect, it } from 'vitest';
import type { SearchScope } from '../../src/core/scope.ts';
import { answers, collect, fakeRetriever, HITS } from './prompt/fakes.ts';

const PAGE: SearchScope = { kind: 'page', url: 'https://x.test/a' };

describe('a question within a scope', () => {
  it('is searched there, and so are the questions that a model makes of it', async () => {
    const retriever = fakeRetriever();
    await collect({ retriever, options: { scope: PAGE } });
    expect(retriever.calls.map(({ options }) => options?.scope)).toEqual([PAGE]);
  });

  it('says where nothing was found', async () => {
    const retriever = fakeRetriever({ hits: [], confidence: 0 });
    const text = async (scope?: SearchScope) => {
      const [answer] = answers(await collect({ retriever, options: { scope } }));
      return answer?.text;
    };
    expect(await text()).toMatch(/on this site\.$/);
    expect(await text(PAGE)).toMatch(/on this page\.$/);
    expect(await text({ kind: 'section', url: 'https://x.test/a#b' })).toMatch(
      /in this section\.$/,
    );
  });

  it('takes over passages of the question before only where they were found in the same scope', async () => {
    const result = { hits: HITS, confidence: 0.9, encoder: 'keyword' as const, notices: [] };
    const searches = async (before: SearchScope | undefined, scope: SearchScope | undefined) => {
      const retriever = fakeRetriever();
      const last = { ...result, scope: before };
      const history = [{ question: 'What is the port?', answer: '3000', result: last }];
      const question = 'Quote the sentence that says that';
      await collect({ retriever, question, options: { history, scope } });
      return retriever.calls.length;
    };
    expect(await searches(undefined, undefined)).toBe(0);
    expect(await searches(PAGE, { ...PAGE })).toBe(0);
    expect(await searches(undefined, PAGE)).toBe(1);
    expect(await searches(PAGE, { kind: 'all' })).toBe(1);
  });
});
