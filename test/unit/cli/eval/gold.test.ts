import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../../../../src/core/documents/markdown.ts';
import { toCorpus } from '../../../../src/cli/eval/corpus.ts';
import { createGoldResolver } from '../../../../src/cli/eval/gold.ts';
import type { Gold } from '../../../../src/cli/eval/question.ts';

const SERVER = `# Server

Intro.

## server.host

The host.

### wsl

On WSL.

## server.port

The port.

## Types

### Request

Its type.

### Reply

Its type, too.

## Last

The end.

## Last

The very end.`;

const corpus = toCorpus('docs', [
  ...readMarkdown({ url: 'config/server', markdown: SERVER }),
  ...readMarkdown({ url: 'guide/index.html', markdown: '# Guide\n\nStart here.' }),
]);

const resolve = (...gold: string[]) => {
  const entries = gold.map((entry): Gold => {
    const [page = '', anchor] = entry.split('#');
    return { page, anchor, grade: 1 };
  });
  const question = { id: 'q', type: 'answerable', question: 'how?', history: [] } as const;
  return createGoldResolver(corpus)({
    ...question,
    history: [],
    gold: entries,
    facts: [],
    place: 'q.jsonl:1',
  });
};
const urls = (...gold: string[]) => resolve(...gold).sections.map((each) => [...each.urls]);

describe('gold', () => {
  it('names a page as people write it', () => {
    for (const page of [
      'guide/index.html',
      'guide',
      '/guide/',
      'guide/index',
      '/guide/index.html',
    ]) {
      expect([...resolve(page).pages.keys()]).toEqual(['guide/index.html']);
    }
  });

  it('without an anchor means every section of the page', () => {
    expect(urls('guide')).toEqual([['guide/index.html#guide']]);
    expect(urls('config/server')[0]).toHaveLength(8);
  });

  it('means a section and those below it, whatever rule made the anchor', () => {
    const expected = [['config/server#serverhost', 'config/server#wsl']];
    expect(urls('config/server#serverhost')).toEqual(expected);
    expect(urls('config/server#server-host')).toEqual(expected);
    expect(urls('config/server#serverport')).toEqual([['config/server#serverport']]);
  });

  it('tells a section from the next of the same name', () => {
    expect(urls('config/server#last', 'config/server#last-1')).toEqual([
      ['config/server#last'],
      ['config/server#last-1'],
    ]);
  });

  it('finds what stands below a heading without text of its own', () => {
    expect(urls('config/server#types')).toEqual([['config/server#request', 'config/server#reply']]);
  });

  it('at the page’s own heading means the whole page', () => {
    expect(urls('config/server#server')[0]).toHaveLength(8);
  });

  it('that names nothing is told', () => {
    const { unknownPages, unknownSections, sections } = resolve('nowhere#a', 'guide#gone');
    expect(unknownPages).toEqual(['nowhere#a']);
    expect(unknownSections).toEqual(['guide#gone']);
    expect(sections.map((each) => each.urls.size)).toEqual([0]);
  });
});
