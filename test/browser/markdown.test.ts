import type { Page } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { ANSWERS } from '../unit/page/markdown-streams.ts';
import type { TestMarkdown } from './markdown-entry.ts';
import { useStage } from './harness.ts';
import { send } from './site.ts';

const stage = useStage();

let files: Rolldown.OutputChunk[] = [];

beforeAll(async () => {
  const { NODE_ENV } = process.env;
  // Vitest says "test", by which Vite would build Lit for development.
  process.env.NODE_ENV = 'production';
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    base: './',
    build: {
      write: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: { input: { views: 'test/browser/markdown-entry.ts' } },
    },
  })) as Rolldown.RolldownOutput;
  process.env.NODE_ENV = NODE_ENV;
  files = built.output.filter((file) => file.type === 'chunk');
});

/** A page under a strict policy that draws Markdown through the real views. */
async function visit(): Promise<Visit> {
  const { site, browser } = stage;
  for (const { fileName, code } of files)
    site.fault(new RegExp(`/${fileName}$`), send('text/javascript', code));
  site.headers['content-security-policy'] =
    "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html";
  const [entry] = files.filter(({ isEntry }) => isEntry);
  site.page(
    '/views.html',
    `<!doctype html><title>Views</title><script type="module" src="/${entry?.fileName ?? ''}"></script>`,
  );
  const context = await browser.newContext();
  const page = await context.newPage();
  const visited: Visit = { page, refused: [] };
  page.on('pageerror', (error) => visited.refused.push(String(error)));
  page.on('console', (message) => visited.refused.push(message.text()));
  await page.goto(`${site.url}views.html`);
  await expect.poll(() => page.evaluate(() => 'markdown' in globalThis)).toBe(true);
  return visited;
}

interface Visit {
  page: Page;
  /** What the page's policy refused, and errors. */
  refused: string[];
}

interface InPage {
  markdown: TestMarkdown;
}

const draw = ({ page }: Visit, text: string) =>
  page.evaluate((markdown) => (globalThis as unknown as InPage).markdown.drawn(markdown), text);

/** How many streams are drawn; `MARKDOWN_STREAMS` in the environment asks for others. */
const STREAMS = Number(process.env.MARKDOWN_STREAMS ?? 20_000);

const KNOWN = 'https://known.test/a';
const linkOf = (words: string) => `<a href="${KNOWN}" rel="noreferrer">${words}</a>`;

const CODE = '```ts\n// a port\nconst port: number = 3000;\n```';

describe('an answer in Markdown', () => {
  it.each([
    ['a heading', '## The *port*', '<h3>The <em>port</em></h3>'],
    ['a rule', 'a\n\n---', '<p>a</p><hr></hr>'],
    ['a quotation', '> a\n> - b', '<blockquote><p>a</p><ul><li>b</li></ul></blockquote>'],
    ['a list that goes on', '3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['a loose list', '- a\n\n  b\n- c', '<ul><li>a<p>b</p></li><li>c</li></ul>'],
    ['nested lists', '- a\n  1. b', '<ul><li>a<ol start="1"><li>b</li></ol></li></ul>'],
    ['tasks', '- [ ] a\n- [x] b', '<ul><li>☐ a</li><li>☑ b</li></ul>'],
    ['emphasis', '**a** *b* ~~c~~', '<p><strong>a</strong> <em>b</em> <del>c</del></p>'],
    ['code in a line', 'a `<b>`', '<p>a <code><b></code></p>'],
    ['HTML', '<img src=x onerror=y>', '<p><img src=x onerror=y></p>'],
    ['an unknown number', 'a [7]', '<p>a [7]</p>'],
    ['entities', '&lt;b&gt; &amp; &#99;', '<p><b> & c</p>'],
    ['invisible letters', 'a\u202eb&#x202e;c\u200bd', '<p>abcd</p>'],
    ['an address in a passage', `<${KNOWN}>`, `<p>${linkOf(KNOWN)}</p>`],
    ['a link to one', `[a\u202e*b*](${KNOWN})`, `<p>a<em>b</em> (${linkOf(KNOWN)})</p>`],
    ['a number as a link', `[[1]](${KNOWN})`, `<p>[1] (${linkOf(KNOWN)})</p>`],
    ['another address', 'https://evil.test/?q', '<p>https://evil.test/?q</p>'],
    ['a link to one', '[a *b*](//evil.test)', '<p>a <em>b</em> (//evil.test)</p>'],
    ['a link to a script', '[a](javascript:alert(1))', '<p>a (javascript:alert(1))</p>'],
    ['a link without a scheme', '[a](//known.test/a)', '<p>a (//known.test/a)</p>'],
    ['an image', '![a](https://evil.test/i.png)', '<p>a (https://evil.test/i.png)</p>'],
    ['quotations without end', '>'.repeat(9000), `<p>${'>'.repeat(9000)}</p>`],
  ])('%s', async (_, text, elements) => {
    const visited = await visit();
    expect(await draw(visited, text)).toBe(elements);
    const made = await visited.page.locator('img, b').count();
    expect(made).toBe(0);
    expect(visited.refused).toEqual([]);
  });

  it('has tables with headers, and code with its language and a button', async () => {
    const { page } = await visitWith(`${ANSWERS.tables}\n\n${CODE}`);
    await page.getByRole('group', { name: 'Table' }).first().waitFor();
    await page.getByRole('columnheader', { name: 'default' }).waitFor();
    const align = page.getByRole('columnheader', { name: 'default' });
    expect(await align.getAttribute('class')).toBe('right');
    expect(await page.getByRole('cell', { name: 'host | name' }).count()).toBe(1);
    expect(await page.locator('.code').ariaSnapshot()).toBe(
      [
        '- text: ts',
        '- button "Copy code": Copy',
        '- code: "// a port const port: number = 3000;"',
      ].join('\n'),
    );
    expect(await page.locator('pre').getAttribute('tabindex')).toBe('0');
  });

  it('has coloured code under a strict policy, and the code stays what it was', async () => {
    const visited = await visitWith(CODE);
    await visited.page.locator('.code-keyword', { hasText: 'const' }).waitFor();
    await visited.page.locator('.code-muted', { hasText: '// a port' }).waitFor();
    const code = await visited.page.locator('pre code').textContent();
    expect(code).toBe('// a port\nconst port: number = 3000;');
    expect(visited.refused).toEqual([]);
  });

  it('copies code, and says so for a while', async () => {
    const { page } = await visitWith(CODE);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy code' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe('// a port\nconst port: number = 3000;');
    await page.getByRole('button', { name: 'Copy code' }).waitFor();
  });

  it('selects code where the page may not copy', async () => {
    const { page } = await visitWith(CODE);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () =>
        Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    await page.getByRole('button', { name: 'Copy code' }).click();
    await page.getByRole('button', { name: 'Selected' }).waitFor();
    expect(await page.evaluate(() => getSelection()?.toString())).toContain('const port');
  });
});

async function visitWith(text: string): Promise<Visit> {
  const visited = await visit();
  await draw(visited, text);
  return visited;
}

describe('an answer that is still written', () => {
  it.each(Object.entries(ANSWERS))('(%s) keeps its blocks while it grows', async (_, text) => {
    const { page } = await visit();
    const replaced = await page.evaluate((whole) => {
      const { draw } = (globalThis as unknown as InPage).markdown;
      let blocks: Element[] = [];
      const lost: string[] = [];
      for (let end = 1; end <= whole.length; end++) {
        const now = [...draw(whole.slice(0, end), { isStreaming: true }).children];
        if (blocks.some((block, place) => now[place] !== block)) lost.push(whole.slice(0, end));
        blocks = now;
      }
      return lost;
    }, text);
    expect(replaced).toEqual([]);
  });

  it('is drawn in well below a frame at 4,000 letters', async () => {
    const { page } = await visit();
    const all = Object.values(ANSWERS).join('\n\n');
    const times = await page.evaluate(
      (text) => (globalThis as unknown as InPage).markdown.timeStream(text),
      `${all}\n\n${all}\n\n${all}`.slice(0, 4000),
    );
    const last = times.slice(-61).sort((a, b) => a - b);
    expect(last[30]).toBeLessThan(4);
  });
});

describe('random Markdown and HTML', () => {
  it('cut anywhere, gives the allowed elements only', { timeout: 120_000 }, async () => {
    const visited = await visit();
    const { streams, elements, faults } = await visited.page.evaluate(
      (count) => (globalThis as unknown as InPage).markdown.fuzz(1, count),
      STREAMS,
    );
    expect(faults).toEqual([]);
    expect(streams).toBe(STREAMS);
    // All that may be there was there.
    for (const name of ['a', 'table', 'pre', 'strong', 'em', 'del', 'blockquote', 'h3', 'hr', 'br'])
      expect(elements[name], name).toBeGreaterThan(STREAMS / 1000);
    expect(visited.refused).toEqual([]);
  });
});
