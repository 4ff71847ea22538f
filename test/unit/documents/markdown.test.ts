import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../../src/core/documents/tokens.ts';
import { readMarkdown } from '../../../src/core/documents/markdown.ts';
import { markdown, passages } from './read.ts';

const text = (source: string) =>
  markdown(source)
    .map((section) => section.text)
    .join('\n\n');
const anchors = (source: string) => markdown(source, 'p').map(({ url }) => url.slice(2));

describe('Markdown', () => {
  it('becomes sections with the anchors that GitHub gives', () => {
    const source = `# The \`listen()\` method\n\nOne.\n\n## What's new?\n\nTwo.\n\n## What's new?\n\nThree.\n
### Größe & Co.\n\nFour.\n\n## [Linked](x.md) text\n\nFive.\n\n## C# and F#\n\nSix.`;
    expect(anchors(source)).toEqual([
      'the-listen-method',
      'whats-new',
      'whats-new-1',
      'größe--co',
      'linked-text',
      'c-and-f',
    ]);
    expect(markdown(source)[0]?.title).toBe('The listen() method');
    expect(markdown(source)[3]?.headings).toEqual(["What's new?", 'Größe & Co.']);
    expect(markdown(source)[5]?.headings).toEqual(['C# and F#']);
  });

  it('takes an anchor that is named', () => {
    const source =
      '## Set up {#install}\n\nA.\n\n## `x` { #code .note }\n\nB.\n\n## Braces {}\n\nC.';
    expect(anchors(source)).toEqual(['install', 'code', 'braces-']);
    expect(markdown(source).map(({ headings }) => headings[0])).toEqual([
      'Set up',
      'x',
      'Braces {}',
    ]);
  });

  it('leaves out front matter and takes title and language from it', () => {
    const source = '---\ntitle: "Set up: now"\nlang: de\n---\n\nText.\n\n---\n\nMore.';
    expect(markdown(source)).toEqual([
      {
        url: 'guide/page.md',
        title: 'Set up: now',
        lang: 'de',
        headings: [],
        text: 'Text.\n\nMore.',
      },
    ]);
    expect(markdown(`\ufeff${source.replaceAll('\n', '\r\n')}`)[0]?.title).toBe('Set up: now');
    expect(readMarkdown({ url: 'a/b.md', markdown: 'Text.', title: 'Given' })[0]?.title).toBe(
      'Given',
    );
    expect(markdown('Text.', 'a/b.md')[0]?.title).toBe('b');
  });

  it('leaves out the module lines of MDX, but no sentence that begins like one', () => {
    const source = `import Tabs from '@theme/Tabs';\nimport './x.css'\n\nexport const a = 1;\n
import {\n  One,\n  Two,\n} from 'three';\n\nText.\n\n    import y from 'z';\n
import the module from the menu.`;
    expect(text(source)).toBe(
      "Text.\n\n```\nimport y from 'z';\n```\n\nimport the module from the menu.",
    );
  });

  it('keeps code, lists, tables and emphasis as plain Markdown', () => {
    const source = `Use \`a | b\` and **c**.\n\n- one\n  - two\n\n        code\n\n1. x\n2. y\n
| a | b |\n|---|--:|\n| \`c\\|d\` | e |\n\n~~~ts title="x"\nconst a = "<b>";\n~~~`;
    expect(text(source)).toBe(
      [
        'Use `a | b` and c.',
        '- one\n  - two\n    ```\n    code\n    ```',
        '1. x\n2. y',
        '| a | b |\n| --- | --- |\n| `c\\|d` | e |',
        '```ts\nconst a = "<b>";\n```',
      ].join('\n\n'),
    );
  });

  it('reads HTML inside as a browser would', () => {
    const source = `<div align="center"><img src="x.png">\n\n**Bold**\n\n</div>\n</div>\n</main>\n</body>\n
<details>\n<summary>More</summary>\n\nHidden <b>no</b> more.\n\n</details>\n\n<!-- never -->\n
<div hidden>gone</div>\n\nLast.`;
    expect(text(source)).toBe('Bold\n\nMore\n\nHidden no more.\n\nLast.');
  });
});

it('reads on behind a component, as MDX does', () => {
  const markdown = [
    '# Shop',
    '<Steps>',
    '1. Add the `<script>` tag.',
    '</Steps>',
    '## Next',
    'Pay here.',
    '```jsx',
    '<Steps>',
    'in code',
    '```',
  ].join('\n');
  const sections = readMarkdown({ url: 'shop', markdown });
  expect(sections.map(({ headings }) => headings.at(-1))).toEqual([undefined, 'Next']);
  expect(sections[0]?.text).toContain('Add the `<script>` tag.');
  expect(sections[1]?.text).toContain('<Steps>\nin code');
});

describe('hostile documents', () => {
  const folder = 'test/fixtures/hostile/';
  const files = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const facts: Readonly<Record<string, string>> = {
    '01-closing-tags.md': 'expires after 45 minutes',
    '16-huge-table.md': 'opt_0003',
    '17-deep-lists.md': 'Ctrl+Shift+9',
    '18-code-fences.md': 'exit code on failure is 17',
    '19-front-matter.md': 'about 4 minutes',
    '20-mdx-jsx.md': 'npm i acme@3',
    '21-html-comments.md': 'There are 3 roles',
    '09-long-unbroken.md': 'valid for 3 hours',
  };

  it.each(files)('%s: every passage is bounded, and the fact is in one', (file) => {
    const found = passages(markdown(readFileSync(folder + file, 'utf8')));
    expect(found.length).toBeGreaterThan(0);
    for (const { text: passage, tokens } of found) {
      expect(tokens).toBeLessThanOrEqual(256);
      expect(estimateTokens(passage)).toBeLessThanOrEqual(256);
      expect(passage.length).toBeLessThan(4000);
    }
    const fact = facts[file];
    if (fact) expect(found.some((passage) => passage.text.includes(fact))).toBe(true);
  });

  const of = (file: string) => text(readFileSync(folder + file, 'utf8'));

  it('what is hidden stays out, what only looks hidden is text like any other', () => {
    expect(of('21-html-comments.md')).not.toContain('hidden text for assistants');
    expect(of('21-html-comments.md')).not.toContain('everyone is an admin');
    expect(of('19-front-matter.md')).not.toContain('PINEAPPLE');
    expect(of('20-mdx-jsx.md')).not.toContain('process.env');
  });

  it('a heading inside a fence is no heading', () => {
    const sections = markdown(readFileSync(`${folder}18-code-fences.md`, 'utf8'));
    expect(sections.map(({ headings }) => headings)).toEqual([[]]);
  });

  it('front matter pollutes nothing', () => {
    of('19-front-matter.md');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
