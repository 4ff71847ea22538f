import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCitations } from '../../../src/core/grounding/citations.ts';

const check = (answer: string, injected = [1, 2, 3]) => checkCitations(answer, new Set(injected));

describe('forms that models write', () => {
  it.each([
    ['It is 3000 [1][3].', '[1][3]', [1, 3]],
    ['It is 3000 【1】.', '[1]', [1]],
    ['It is 3000 【1†source】【2†L3-L9】.', '[1][2]', [1, 2]],
    ['It is 3000 ［2］.', '[2]', [2]],
    ['It is 3000 [passage 2].', '[2]', [2]],
    ['It is 3000 [Passage 2, 3].', '[2][3]', [2, 3]],
    ['It is 3000 [Passage 2, Passage 3].', '[2][3]', [2, 3]],
    ['It is 3000 [passages 1 and 2].', '[1][2]', [1, 2]],
    ['It is 3000 [id: 2].', '[2]', [2]],
    ['It is 3000 [id=2].', '[2]', [2]],
    ['It is 3000 [passage id="2"].', '[2]', [2]],
    ['It is 3000 [source 2; 9].', '[2]', [2]],
    ['It is 3000 [Document #3].', '[3]', [3]],
    ['It is 3000 [doc-2].', '[2]', [2]],
    ['It is 3000 [^2].', '[2]', [2]],
    ['It is 3000 [3, 1, 3].', '[3][1]', [3, 1]],
    ['It is 3000 [1][1].', '[1]', [1]],
    ['It is 3000 [1-3].', '[1][2][3]', [1, 2, 3]],
    ['It is 3000 [[1]].', '[[1]]', [1]],
  ])('%s', (answer, marker, citations) => {
    expect(check(answer)).toEqual({ text: `It is 3000 ${marker}.`, citations });
  });

  it.each(['[passage 9]', '[id: 9]', '【9†source】', '[source 7, 8]', '[passage 2024]', '[^9]'])(
    'go when nothing injected is meant: %s',
    (marker) =>
      expect(check(`It is 3000 ${marker}.`)).toEqual({ text: 'It is 3000.', citations: [] }),
  );

  it.each([
    'Since [2024] it is so.',
    'Any of [0-9] or [1-9] fits.',
    'See (passage 2).',
    'Use `list[9]` and `[passage 2]`.',
    'See [passage 2](x.html) and [part [9] of it](y.html "[9]").',
    'A [task 9] and [x] and [version 2].',
    '~~~\n[^9]: note\n~~~',
    '- so:\n  ```md\n  [^9]: note\n  [1]\n  ```',
    '````md\n```\n[9]\n```\n[8]\n````',
  ])('are not: %s', (answer) => expect(check(answer)).toEqual({ text: answer, citations: [] }));

  it('include a large number that was injected', () =>
    expect(check('So [2024].', [2024])).toEqual({ text: 'So [2024].', citations: [2024] }));

  it('are found behind a closed block on its last line', () =>
    expect(check('```js\na[9]\n``` [passage 1]').text).toBe('```js\na[9]\n``` [1]'));

  it('do not come about by a removal', () => {
    expect(check('[[9]8]').text).toBe('');
    expect(check('[[9]1]')).toEqual({ text: '[1]', citations: [1] });
  });
});

describe('a closing list of sources', () => {
  it.each([
    '## Sources\n[1]: Server\n[2]: Hosts',
    'Sources:\n\n- [1] Server\n- [passage 2] Hosts\n',
    '**References:**\n1. Server\n2. Hosts\n',
    'References\n1) Server\n   https://x.test/server\n2) Hosts',
    '---\n\n### Citations\n[^1]: Server\n[^2]: Hosts',
    'Sources:\n[9]: Invented',
  ])('goes: %s', (section) => {
    expect(check(`It is 3000 [2].\n\n${section}`)).toEqual({
      text: 'It is 3000 [2].',
      citations: [2],
    });
  });

  it('counts where the text has no citation, as far as its numbers were injected', () => {
    const answer = 'It is 3000.\n\nSources:\n[3]: Hosts\n[1]: Server\n[9]: Invented [2]';
    expect(check(answer)).toEqual({ text: 'It is 3000.', citations: [3, 1] });
  });

  it.each([
    ['is not at the end', 'Sources:\n1. Server\n\nMore text [1].'],
    ['has no heading', 'Do this:\n1. Open it [1].\n2. Close it.'],
    ['has lines of prose', '## Sources\nLight comes from lamps [1].'],
    ['is in a block', 'Write [1]:\n\n```yaml\nSources:\n1. a\n```'],
    ['is in a block that never ends', 'Write [1]:\n\n```yaml\nSources:\n1. a'],
    ['is all there is', 'Sources:\n1. Open it [1].'],
  ])('stays where it %s', (_, answer) =>
    expect(check(answer)).toEqual({ text: answer, citations: [1] }),
  );
});

describe('whatever was written (property)', () => {
  const plain = fc.oneof(
    fc.constantFrom(
      ...['[1]', '[2, 3]', '[9]', '【1†x】', '【', '】', '[passage ', '[id=', '[', ']', ', ', '-'],
      ...['1', '9', '2024', '^', ' and ', ' ', '\n', '\n\n', 'word', '## Sources\n', '[1]: a\n'],
      ...['\nReferences:\n1. b\n9. c', '- '],
    ),
    fc.string({ maxLength: 4 }).map((text) => text.replace(/[`~(]/g, '')),
  );
  const all = fc.oneof(plain, fc.constantFrom('`', '``', '```\n', '\n```', '~~~', '(', '](x)'));
  const textOf = (part: fc.Arbitrary<string>) =>
    fc.array(part, { maxLength: 14 }).map((parts) => parts.join(''));
  const someIds = fc.uniqueArray(fc.nat(4));

  it('a number that was not injected is never cited', () => {
    fc.assert(
      fc.property(textOf(plain), someIds, (answer, ids) => {
        const { text, citations } = check(answer, ids);
        const cited = [...text.matchAll(/\[(\d{1,3})\]/g)].map(([, id]) => Number(id));
        for (const id of [...cited, ...citations]) expect(ids).toContain(id);
      }),
      { numRuns: 2000 },
    );
  });

  it('checking twice is checking once', () => {
    fc.assert(
      fc.property(textOf(all), someIds, (answer, ids) => {
        const { text, citations } = check(answer, ids);
        const again = check(text, ids);
        expect(again.text).toBe(text);
        for (const id of again.citations) expect(citations).toContain(id);
      }),
      { numRuns: 2000 },
    );
  });
});
