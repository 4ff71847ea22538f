import { describe, expect, it } from 'vitest';
import { isWithdrawn, type SupportChecker } from '../../src/core/ask-support.ts';
import { checkSupport, type SupportQuery } from '../../src/core/grounding/support.ts';
import { ABSTENTION } from '../../src/core/prompt/turns.ts';
import { answers, collect, fakeEngine, fakeRetriever, hit, HITS, kinds } from './prompt/fakes.ts';

interface Recorder extends SupportChecker {
  queries: SupportQuery[];
}

/** The real check by words, without a worker; keeps what it was given. */
function recorder(): Recorder {
  const queries: SupportQuery[] = [];
  return {
    queries,
    check(query) {
      queries.push(query);
      return Promise.resolve(checkSupport(query));
    },
  };
}

const PORT = 'The default port is 3000.';
const FALSE = 'Dogs chase red cars along the river.';

async function answered(reply: string, parts: Parameters<typeof collect>[0] = {}) {
  const support = recorder();
  const events = await collect({ engine: () => fakeEngine([reply]), support, ...parts });
  return { events, queries: support.queries, generated: answers(events).at(-1) };
}

describe('a written answer', () => {
  it('is checked after its last word, and before it counts', async () => {
    const { events } = await answered(PORT);
    expect(kinds(events).slice(-3)).toEqual(['writing', 'checking', 'answer']);
  });

  it('is cited by what supports it, whatever the model cited', async () => {
    const { generated } = await answered(`${PORT} [3] ${FALSE} [2]`);
    expect(generated).toMatchObject({
      text: `${PORT} [1] ${FALSE}`,
      citations: [1],
      support: { verdict: 'mixed', claims: [{ verdict: 'supported' }, { verdict: 'not' }] },
    });
  });

  it('has its claims where they stand in its text', async () => {
    const { generated } = await answered(`${FALSE} [2] ${PORT}`);
    if (generated?.kind !== 'generated') throw new Error('Nothing was written.');
    const { text, support } = generated;
    const claims = support?.claims.map(({ start, end }) => text.slice(start, end));
    expect(claims).toEqual([FALSE, PORT]);
  });

  it('is checked against what its request held, and nothing else', async () => {
    const { queries } = await answered(PORT);
    expect(queries).toHaveLength(1);
    expect(queries[0]?.passages.map(({ number, text }) => [number, text])).toEqual(
      HITS.slice(0, 3).map(({ rank, passage }) => [rank, passage.text]),
    );
    expect(queries[0]?.question).toBe('What is the default port?');
  });

  it('is checked against neighbours as well, where they were joined to a passage', async () => {
    const beside = (id: string, text: string) => ({ ...hit(text, 1).passage, id });
    const passagesSent = async (after: string) => {
      const around = {
        before: [beside('a', 'Ports are numbers.')],
        after: [beside('b', after)],
      };
      const retriever = fakeRetriever({ hits: [{ ...hit(PORT, 1), around }] });
      const { queries } = await answered(PORT, { retriever, prompt: { maxPassageTokens: 100 } });
      return queries[0]?.passages;
    };
    expect(await passagesSent('Save it.')).toMatchObject([
      { text: `Ports are numbers.\n\n${PORT}\n\nSave it.` },
    ]);
    expect(await passagesSent('Save it. '.repeat(100))).toMatchObject([
      { text: `Ports are numbers.\n\n${PORT}` },
    ]);
  });

  it('is withdrawn where most of it is not in its sources', async () => {
    const { generated } = await answered(`${FALSE} Green apples taste sour in winter.`);
    expect(isWithdrawn(generated)).toBe(true);
    expect(isWithdrawn((await answered(PORT)).generated)).toBe(false);
  });

  it('keeps the citations of the model where it claims nothing that could be looked for', async () => {
    const { generated } = await answered('Yes. [2]');
    expect(generated).toMatchObject({ text: 'Yes. [2]', support: { verdict: 'empty' } });
  });

  it('stands as it is where it can not be checked', async () => {
    const support = { check: () => Promise.reject(new Error('gone')) };
    const { generated } = await answered(`${PORT} [1]`, { support });
    expect(generated).toMatchObject({ kind: 'generated', text: `${PORT} [1]`, citations: [1] });
    expect(generated).not.toHaveProperty('support');
  });

  it('is not checked where it was written without sources, or says that it knows nothing', async () => {
    const own = await answered(PORT, {
      retriever: fakeRetriever({ hits: [], confidence: 0 }),
      prompt: { nothingFound: 'own-knowledge' },
    });
    expect(own.generated).toMatchObject({ kind: 'generated', isOwnKnowledge: true });
    expect(own.queries).toEqual([]);
    const none = await answered(ABSTENTION);
    expect(none.generated?.kind).toBe('abstained');
    expect(none.queries).toEqual([]);
  });

  it('is none where the reader stops it while it is checked', async () => {
    const stop = new AbortController();
    const support: SupportChecker = {
      check: () => {
        stop.abort(new Error('stopped'));
        return Promise.reject(new Error('aborted'));
      },
    };
    const asked = answered(PORT, { support, options: { signal: stop.signal } });
    await expect(asked).rejects.toThrow('stopped');
  });
});
