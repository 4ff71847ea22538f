import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../../../src/core/documents/markdown.ts';
import { passagesOf } from '../../../src/core/documents/passages.ts';
import { checkSupport } from '../../../src/core/grounding/support.ts';

/** Passages of this repository's own documentation: names, numbers, options, tables and code of all kinds. */
async function ownPassages(): Promise<string[]> {
  const names = (await readdir('docs')).filter((name) => name.endsWith('.md'));
  const files = names.map(async (url) => ({
    url,
    markdown: await readFile(`docs/${url}`, 'utf8'),
  }));
  const sections = (await Promise.all(files)).flatMap(readMarkdown);
  return sections.flatMap(passagesOf).map(({ text }) => text);
}

describe('passages given back as an answer', () => {
  it('are supported, with nothing missing or altered', async () => {
    const texts = await ownPassages();
    const wrong: string[] = [];
    let claims = 0;
    for (const [index, answer] of texts.entries()) {
      const others = [texts.at(index - 1) ?? '', texts.at(index - 2) ?? ''];
      const passages = [answer, ...others].map((text, place) => ({ number: place + 1, text }));
      const report = checkSupport({ answer, question: 'how?', passages });
      claims += report.claims.length;
      const marked = report.claims.filter(({ verdict }) => verdict !== 'supported');
      wrong.push(...marked.map(({ text }) => text));
    }
    expect(wrong).toEqual([]);
    expect(claims).toBeGreaterThan(200);
  });
});
