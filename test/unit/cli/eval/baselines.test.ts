import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../../../../src/core/documents/markdown.ts';
import { queryText } from '../../../../src/cli/eval/baselines.ts';
import { toCorpus } from '../../../../src/cli/eval/corpus.ts';
import { createPlainBm25 } from '../../../../src/cli/eval/plain-bm25.ts';
import { createMiniSearch } from '../../../../src/cli/eval/vitepress-search.ts';

const corpus = (pages: Readonly<Record<string, string>>) =>
  toCorpus(
    'docs',
    Object.entries(pages).flatMap(([url, markdown]) => readMarkdown({ url, markdown })),
  );

describe('plain BM25', () => {
  const filler = Array.from({ length: 198 }, (_, i) => `word${i}`).join(' ');

  it('puts rare words above frequent ones, and knows no stems', () => {
    const search = createPlainBm25(
      corpus({ a: '# A\n\nport port port', b: '# B\n\nport tunnel', c: '# C\n\nport' }),
    );
    expect(search('port tunnel')[0]).toBe('b#b');
    expect(search('tunnels')).toEqual([]);
  });

  it('prefers the shorter of two texts, and more of a word', () => {
    const search = createPlainBm25(
      corpus({ long: `# L\n\nport ${filler}`, short: '# S\n\nport', twice: '# T\n\nport port' }),
    );
    expect(search('port')).toEqual(['twice#t', 'short#s', 'long#l']);
  });

  it('cuts pages into windows of 200 words, each for the section it mostly holds', () => {
    const search = createPlainBm25(
      corpus({ p: `# P\n\n${filler} ${filler}\n\n## End\n\n${filler} needle` }),
    );
    expect(search('needle')).toEqual(['p#end']);
    expect(search('word7')).toHaveLength(3);
  });
});

describe('MiniSearch as VitePress sets it', () => {
  const search = createMiniSearch(
    corpus({
      'a.md': '# Ports\n\nHow to listen.\n\n## Hosts\n\nThe address.',
      'b.md': '# Cats\n\nThey know of hosts, hosts and hosts.',
    }),
  );

  it('ranks a heading above the text', () => {
    expect(search('hosts')).toEqual(['a.md#hosts', 'b.md#cats']);
  });

  it('finds the beginnings of words, and misspelt ones', () => {
    expect(search('list')).toEqual(['a.md#ports']);
    expect(search('adress')).toEqual(['a.md#hosts']);
  });

  it('knows the headings above', () => {
    expect(search('ports')).toEqual(['a.md#ports', 'a.md#hosts']);
  });
});

describe('the text that every system is asked with', () => {
  it('holds the question before where it leans on it', () => {
    expect(queryText('and in production?', ['set the port'])).toBe(
      'set the port and in production?',
    );
    expect(queryText('how do I bake bread in an oven?', ['set the port'])).not.toContain('port');
  });
});
