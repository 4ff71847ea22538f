import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkToText, plainText } from '../../src/core/text-fragment.ts';

describe('a link to a quote', () => {
  it.each([
    ['page.html', 'The port is 3000.', 'page.html#:~:text=The%20port%20is%203000.'],
    ['page.html#port', 'The port.', 'page.html#port:~:text=The%20port.'],
    ['page.html', 'a-b, c & d', 'page.html#:~:text=a%2Db%2C%20c%20%26%20d'],
    ['page.html', 'Call `app.listen()`  now.', 'page.html#:~:text=Call%20app.listen()%20now.'],
    ['page.html', 'größe 端口', 'page.html#:~:text=gr%C3%B6%C3%9Fe%20%E7%AB%AF%E5%8F%A3'],
    ['page.html', 'half \ud83d', 'page.html#:~:text=half%20%EF%BF%BD'],
    ['page.html#port', '', 'page.html#port'],
    ['page.html', ' `` \n', 'page.html'],
  ])('%s and %s', (url, quote, link) => expect(linkToText(url, quote)).toBe(link));

  it('names a long quote by its first and last words', () => {
    const words = Array.from({ length: 30 }, (_, i) => `w${i}`);
    expect(linkToText('p', words.join(' '))).toBe(
      'p#:~:text=w0%20w1%20w2%20w3%20w4,w25%20w26%20w27%20w28%20w29',
    );
    expect(linkToText('p', words.slice(0, 10).join(' '))).not.toContain(',');
    expect(linkToText('p', words.slice(0, 11).join('\n'))).toContain('w4,w6');
  });

  it('can be read back for any quote (property)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (quote) => {
        const link = linkToText('https://x.test/p#a', quote);
        const directive = /^https:\/\/x\.test\/p#a(?::~:text=(.*))?$/.exec(link);
        expect(directive).not.toBeNull();
        const [start = '', end, ...others] = (directive?.[1] ?? '').split(',');
        expect(others).toEqual([]);
        expect(link).not.toMatch(/text=.*[-&]/);
        const shown = plainText(quote).replace(/\p{Surrogate}/gu, '\ufffd');
        expect(shown.startsWith(decodeURIComponent(start))).toBe(true);
        if (end) expect(shown.endsWith(decodeURIComponent(end))).toBe(true);
        else expect(decodeURIComponent(start)).toBe(shown);
      }),
    );
  });
});
