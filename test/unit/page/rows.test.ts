import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Hit } from '../../../src/core/ports.ts';
import type { TextRun } from '../../../src/core/highlight/rich-text.ts';
import { formatDate } from '../../../src/page/words/dates.ts';
import type * as groupsModule from '../../../src/page/views/rows/groups.ts';

let groupHits: typeof groupsModule.groupHits;

beforeAll(async () => {
  vi.stubGlobal('location', { href: 'https://site.test/docs/' });
  ({ groupHits } = await import('../../../src/page/views/rows/groups.ts'));
});

const shown = (runs: readonly TextRun[]) =>
  runs
    .flatMap(({ parts }) => parts)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('');

function hit(url: string, headings: string[], text: string): Hit {
  const section = { url: `https://site.test/${url}`, title: `Page ${url[0] ?? ''}`, headings };
  const passage = { id: url, section, text, tokens: 10 };
  return { passage, score: 0, keywordScore: 1, fused: 1, rank: 1 };
}

/** Each page's title, then its rows. */
const drawn = (hits: readonly Hit[], query: string) =>
  groupHits(hits, { query, isTyped: true }).map(({ title, rows }) => [
    shown(title),
    ...rows.map(({ path, name, isPage }) =>
      [shown(path), isPage ? 'itself' : shown(name)].filter(Boolean).join(' > '),
    ),
  ]);

describe('results', () => {
  it('stand together by page, the best page first, within it the best place first', () => {
    const hits = [
      hit('b#two', ['One', 'Two'], 'Its key is here.'),
      hit('a#x', ['A key'], 'Where it hangs.'),
      hit('b', [], 'All about keys.'),
      hit('b#one', ['One'], 'Another key.'),
    ];
    expect(drawn(hits, 'key')).toEqual([
      ['Page b', 'One > Two', 'itself', 'One'],
      ['Page a', 'A [key]'],
    ]);
  });

  it('mark words in titles and headings as well', () => {
    expect(drawn([hit('b#two', ['Keys', 'Two'], 'It is here.')], 'page tw')).toEqual([
      ['[Page] b', 'Keys > [Tw]o'],
    ]);
  });

  it('do not repeat the title among the headings', () => {
    expect(drawn([hit('b#x', ['Page b', 'Setup', 'Setup', 'Port'], 'It is.')], 'port')).toEqual([
      ['Page b', 'Setup > [Port]'],
    ]);
  });

  it('lead to the sentence that is shown', () => {
    const text = 'The gate is green and always was. Its key hangs in the shed over there.';
    const [group] = groupHits([hit('b#x', ['Gate'], text)], { query: 'key', isTyped: false });
    expect(group?.rows[0]?.link.quote).toBe('Its key hangs in the shed over there.');
    expect(group?.rows[0]?.link.href).toBe(
      'https://site.test/b#x:~:text=Its%20key%20hangs%20in%20the%20shed%20over%20there.',
    );
  });

  it('are the same object until something else is looked for', () => {
    const hits = [hit('b', [], 'A key.')];
    const first = groupHits(hits, { query: 'key', isTyped: true });
    expect(groupHits(hits, { query: 'key', isTyped: true })).toBe(first);
    expect(groupHits(hits, { query: 'keys', isTyped: true })).not.toBe(first);
  });
});

describe('the date of a document', () => {
  it.each([
    ['2024-05-12', 'en', 'May 12, 2024'],
    ['2024-05-12T23:30:00Z', 'de', '12.05.2024'],
    ['2024-05', 'en', 'May 2024'],
    ['2024', 'fr', '2024'],
    ['yesterday', 'en', ''],
    ['', 'en', ''],
  ])('%s in %s is "%s"', (date, language, text) => {
    expect(formatDate(date, language)).toBe(text);
  });
});
