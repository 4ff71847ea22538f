import { describe, expect, it } from 'vitest';
import type { SupportQuery, SupportRequest } from '../../../src/core/grounding/support.ts';
import type { Embedder } from '../../../src/core/ports.ts';
import type { RetrieveLink } from '../../../src/page/retrieve-link.ts';
import { createSupportChecker, type SupportParts } from '../../../src/page/support-checker.ts';
import { RetrieveHost } from '../../../src/worker/retrieve-host.ts';

/** A fake way to the worker's real code, which keeps what it was asked. */
function fakeLink() {
  const host = new RetrieveHost();
  const requests: SupportRequest[] = [];
  const client = {
    call(method: 'supportTexts' | 'support', params: SupportRequest) {
      if (method === 'supportTexts') return host.supportTexts(params);
      requests.push(params);
      return host.support(params);
    },
  };
  const call = (use: (given: typeof client) => unknown) => use(client);
  return { requests, link: { call } as unknown as RetrieveLink };
}

/** A fake: all texts lie in one direction, so that everything is near everything. */
function fakeEmbedder(more: Partial<Embedder> = {}): Embedder & { texts: string[] } {
  const texts: string[] = [];
  return {
    ...{ texts, dimensions: 2 },
    embed: (given) => {
      texts.push(...given);
      return Promise.resolve(Float32Array.from(given.flatMap(() => [1, 0])));
    },
    ...more,
  };
}

const query: SupportQuery = {
  answer: 'Everything gets safeguarded while people sleep.',
  question: 'how does it run?',
  passages: [{ number: 1, text: 'A copy of the data is written every night.' }],
};

async function check(parts: Partial<SupportParts>, asked = query, signal?: AbortSignal) {
  const { link, requests } = fakeLink();
  const checker = createSupportChecker({ embedder: () => undefined, ...parts, link });
  const report = await checker.check(asked, signal ? { signal } : {});
  return { verdict: report.verdict, hasVectors: requests.map(({ vectors }) => Boolean(vectors)) };
}

describe('the check of an answer', () => {
  it('is by meaning where the model is at hand, else by words', async () => {
    expect(await check({})).toEqual({ verdict: 'unsupported', hasVectors: [false] });
    const embedder = fakeEmbedder();
    expect(await check({ embedder: () => embedder })).toEqual({
      ...{ verdict: 'supported', hasVectors: [true] },
    });
    expect(embedder.texts).toContain(query.answer);
  });

  it('embeds nothing where nothing is claimed, or where there is too much', async () => {
    const embedder = fakeEmbedder();
    const empty = await check({ embedder: () => embedder }, { ...query, answer: 'Yes.' });
    expect(empty).toEqual({ verdict: 'empty', hasVectors: [false] });
    const text = Array.from({ length: 500 }, (_, row) => `Row ${row} has ${row * 7} seats.`);
    const passages = [{ number: 1, text: text.join('\n\n') }];
    const { hasVectors } = await check({ embedder: () => embedder }, { ...query, passages });
    expect(hasVectors).toEqual([false]);
    expect(embedder.texts).toEqual([]);
  });

  it('goes on by words where the model fails', async () => {
    const embedder = fakeEmbedder({ embed: () => Promise.reject(new Error('gone')) });
    expect((await check({ embedder: () => embedder })).hasVectors).toEqual([false]);
  });

  it('ends with its signal', async () => {
    const stop = new AbortController();
    const embedder = fakeEmbedder({
      embed: () => {
        stop.abort(new Error('stopped'));
        return new Promise(() => {});
      },
    });
    const checked = check({ embedder: () => embedder }, query, stop.signal);
    await expect(checked).rejects.toThrow('stopped');
  });

  it('hears an entailment model, where there is one', async () => {
    const judge = () => Promise.resolve([{ entails: 0.95, contradicts: 0 }]);
    expect((await check({ entailment: { judge } })).verdict).toBe('supported');
  });
});
