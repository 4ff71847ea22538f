import fc from 'fast-check';
import { marked } from 'marked';
import type { Token } from 'marked';
import { describe, expect, it } from 'vitest';
import type { SupportedClaim } from '../../../src/core/grounding/support-report.ts';
import { ClaimMarks } from '../../../src/page/views/claim-marks.ts';

interface Part {
  verdict?: SupportedClaim['verdict'];
  isStruck?: boolean;
  missing?: string[];
  kind?: SupportedClaim['kind'];
}

/** A claim that is `words` of the text. */
function claimOf(text: string, words: string, part: Part = {}): SupportedClaim {
  const place = (word: string) => {
    const start = text.indexOf(word, word === words ? 0 : text.indexOf(words));
    return { text: word, start, end: start + word.length };
  };
  return {
    ...{ kind: 'sentence', verdict: 'not', isStruck: false, score: 0, sources: [], altered: [] },
    ...part,
    ...place(words),
    missing: (part.missing ?? []).map(place),
  };
}

/** The leaves of a Markdown text, in reading order. */
function leavesOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    const { tokens: inner, items } = token as { tokens?: Token[]; items?: Token[] };
    if (inner ?? items) return leavesOf(inner ?? items ?? []);
    if (token.type === 'codespan') return [(token as { text: string }).text];
    return token.type === 'text' ? [token.raw] : [];
  });
}

/** What is marked, each stretch with its mark; `!` where it is said. */
function marksOf(text: string, claims: SupportedClaim[]): string[] {
  const marks = new ClaimMarks(text, claims);
  return leavesOf(marked.lexer(text))
    .flatMap((leaf) => marks.take(leaf))
    .filter(({ mark }) => mark !== 'none')
    .map(({ text: piece, mark, isLast }) => `${mark}: ${piece}${isLast ? '!' : ''}`);
}

describe('the marks of an answer', () => {
  it('are on what is not found, and said once at its end', () => {
    const text = 'Here it is. Dogs **chase** cars. There it was.';
    expect(marksOf(text, [claimOf(text, 'Dogs **chase** cars.')])).toEqual([
      'unfound: Dogs ',
      'unfound: chase',
      'unfound:  cars.!',
    ]);
  });

  it('are said where emphasis, code or a link is what a sentence ends with', () => {
    for (const end of ['**cars.**', '_cars._', '`cars.`', '[cars.](https://cars.test/a(b))']) {
      const text = `Dogs chase ${end}\n\nThere.`;
      const marks = marksOf(text, [claimOf(text, `Dogs chase ${end}`)]);
      expect(marks).toEqual(['unfound: Dogs chase ', 'unfound: cars.!']);
    }
  });

  it('are on the names alone of what is there but for them', () => {
    const text = 'Set `--fire` to 3000 and `--water`.';
    const claim = claimOf(text, text, { verdict: 'partly', missing: ['--fire'] });
    expect(marksOf(text, [claim])).toEqual(['absent: --fire!']);
  });

  it('tell names from the rest of a sentence', () => {
    const text = 'Set `--fire` to burn.';
    expect(marksOf(text, [claimOf(text, text, { missing: ['--fire'] })])).toEqual([
      'unfound: Set ',
      'absent: --fire!',
      'unfound:  to burn.!',
    ]);
  });

  it('strike a sentence that nothing is like', () => {
    const text = 'Dogs chase cars.';
    expect(marksOf(text, [claimOf(text, text, { isStruck: true })])).toEqual([
      'absent: Dogs chase cars.!',
    ]);
  });

  it('are none on what is supported', () => {
    const text = 'Dogs chase cars.';
    expect(marksOf(text, [claimOf(text, text, { verdict: 'supported' })])).toEqual([]);
  });

  it('find items, cells and lines that have lost what was before them', () => {
    const list = 'So:\n\n- One here.\n  It goes on.\n- Two there.\n';
    const item = claimOf(list, 'One here.\n  It goes on.');
    expect(marksOf(list, [item])).toEqual(['unfound: One here.\n', 'unfound: It goes on.!']);
    const quote = '> One here.\n> It goes on.\n';
    const quoted = claimOf(quote, 'One here.\n> It goes on.');
    expect(marksOf(quote, [quoted]).at(-1)).toBe('unfound: It goes on.!');
  });

  it('are not taken by the same words in an address', () => {
    const text = 'See [a guide](https://a.test/dogs) about dogs.';
    const marks = new ClaimMarks(text, [claimOf(text, 'about dogs.')]);
    marks.take('See ');
    marks.take('a guide');
    marks.pass('](https://a.test/dogs)');
    const marked = marks.take(' about dogs.').filter(({ mark }) => mark !== 'none');
    expect(marked).toMatchObject([{ text: 'about dogs.', isLast: true }]);
  });

  it('lose and add no letter, wherever claims and leaves lie', () => {
    const word = fc.constantFrom('a', 'b.', '`a`', '**', '\n', '- ', '[1]', ' ', '](a)', '&amp;');
    const texts = fc.array(word, { maxLength: 30 }).map((words) => words.join(''));
    const span = fc.record({ from: fc.nat(60), length: fc.nat(20), isStruck: fc.boolean() });
    fc.assert(
      fc.property(texts, fc.array(span, { maxLength: 4 }), (text, spans) => {
        const claims = spans.map(({ from, length, isStruck }) => ({
          ...claimOf(text, '', { isStruck }),
          ...{ start: from, end: from + length },
          missing: [{ text: '', start: from + 1, end: from + 3 }],
        }));
        const marks = new ClaimMarks(text, claims);
        for (const leaf of leavesOf(marked.lexer(text))) {
          const pieces = marks.take(leaf).map((piece) => piece.text);
          expect(pieces.join('')).toBe(leaf);
        }
      }),
    );
  });

  it('leave alone what is not in the text', () => {
    const marks = new ClaimMarks('Dogs chase cars.', [claimOf('Dogs chase cars.', 'Dogs')]);
    expect(marks.take('Cats')).toEqual([{ text: 'Cats', start: -1, mark: 'none', isLast: false }]);
  });

  it('give each citation what its source says of the claim before it', () => {
    const text = 'One is here. [2] Two is there. [1][2]';
    const said = (source: number, words: string) => ({ source, text: words });
    const claims = [
      { ...claimOf(text, 'One is here.'), sources: [said(2, 'One.')] },
      { ...claimOf(text, 'Two is there.'), sources: [said(1, 'Two!'), said(2, 'Two.')] },
    ];
    const marks = new ClaimMarks(text, claims);
    expect(marks.quoteAt(13, 2)?.text).toBe('One.');
    expect(marks.quoteAt(13, 1)).toBeUndefined();
    expect(marks.quoteAt(31, 1)?.text).toBe('Two!');
    expect(marks.quoteAt(34, 2)?.text).toBe('Two.');
  });

  it('know a block of code by its first line', () => {
    const text = '```js\n\nlock();\n```\n\n```js\nopen();\n```\n';
    const marks = new ClaimMarks(text, [
      claimOf(text, '\nlock();', { kind: 'code' }),
      claimOf(text, 'open();', { kind: 'code' }),
    ]);
    expect(marks.takeCode('\nlock();')?.text).toContain('lock');
    expect(marks.takeCode('open();')?.text).toBe('open();');
    expect(marks.takeCode('open();')).toBeUndefined();
  });
});
