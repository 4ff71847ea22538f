import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCitations } from '../../../src/core/grounding/citations.ts';

const check = (answer: string, injected = [1, 2, 3]) => checkCitations(answer, new Set(injected));

describe('citations', () => {
  it.each([
    ['It is 3000 [1].', 'It is 3000 [1].', [1]],
    ['It is 3000[1].', 'It is 3000[1].', [1]],
    ['It is 3000 [1, 2].', 'It is 3000 [1][2].', [1, 2]],
    ['It is 3000 [2,9].', 'It is 3000 [2].', [2]],
    ['It is 3000 [9].', 'It is 3000.', []],
    ['It is [9] 3000.', 'It is 3000.', []],
    ['It is 3000 [9][1].', 'It is 3000 [1].', [1]],
    ['It is 3000 [0].', 'It is 3000.', []],
    ['First [3], then [1], again [3].', 'First [3], then [1], again [3].', [3, 1]],
    ['No citation.', 'No citation.', []],
    ['', '', []],
  ])('%s', (answer, text, citations) => {
    expect(check(answer)).toEqual({ text, citations });
  });

  it.each([
    'Use `list[9]` here.',
    'Use ``list[9] ` a`` here.',
    '```js\na[9] = b[1]\n```',
    '```js\na[9] never closed',
    'See [9](https://x.test/).',
    'See [the docs](x.html) and [a9].',
  ])('leaves alone: %s', (answer) =>
    expect(check(answer)).toEqual({ text: answer, citations: [] }),
  );

  it('keep a code block closed and paragraphs apart', () => {
    const code = 'Run:\n\n```sh\nnpm i\n```\n[1]\n\nThen wait.';
    expect(check(code)).toEqual({ text: code, citations: [1] });
    expect(check('One.\n\n[9] Two.').text).toBe('One.\n\n Two.');
    expect(check('```sh\nnpm i\n```\n[9]').text.trim()).toBe('```sh\nnpm i\n```');
  });

  it('name injected passages only, whatever was written (property)', () => {
    const part = fc.oneof(
      fc.constantFrom(
        '[1]',
        '[2, 3]',
        '[9]',
        '[10,1]',
        '`[9]`',
        ' ',
        '\n',
        '```\n',
        'word',
        '](x)',
      ),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.uniqueArray(fc.nat(4)), (parts, ids) => {
        const { text, citations } = check(parts.join(''), ids);
        for (const id of citations) {
          expect(ids).toContain(id);
          expect(text).toContain(`[${id}]`);
        }
        expect(check(text, ids).citations).toEqual(citations);
      }),
    );
  });
});
