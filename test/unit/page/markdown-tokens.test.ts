import { describe, expect, it } from 'vitest';
import { grammarOf, languageOf } from '../../../src/page/views/code-languages.ts';
import { readEntities, readMarkdown } from '../../../src/page/views/markdown-tokens.ts';
import { seenIn } from './markdown-streams.ts';

describe('Markdown', () => {
  it.each([
    ['an element', 'a <img src=x onerror=y> b', 'a <img src=x onerror=y> b'],
    ['a block of HTML', '<div>\n\n</div>', '<div></div>'],
    [
      'a definition',
      '[1]: https://evil.test\n\nAt nine [1].',
      '[1]: https://evil.testAt nine [1].',
    ],
  ])('%s is text', (_, text, words) => {
    const seen = seenIn(text);
    expect(seen.words).toBe(words);
    expect(seen.kinds).toEqual([]);
  });

  it('a line of dashes is a rule, and no heading of what is above', () => {
    expect(seenIn('a\n---\nb').kinds).toEqual(['hr']);
    expect(seenIn('a\n===\nb').kinds).toEqual([]);
  });

  it('that is nested without end cannot be read', () => {
    expect(readMarkdown('>'.repeat(10_000))).toBeUndefined();
  });

  it.each([
    ['&lt;b&gt; &amp; &quot;c&#39;', '<b> & "c\''],
    ['&#8238; &rlm; &zwj;', '&#8238; &rlm; &zwj;'],
    ['&amp;lt;', '&lt;'],
  ])('entities: %s', (text, read) => expect(readEntities(text)).toBe(read));
});

describe('the language of a fence', () => {
  it.each([
    ['js', 'js', 'typescript'],
    ['TypeScript {1,3}', 'typescript', 'typescript'],
    ['yaml title="a"', 'yaml', 'yaml'],
    ['js:app.js', 'js', 'typescript'],
    ['html', 'html', 'xml'],
    ['c++', 'c++', undefined],
    ['brainfuck', 'brainfuck', undefined],
    ['__proto__', '__proto__', undefined],
    ['', '', undefined],
    ['<b>', '', undefined],
    ['a'.repeat(40), '', undefined],
  ])('%s', (info, language, grammar) => {
    expect(languageOf(info)).toBe(language);
    expect(grammarOf(language)).toBe(grammar);
  });
});
