import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCorpus } from '../../../../src/cli/eval/corpus.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'askpage-corpus-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = async (name: string, text: string) => {
  await mkdir(join(folder, 'site/guide'), { recursive: true });
  await writeFile(join(folder, name), text);
  return join(folder, name);
};

describe('a corpus', () => {
  it('is a file of documents in Markdown, also as BEIR names them', async () => {
    const file = await write(
      'docs.jsonl',
      '{"id": "a/b", "title": "Ports", "text": "Intro.\\n\\n## Hosts\\n\\nText."}\n' +
        '{"_id": "4983", "title": "White matter", "text": "An abstract."}',
    );
    const { name, pages, passages } = await readCorpus(file);
    expect(name).toBe('docs');
    expect([...pages.keys()]).toEqual(['a/b', '4983']);
    expect(pages.get('a/b')?.map(({ url, title }) => [url, title])).toEqual([
      ['a/b', 'Ports'],
      ['a/b#hosts', 'Ports'],
    ]);
    expect(passages).toHaveLength(3);
  });

  it('is a folder of built pages', async () => {
    await write('site/guide/ports.html', '<main><h1>Ports</h1><p>Text.</p></main>');
    await write('site/index.html', '<main><h1>Home</h1><p>Text.</p></main>');
    const { name, pages } = await readCorpus(join(folder, 'site'));
    expect(name).toBe('site');
    expect([...pages.keys()]).toEqual(['guide/ports.html', 'index.html']);
  });

  it.each([
    ['{"title": "A", "text": "B"}', /docs\.jsonl:1 has no "id"/],
    ['{"id": "a", "title": "A"}', /docs\.jsonl:1 has no "text"/],
    ['{"id": "a", "text": ""}', /The corpus docs holds no text/],
  ])('of %s is refused', async (text, message) => {
    await expect(readCorpus(await write('docs.jsonl', text))).rejects.toThrow(message);
  });

  it('that is missing is named', async () => {
    await expect(readCorpus('/nowhere/site')).rejects.toThrow(/There is no file \/nowhere\/site/);
  });
});
