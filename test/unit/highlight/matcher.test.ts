import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMatcher } from '../../../src/core/highlight/matcher.ts';
import { tokenise } from '../../../src/core/ranking/tokenise.ts';
import { marked } from './marked.ts';

describe('the words of a question are found', () => {
  it.each([
    ['whatever their case', 'GATE', 'The gate. A Gate', 'The [gate]. A [Gate]'],
    [
      'as plurals of singulars, and the other way round',
      'key ',
      'Keys of a key',
      '[Keys] of a [key]',
    ],
    ['as plurals of singulars, and the other way round', 'keys ', 'a key', 'a [key]'],
    ['without their diacritics', 'cafe ', 'Le Café, cafe\u0301s', 'Le [Café], [cafe\u0301s]'],
    ['with diacritics that the text lacks', 'Café ', 'the cafe', 'the [cafe]'],
    [
      'as beginnings, where they are the last',
      'gate comp',
      'Compost at the gate',
      '[Comp]ost at the [gate]',
    ],
    ['as beginnings of folded words', 'uber', 'Übergabe', '[Über]gabe'],
    [
      'whole, where they are not the last',
      'comp gate',
      'Compost at the gate',
      'Compost at the [gate]',
    ],
    ['within identifiers', 'error handler ', 'setErrorHandler()', 'set[ErrorHandler]()'],
    ['within identifiers, as beginnings', 'han', 'setErrorHandler', 'setError[Han]dler'],
    [
      'as identifiers, whole',
      'import.meta.glob ',
      'Use import.meta.glob here',
      'Use [import.meta.glob] here',
    ],
    ['as identifiers, in parts', 'import.meta.glob ', 'a glob import', 'a [glob] [import]'],
    [
      'as identifiers, half written',
      'import.me',
      'with import.meta.glob',
      'with [import.me]ta.glob',
    ],
    [
      'with a hyphen or without',
      'contentType ',
      'the content-type header',
      'the [content-type] header',
    ],
    ['with a hyphen or without, half written', 'contentty', 'a Content-Type', 'a [Content-Ty]pe'],
    [
      'where no space divides them',
      '認証ヘッダー',
      '各リクエストの認証ヘッダーは',
      '各リクエストの[認証ヘッダー]は',
    ],
    ['as a single sign', '鍵', '合鍵は小屋に', '合[鍵]は小屋に'],
    ['in Hangul', '비밀번호', '비밀번호를 바꾼다', '[비밀번호]를 바꾼다'],
    ['in Thai', 'ประตู ', 'เปิดประตูบ้าน', 'เปิด[ประตู]บ้าน'],
    ['although they are misspelt', 'compsot ', 'The compost heap', 'The [compost] heap'],
  ])('%s', (...[, query, text, expected]) => {
    expect(marked(query, text)).toBe(expected);
  });

  it('but function words only where there are no others', () => {
    expect(marked('how is the gate locked?', 'How the gate is locked')).toBe(
      'How the [gate] is [locked]',
    );
    expect(marked('how to ', 'How to do it')).toBe('[How] [to] do it');
  });

  it('but no other word for one that some text holds', () => {
    const texts = ['the tester', 'the tested'];
    expect(createMatcher('tester ', { texts })(texts[1] ?? '')).toEqual([]);
    expect(createMatcher('testex ', { texts })(texts[1] ?? '')).toHaveLength(1);
  });

  it('but no single letter beside other words', () => {
    expect(marked('compost h', 'a heap of compost here')).toBe('a heap of [compost] here');
    expect(marked('h', 'a heap')).toBe('a [h]eap');
  });

  it('nowhere in a text without them', () => {
    expect(marked('', 'anything')).toBe('anything');
    expect(marked('gate', '')).toBe('');
    expect(marked('…', 'dots … dots')).toBe('dots … dots');
  });
});

const SCRAPS = fc.constantFrom(
  ...[
    'gate',
    'Gates',
    'setErrorHandler',
    'content-type',
    'a.b_c',
    'é',
    'e\u0301',
    '認証',
    'ー',
    '한글',
  ],
  ...['ประตู', '👩‍🌾', ' ', '. ', '`', '\u00ad', 'ﬁle', '½', '_', '-', 'x'.repeat(70), '𝒳'],
);
const TEXT = fc.array(SCRAPS, { maxLength: 12 }).map((scraps) => scraps.join(''));

describe('whatever is looked for in whatever text', () => {
  it('matches are in order, apart, and within the text', () => {
    fc.assert(
      fc.property(TEXT, TEXT, (query, text) => {
        let end = -1;
        for (const match of createMatcher(query, { texts: [text], prefix: true })(text)) {
          expect(match.start).toBeGreaterThan(end);
          expect(match.end).toBeGreaterThan(match.start);
          end = match.end;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('a word of the text is found in it', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        const [term] = tokenise(text);
        fc.pre(term !== undefined && !/[\u00ad½ﬁ]/.test(text));
        expect(createMatcher(text, { texts: [text] })(text).length).toBeGreaterThan(0);
      }),
    );
  });
});
