import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/core/answer.ts';
import { answerMarkdown, questionLink } from '../../../src/page/thread/answer-text.ts';

const BASE = 'https://site.test/docs/guide/page.html#top';

const generated = (text: string, citations: number[]): Answer => ({
  ...{ kind: 'generated', text, citations, model: 'Fake 1B', isOwnKnowledge: false },
});

const sources = [
  { id: 1, title: 'Gates', headings: [], href: 'https://site.test/gates.html' },
  { id: 2, title: 'Handbook', headings: ['Keys [old]', 'Sheds'], href: '../keys.html#sheds_(two)' },
  { id: 3, title: 'Tools', headings: ['Tools'], href: '/tools.html' },
];

const copied = (answer: Answer, more: { question?: string; note?: string } = {}) =>
  answerMarkdown({ question: 'Where?', answer, sources, base: BASE, heading: 'Sources', ...more });

describe('an answer that is copied', () => {
  it('brings question, text, who wrote it, and the sources it cites with whole addresses', () => {
    const text = copied(generated('In the shed [2]. Not here [3].', [2, 3]), {
      note: 'Written by Fake 1B.',
    });
    expect(text).toBe(`## Where?

In the shed [2]. Not here [3].

*Written by Fake 1B.*

Sources:

- [2] [Handbook › Keys \\[old\\] › Sheds](https://site.test/docs/keys.html#sheds_%28two%29)
- [3] [Tools](https://site.test/tools.html)
`);
  });

  it('brings quotations, each with its number', () => {
    const quote: Answer = {
      ...{
        kind: 'extractive',
        text: '**Gates**\n\nLocked at nine. [1]',
        citations: [1],
        quotes: [],
      },
    };
    expect(copied(quote)).toContain(
      'Locked at nine. [1]\n\nSources:\n\n- [1] [Gates](https://site',
    );
  });

  it('has no list of sources where nothing was found', () => {
    const none: Answer = { kind: 'abstained', text: 'Nothing.', citations: [] };
    expect(copied(none)).toBe('## Where?\n\nNothing.\n');
  });

  it('keeps its question in one line, and nothing that can’t be seen', () => {
    const text = copied(generated('A\u202eB\u200b', []), { question: ' Where\n# is\u2066 it? ' });
    expect(text).toBe('## Where # is it?\n\nAB\n');
  });

  it.each([
    ['[a](b.html) [c](<d.html> "title")', '[a](https://site.test/docs/guide/b.html)'],
    ['[c](<d.html> "title")', '[c](<https://site.test/docs/guide/d.html> "title")'],
    ['`[a](b)` [c](/d)', '`[a](b)` [c](https://site.test/d)'],
    ['```\n[a](b)\n```\n[c](/d)', '```\n[a](b)\n```\n[c](https://site.test/d)'],
    ['~~~md\n[a](b)\n', '~~~md\n[a](b)'],
    ['``a ` [a](b)`` [c](/d)', '``a ` [a](b)`` [c](https://site.test/d)'],
    ['[a](mailto:x@y.test)', '[a](mailto:x@y.test)'],
    ['a lone ` and [c](/d)', 'a lone ` and [c](https://site.test/d)'],
  ])('makes the links of %j absolute, but not in code', (text, wanted) => {
    expect(copied(generated(text, []))).toContain(wanted);
  });

  it('is whole however long and odd it is', () => {
    const odd = '`'.repeat(3000) + '[('.repeat(3000) + '``` ~~~\n'.repeat(3000);
    expect(copied(generated(odd, []))).toContain(odd.trim());
  });
});

describe('the address of a question', () => {
  it.each([
    [
      'https://site.test/a.html',
      'How do I start?',
      'https://site.test/a.html#ask=How%20do%20I%20start%3F',
    ],
    ['https://site.test/a?b=1#top', 'a&b#c', 'https://site.test/a?b=1#ask=a%26b%23c'],
    ['https://site.test/', 'où\ud800', 'https://site.test/#ask=o%C3%B9%EF%BF%BD'],
  ])('of %s', (page, question, wanted) => {
    expect(questionLink(page, question)).toBe(wanted);
  });

  it('holds the question whole', () => {
    const question = 'Why is 100 % of "this" = that?\nReally';
    expect(
      decodeURIComponent(questionLink('https://a.test/', question).split('#ask=')[1] ?? ''),
    ).toBe(question);
  });
});
