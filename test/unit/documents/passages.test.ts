import { readdirSync, readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embeddingText, headingPath, passagesOf } from '../../../src/core/documents/passages.ts';
import { estimateTokens } from '../../../src/core/documents/tokens.ts';
import { parseUnits } from '../../../src/core/documents/units.ts';
import type { Section } from '../../../src/core/ports.ts';
import { markdown, passages, sectionsOf, words } from './read.ts';

const section = (text: string, more: Partial<Section> = {}): Section => ({
  url: 'guide.html#port',
  title: 'Guide',
  headings: ['Port'],
  text,
  ...more,
});

const word = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-z]{1,12}[.,:]?$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[A-Z][a-zA-Z0-9_]{5,38}$/) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('打开文件。', 'поддержка', 'मानक', '👩‍💻', '`a.b()`', '—'),
  },
);
const line = fc.array(word, { minLength: 1, maxLength: 60 }).map((list) => list.join(' '));
const lines = fc.array(line, { minLength: 1, maxLength: 30 });
const unit = fc.oneof(
  line,
  lines.map((list) => list.join(' ')),
  lines.map((list) => list.map((each) => `- ${each}`).join('\n')),
  lines.map((list) => ['```ts', ...list, '```'].join('\n')),
  lines.map((list) => ['| Name |', '| --- |', ...list.map((each) => `| ${each} |`)].join('\n')),
);
const document = fc.array(unit, { minLength: 1, maxLength: 6 }).map((units) => units.join('\n\n'));

describe('passages', () => {
  it('keep a short section whole, with its place', () => {
    const [passage, ...others] = passagesOf(section('The port is 3000.', { lang: 'en' }));
    expect(others).toEqual([]);
    expect(passage).toMatchObject({
      text: 'The port is 3000.',
      section: { url: 'guide.html#port', title: 'Guide', headings: ['Port'], lang: 'en' },
    });
    expect(passage?.section).not.toHaveProperty('text');
    expect(passage && embeddingText(passage)).toBe('Guide › Port\nThe port is 3000.');
  });

  it('are none for an empty section', () => expect(passagesOf(section(''))).toEqual([]));

  it('fit the window of the embedder, whatever the text and its headings (property)', () => {
    const heading = fc.oneof(
      fc.string({ maxLength: 120 }),
      fc.constantFrom('默认超时'.repeat(30), '== '.repeat(40)),
    );
    fc.assert(
      fc.property(
        fc.oneof(document, fc.string({ unit: 'grapheme', maxLength: 3000 })),
        fc.array(heading, { maxLength: 6 }),
        (text, headings) => {
          for (const passage of passagesOf(section(text, { headings }))) {
            expect(passage.tokens).toBeLessThanOrEqual(256);
            expect(estimateTokens(embeddingText(passage))).toBeLessThanOrEqual(256);
          }
        },
      ),
    );
  });

  it.each([
    ['a long line', 'x'.repeat(20_000)],
    ['a line of signs', '=-'.repeat(5000)],
    ['CJK without spaces', '默认超时为二十五秒'.repeat(400)],
    ['emoji', '👨‍👩‍👧‍👦🎉'.repeat(500)],
    ['a table with a huge header', `| ${'col | '.repeat(400)}\n|${' --- |'.repeat(400)}\n| a |`],
    ['a fence with a huge opening', '```' + 'word '.repeat(1000) + '\ncode\n```'],
  ])('fit the window for %s', (_name, text) => {
    const found = passagesOf(section(text));
    for (const passage of found) {
      expect(estimateTokens(embeddingText(passage))).toBeLessThanOrEqual(256);
    }
    expect(found.map((passage) => passage.text).join('').length).toBeGreaterThan(text.length / 2);
  });

  it('hold all words of the text, in order (property)', () => {
    fc.assert(
      fc.property(document, (text) => {
        const found = words(
          passagesOf(section(text))
            .map((passage) => passage.text)
            .join('\n'),
        );
        // Repeated headers stand between; every word of the text must still follow in order.
        let at = 0;
        for (const each of words(text)) {
          const next = found.indexOf(each, at);
          expect(next, `"${each}" after word ${at}`).toBeGreaterThanOrEqual(0);
          at = next + 1;
        }
      }),
    );
  });

  it('cut between sentences, and never within one that fits', () => {
    const sentences = Array.from({ length: 60 }, (_, i) => `Sentence ${i} says that ${i} is fine.`);
    const found = passagesOf(section(sentences.join(' ')));
    expect(found.length).toBeGreaterThan(2);
    for (const { text } of found) expect(text).toMatch(/^Sentence .* is fine\.$/);
  });

  it('repeat the header of a cut table and the fence of a cut code block', () => {
    const rows = Array.from({ length: 80 }, (_, i) => `| option${i} | Sets the value ${i} |`);
    const table = passagesOf(section(['| Name | What |', '| --- | --- |', ...rows].join('\n')));
    expect(table.length).toBeGreaterThan(2);
    for (const { text } of table) {
      expect(text).toMatch(/^\| Name \| What \|\n\| --- \| --- \|\n\| option/);
    }
    const codeLines = Array.from({ length: 120 }, (_, i) => `  call${i}(value);`);
    const code = passagesOf(section(['```js', ...codeLines, '```'].join('\n')));
    expect(code.length).toBeGreaterThan(2);
    for (const { text } of code) {
      expect(parseUnits(text)).toMatchObject([{ kind: 'code', open: '```js', close: '```' }]);
      expect(text).toMatch(/^```js\n {2}call/);
    }
  });

  it('join short neighbours, but not beyond about 200 tokens', () => {
    const text = Array.from({ length: 40 }, (_, i) => `Paragraph number ${i} is short.`).join(
      '\n\n',
    );
    const found = passagesOf(section(text));
    expect(found.length).toBeGreaterThan(1);
    for (const { tokens } of found.slice(0, -1)) {
      expect(tokens).toBeGreaterThan(150);
      expect(tokens).toBeLessThanOrEqual(220);
    }
  });

  it('have the id of their address and text, and of nothing else', () => {
    const id = (text: string, more?: Partial<Section>) => passagesOf(section(text, more))[0]?.id;
    expect(id('The port is 3000.')).toBe(id('The port is 3000.', { title: 'Other', lang: 'de' }));
    expect(id('The port is 3000.')).not.toBe(id('The port is 3001.'));
    expect(id('The port is 3000.')).not.toBe(id('The port is 3000.', { url: 'other.html#port' }));
    expect(id('The port is 3000.')).toMatch(/^[0-9a-f]{16}$/);
  });

  it('of a path too long to embed keep the nearest heading, then the title', () => {
    const long = Array.from({ length: 6 }, (_, i) => `Chapter ${i} ${'of many words '.repeat(7)}`);
    const [passage] = passagesOf(section('The port is 3000.', { headings: [...long, 'Ports'] }));
    const embedded = passage && embeddingText(passage);
    expect(embedded).toMatch(/^Guide › .*Ports\nThe port is 3000\.$/);
    expect(embedded).not.toContain('Chapter 0');
    expect(passage?.section.headings).toHaveLength(7);
  });

  it('are told apart by path', () => {
    expect(headingPath({ url: '', title: 'Guide', headings: ['Server', 'Port'] })).toBe(
      'Guide › Server › Port',
    );
  });
});

describe('whole sites and huge pages', () => {
  it('fit the real tokenizer of the embedding model, on real documentation', () => {
    const folder = 'public/models/all-MiniLM-L6-v2/';
    const json = (file: string) => JSON.parse(readFileSync(folder + file, 'utf8')) as object;
    const tokenizer = new Tokenizer(json('tokenizer.json'), json('tokenizer_config.json'));
    const docs = 'node_modules/fastify/docs/';
    const files = readdirSync(docs, { recursive: true }).map(String);
    const found = files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) => passages(markdown(readFileSync(docs + file, 'utf8'), file)));
    expect(found.length).toBeGreaterThan(500);
    const counts = found.map((passage) => tokenizer.encode(embeddingText(passage)).ids.length);
    const fitting = counts.filter((count) => count <= 256).length;
    expect(fitting / counts.length).toBeGreaterThanOrEqual(0.995);
    // Not by cutting everything small: the window is used.
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    expect(mean).toBeGreaterThan(90);
  }, 30_000);

  it('read a page of 2 MB into as many passages as its text needs', () => {
    const part = (i: number) =>
      `<h2 id="s${i}">Section ${i}</h2>` +
      `<p>${`Words of section ${i} fill the page. `.repeat(25)}</p>`.repeat(8);
    const html = `<main>${Array.from({ length: 300 }, (_, i) => part(i)).join('')}</main>`;
    expect(html.length).toBeGreaterThan(2_000_000);
    const sections = sectionsOf(html);
    expect(sections).toHaveLength(300);
    const found = passages(sections);
    const total = sections.reduce((sum, { text }) => sum + estimateTokens(text), 0);
    expect(found.length).toBeGreaterThan(total / 220);
    expect(found.length).toBeLessThan(total / 100);
  }, 30_000);

  it('read 2 MB without a single heading or paragraph', () => {
    const found = passages(sectionsOf(`<main>${'One more sentence stands here. '.repeat(65_000)}`));
    expect(found.length).toBeGreaterThan(1500);
  }, 30_000);

  it('read elements nested thousands deep', () => {
    for (const name of ['div', 'span', 'ul><li', 'section']) {
      const html = `<main>${`<${name}>`.repeat(3000)}The port is 3000.`;
      expect(passages(sectionsOf(html)).some(({ text }) => text.includes('3000'))).toBe(true);
    }
  }, 30_000);
});
