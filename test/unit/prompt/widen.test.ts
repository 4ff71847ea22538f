import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CandidatePassage } from '../../../src/core/prompt/select.ts';
import { assemble, candidate, countWords, fates, lastOf, turn } from './requests.ts';

const words = (name: string, count: number) => `${name} `.repeat(count).trim();

/** The passages of one section, each with its neighbours as retrieval gives them. */
function section(name: string, parts: readonly string[]): CandidatePassage[] {
  const all = parts.map((text, index) => ({ id: `${name}${index}`, text }));
  return parts.map((text, index) =>
    candidate(text, {
      id: `${name}${index}`,
      before: all.slice(0, index).reverse().slice(0, 2),
      after: all.slice(index + 1).slice(0, 2),
    }),
  );
}

const PARTS = section(
  'p',
  ['zero', 'one', 'two', 'three', 'four'].map((each) => words(each, 10)),
);
const at = (index: number) => PARTS[index] as CandidatePassage;
const joined = (prompt: ReturnType<typeof assemble>) =>
  prompt.report.passages.map((each) => each.joined ?? []);

describe('a passage with room beside it', () => {
  it('takes in what stands next to it, in the order of the page', () => {
    const prompt = assemble({ passages: [at(2)] });
    expect(joined(prompt)).toEqual([['p0', 'p1', 'p3', 'p4']]);
    const order = ['zero', 'one', 'two', 'three', 'four'].map((each) =>
      lastOf(prompt).indexOf(each),
    );
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(lastOf(prompt)).toContain(`${words('one', 10)}\n\n${words('two', 10)}`);
  });

  it('takes whole neighbours, what comes before it first, within the tokens for passages', () => {
    const bare = assemble({ passages: [{ ...at(2), before: [], after: [] }] }).report.tokens
      .passages;
    const within = (more: number) =>
      joined(assemble({ passages: [at(2)], options: { maxPassageTokens: bare + more } }))[0];
    // A neighbour counts eleven here, and the tags of all two.
    expect([8, 9, 19, 20, 31].map(within)).toEqual([
      [],
      ['p1'],
      ['p1'],
      ['p0', 'p1'],
      ['p0', 'p1', 'p3'],
    ]);
  });

  it('leaves that room to other passages first', () => {
    const other = candidate(words('other', 10), { id: 'other' });
    const both = assemble({ passages: [at(2), other], options: { maxPassages: 2 } });
    const { passages } = both.report.tokens;
    const own = passages - 4 * 10;
    const prompt = assemble({ passages: [at(2), other], options: { maxPassageTokens: own } });
    expect(fates(prompt)).toEqual(['kept', 'kept']);
    expect(joined(prompt)).toEqual([[], []]);
  });

  it('and a hit that stands next to it are one, which leaves a place for another', () => {
    const other = candidate('other', { id: 'other' });
    const prompt = assemble({ passages: [at(2), at(3), other], options: { maxPassages: 2 } });
    expect(fates(prompt)).toEqual(['kept', 'part of another', 'kept']);
    expect(prompt.injected).toEqual([1, 3]);
    expect(lastOf(prompt).split('three three')).toHaveLength(
      words('three', 10).split('three three').length,
    );
  });

  it('gives its neighbours up before any exchange or passage', () => {
    const history = [turn('Long?', words('long', 30))];
    const ask = (window: number) => assemble({ passages: [at(2), at(4)], history, window });
    const full = ask(10_000).report.tokens.total;
    const less = ask(full + 320 - 1);
    expect(less.report).toMatchObject({ droppedTurns: 0 });
    expect(joined(less).flat()).toHaveLength(joined(ask(10_000)).flat().length - 1);
    const little = ask(full + 320 - 30);
    expect(little.report.droppedTurns).toBe(0);
  });

  it('says when a hit that was part of it was given up', () => {
    const passages = [at(2), { ...at(3), before: [], after: [] }].map((each) => ({
      ...each,
      before: [],
    }));
    const history = [turn('q', 'a')];
    const full = assemble({ passages, history }).report.tokens.total;
    const prompt = assemble({ passages, history, window: full + 320 - 25 });
    expect(fates(prompt)).toEqual(['kept', 'over budget']);
  });

  it('is never said twice, and the request stays within its window', () => {
    const places = fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1 });
    fc.assert(
      fc.property(places, fc.integer({ min: 600, max: 1000 }), (rows, window) => {
        const prompt = assemble({ passages: rows.map(at), window, countTokens: countWords });
        const text = lastOf(prompt);
        for (const name of ['zero', 'one', 'two', 'three', 'four']) {
          expect(text.split(words(name, 10)).length - 1).toBeLessThanOrEqual(1);
        }
        expect(prompt.report.tokens.total).toBeLessThanOrEqual(window - 320);
      }),
    );
  });
});
