import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { groupQuotes } from '../../../src/core/answer.ts';
import type { Hit } from '../../../src/core/ports.ts';
import { History } from '../../../src/page/history.ts';
import type { Entry } from '../../../src/page/thread/entry.ts';
import { NO_FEEDBACK } from '../../../src/page/thread/feedback.ts';
import { LocalItems } from '../../../src/page/thread/local-items.ts';
import { entryOf, storedOf } from '../../../src/page/thread/stored-entry.ts';
import { Thread } from '../../../src/page/thread/thread.ts';

const hit = (rank: number): Hit => ({
  passage: {
    ...{ id: `p${rank}`, text: `Text ${rank}.`, tokens: 3 },
    section: { url: `https://site.test/a.html#s${rank}`, title: 'A', headings: ['B'] },
  },
  ...{ score: 0.5, keywordScore: 2, fused: 0.7, rank },
});

function answered(question: string): Omit<Entry, 'id' | 'feedback'> {
  const quote = { kind: 'sentence' as const, text: 'Text 1.', language: '', source: 1 };
  const hits = [hit(1), hit(2)];
  const list = [...hits, hit(3)];
  const byNumber = new Map(list.map((each, index) => [index + 1, each]));
  const claim = { kind: 'sentence' as const, verdict: 'partly' as const, isStruck: false };
  const part = { text: 'Text', start: 0, end: 4 };
  const support = {
    verdict: 'mixed' as const,
    claims: [
      {
        ...{ ...claim, ...part, score: 0.5, missing: [part], altered: [] },
        sources: [{ source: 3, text: 'Text 3.' }],
      },
    ],
  };
  const result = { hits, confidence: 0.6, encoder: 'light' as const, notices: ['lesser'] };
  return {
    done: {
      ...{ kind: 'done', question, result, engineError: undefined, stopped: false },
      quote: {
        kind: 'extractive',
        text: 'T',
        citations: [1],
        quotes: [{ ...quote, heading: 'B' }],
      },
      generated: {
        ...{ kind: 'generated', text: 'Text [3].', citations: [3], model: 'M', support },
        isOwnKnowledge: false,
      },
    },
    sources: { list, byNumber, places: new Map() },
    origin: 'models.test',
    turn: { question, answer: 'Text [3].', result },
  };
}

const open = () => new Thread(new History(new LocalItems({ prefix: 'x ' })));
const questions = (entries: readonly Entry[]) => entries.map(({ done }) => done.question);

/** Asks and is answered. */
function ask(thread: Thread, question: string): void {
  thread.begin(question);
  thread.finish(answered(question));
}

describe('a thread', () => {
  it('gives a follow-up the last exchanges, and never itself', () => {
    const thread = open();
    for (const question of ['a', 'b', 'c']) ask(thread, question);
    thread.begin('d');
    expect(thread.turns(2).map(({ question }) => question)).toEqual(['b', 'c']);
    thread.abandon();
    thread.begin('c');
    expect(thread.turns(2).map(({ question }) => question)).toEqual(['a', 'b']);
    thread.finish(answered('c'));
    expect(questions(thread.standing)).toEqual(['a', 'b', 'c']);
  });

  it('has an edited question in the place of the one before, without what came after', () => {
    const thread = open();
    for (const question of ['a', 'b', 'c']) ask(thread, question);
    const [, second] = thread.standing;
    thread.editing = second?.id;
    thread.begin('b2');
    expect(questions(thread.standing)).toEqual(['a']);
    expect(thread.editing).toBeUndefined();
    thread.finish(answered('b2'));
    expect(questions(thread.standing)).toEqual(['a', 'b2']);
    expect(thread.newest?.id).toBe(second?.id);
  });

  it('keeps all of it where the edited question fails, and replaces it where that is tried again', () => {
    const thread = open();
    for (const question of ['a', 'b', 'c']) ask(thread, question);
    thread.editing = thread.standing[0]?.id;
    thread.begin('a2');
    thread.abandon();
    expect(questions(thread.standing)).toEqual(['a', 'b', 'c']);
    thread.editing = thread.standing[2]?.id;
    thread.repeat('a2');
    thread.finish(answered('a2'));
    expect(questions(thread.standing)).toEqual(['a2']);
  });

  it('takes an answer that is written once more while another question is edited', () => {
    const thread = open();
    for (const question of ['a', 'b']) ask(thread, question);
    const [first] = thread.standing;
    thread.editing = first?.id;
    thread.repeat('b');
    thread.finish(answered('b'));
    expect(questions(thread.standing)).toEqual(['a', 'b']);
    expect(thread.editing).toBe(first?.id);
  });
});

describe('an exchange that is kept', () => {
  const entry: Entry = { ...answered('a'), id: '1', feedback: NO_FEEDBACK };
  const text = JSON.stringify(storedOf(entry));

  it('is drawn as before: answers, sources and who wrote it', () => {
    const again = entryOf('1', JSON.parse(text));
    const { quote, generated } = entry.done;
    expect(again?.done).toMatchObject({ question: 'a', quote, generated, stopped: false });
    expect(again?.origin).toBe('models.test');
    expect(again?.turn).toMatchObject({ question: 'a', answer: 'Text [3].' });
    // With their scores: a follow-up may read the same passages.
    expect(again?.done.result.hits).toEqual(entry.done.result.hits);
    expect(again?.sources?.list).toEqual(entry.sources?.list);
    expect(again?.sources?.byNumber.get(3)?.passage.id).toBe('p3');
    // What was said of its search holds no more.
    expect(again?.done.result.notices).toEqual([]);
  });

  it('is left out where another version or a stranger wrote it, and never breaks the drawing', async () => {
    vi.stubGlobal('location', { href: 'https://site.test/' });
    const { sourceLinks } = await import('../../../src/page/views/links.ts');
    const { ClaimMarks } = await import('../../../src/page/views/claim-marks.ts');
    const draw = ({ done, sources }: Entry) => {
      const { quote, generated } = done;
      sourceLinks(sources?.list ?? [], quote);
      if (quote.kind === 'extractive')
        groupQuotes(quote.quotes).map(({ heading }) => heading.trim());
      const claims = generated?.kind === 'generated' ? generated.support?.claims : [];
      new ClaimMarks('Text [3].', claims ?? []).take('Text [3].');
    };
    /** Every place in the kept text that holds a value. */
    const places = [...text.matchAll(/(?<=[:[,])(?:"[^"]*"|-?[\d.]+|true|false|\{|\[)/g)];
    const isWhole = (value: string) => !/^[{[]/.test(value);
    const leaf = places.filter(([value]) => isWhole(value));
    fc.assert(
      fc.property(fc.constantFrom(...leaf), fc.jsonValue({ maxDepth: 1 }), (place, value) => {
        const { index } = place;
        const [old] = place;
        const changed =
          text.slice(0, index) + JSON.stringify(value) + text.slice(index + old.length);
        let stored: unknown;
        try {
          stored = JSON.parse(changed);
        } catch {
          return;
        }
        const read = entryOf('1', stored);
        if (read) draw(read);
      }),
      { numRuns: 2000 },
    );
    for (const value of [undefined, null, 7, 'a', [], {}, { question: 'a' }])
      expect(entryOf('1', value)).toBeUndefined();
    vi.unstubAllGlobals();
  });
});
