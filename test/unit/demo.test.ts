import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSite } from '../../demo/build-site.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

// Links that are broken in Fastify's own files. In TypeScript.md the reference links at the end
// were not updated when the headings that they name were reworded (type parameters were added,
// "FastifyTRegisterOptions" is a slip), and nothing is called ContextConfigGeneric. In Errors.md
// the list names an error that the table below it lacks.
const BROKEN_UPSTREAM: Readonly<Record<string, readonly string[]>> = {
  TypeScript: [
    'ContextConfigGeneric',
    'fastifyfastifyinstance',
    'fastifyfastifyloggeroptions',
    'fastifyfastifypluginasyncoptions',
    'fastifyfastifyplugincallbackoptions',
    'fastifyfastifypluginoptions-rawserver-rawrequest-requestgeneric',
    'fastifyfastifyregisterrawserver-rawrequest-requestgenericplugin-fastifyplugin-opts-fastifyregisteroptions',
    'fastifyfastifyreplyrawserver-rawreply-contextconfig',
    'fastifyfastifyrequestrawserver-rawrequest-requestgeneric',
    'fastifyfastifytregisteroptions',
    'fastifyrawreplydefaultexpression',
    'fastifyrawserver-rawrequest-rawreply-loggeropts-fastifyserveroptions-fastifyinstance',
    'fastifyrouteoptionsrawserver-rawrequest-rawreply-requestgeneric-contextconfig',
  ],
  Errors: ['fst_err_error_handler_already_set'],
};

let out = '';
let pages: string[] = [];
const elements = new Map<string, Element[]>();

beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'askpage-demo-'));
  ({ pages } = await buildSite({ out }));
  for (const page of pages) {
    elements.set(page, collect(parse(await readFile(join(out, page), 'utf8'))));
  }
}, 30_000);

afterAll(() => rm(out, { recursive: true, force: true }));

describe('the demonstration site', () => {
  it('has a page for every Markdown document, and the page is on disk', async () => {
    const docs = await readdir('node_modules/fastify/docs', { recursive: true });
    const expected = docs
      .filter((name) => name.endsWith('.md'))
      .map((name) => name.replaceAll('\\', '/').replace(/\.md$/, '.html'));
    const written = await readdir(out, { recursive: true });
    expect(expected.length).toBeGreaterThan(35);
    expect(pages).toEqual(expect.arrayContaining(expected));
    expect(written.map((name) => name.replaceAll('\\', '/'))).toEqual(
      expect.arrayContaining([...pages, 'style.css', 'favicon.svg']),
    );
  });

  it('leads every internal link to a page, and to an id on it', () => {
    const known = Object.entries(BROKEN_UPSTREAM).flatMap(([name, fragments]) =>
      fragments.flatMap((fragment) => [
        `Reference/${name}.html → #${fragment}`,
        `article.html → #${name.toLowerCase()}--${fragment}`,
      ]),
    );
    const broken = new Set(pages.flatMap(brokenLinks));
    expect([...broken].sort()).toEqual(known.sort());
  });

  it('tells no other site where its readers come from', () => {
    const external = pages
      .flatMap(of)
      .filter((element) => /^https?:/.test(attribute(element, 'href') ?? ''));
    expect(external.length).toBeGreaterThan(500);
    for (const link of external) expect(attribute(link, 'rel')).toBe('noopener noreferrer');
  });

  it('uses each id once on a page', () => {
    for (const page of pages) {
      const ids = of(page).flatMap((element) => attribute(element, 'id') ?? []);
      const twice = ids.filter((id, position) => ids.indexOf(id) !== position);
      expect(twice, page).toEqual([]);
    }
  });

  it('loads nothing from elsewhere and has every local file that it shows', async () => {
    for (const page of pages) {
      for (const element of of(page)) {
        const source = loaded(element);
        if (source === undefined) continue;
        expect(source, page).not.toMatch(/^([a-z]+:|\/)/i);
        const file = posix.join(posix.dirname(page), source);
        if (!file.startsWith('askpage/')) await readFile(join(out, file));
      }
    }
  });

  it('has no script, style or handler inside its pages', () => {
    for (const page of pages) {
      for (const element of of(page)) {
        expect(element.attrs.filter(({ name }) => /^(style|on.*)$/.test(name))).toEqual([]);
        expect(element.tagName).not.toBe('style');
        if (element.tagName === 'script') expect(text(element)).toBe('');
      }
    }
  });

  it('titles every page, once, and marks it in the navigation', () => {
    for (const page of pages) {
      const titles = of(page).filter(({ tagName }) => tagName === 'h1');
      expect(titles.map(text), page).toHaveLength(1);
      expect(text(titles[0]), page).not.toMatch(/^(Fastify)?$/);
      expect(text(find(page, 'title')), page).toBe(`${text(titles[0])} · Fastify docs`);
      expect(attribute(find(page, 'html'), 'lang'), page).toBe('en');
      const current = of(page).filter((element) => attribute(element, 'aria-current') === 'page');
      const extra = /^(article|strict|licence|engines|examples)\.html$/.test(page);
      expect(current, page).toHaveLength(extra ? 0 : 1);
    }
  });

  it('describes every page in a sentence or two', () => {
    for (const page of pages) {
      const meta = of(page).find((element) => attribute(element, 'name') === 'description');
      expect(attribute(meta, 'content')?.length, page).toBeGreaterThan(20);
      expect(attribute(meta, 'content')?.length, page).toBeLessThan(170);
    }
  });

  it("keeps link signs out of the headings' text", () => {
    const heading = of('Guides/Getting-Started.html').find(
      (element) => attribute(element, 'id') === 'your-first-server',
    );
    expect(text(heading)).toBe('Your first server');
  });

  it('puts askpage on every page, by relative addresses', async () => {
    for (const page of pages) {
      const root = page.includes('/') ? '../' : '';
      expect(attribute(find(page, 'script'), 'src'), page).toBe(`${root}askpage/askpage.js`);
      expect(attribute(find(page, 'ask-page'), 'hotkey'), page).toBe('mod+k');
      expect(attribute(find(page, 'ask-page'), 'index'), page).toBe(
        page === 'article.html' ? undefined : `${root}askpage-index/manifest.json`,
      );
    }
    const elsewhere = await mkdtemp(join(out, 'assets-'));
    await buildSite({ out: elsewhere, assets: 'vendor/ask' });
    const built = await readFile(join(elsewhere, 'Guides/Testing.html'), 'utf8');
    expect(built).toContain('src="../vendor/ask/askpage.js"');
  });

  it("shows Fastify's licence, and links to it from every page", async () => {
    const licence = await readFile('node_modules/fastify/LICENSE', 'utf8');
    const words = (value: string): string => value.replace(/\s+/g, ' ').trim();
    expect(words(text(find('licence.html', 'article')))).toContain(words(licence));
    for (const page of pages) {
      const links = of(page).map((element) => attribute(element, 'href') ?? '');
      expect(
        links.some((href) => href.endsWith('licence.html')),
        page,
      ).toBe(true);
    }
  });

  it('has one long plain article', () => {
    const all = of('article.html');
    const headings = all.filter(({ tagName }) => /^h[1-6]$/.test(tagName));
    const words = text(find('article.html', 'article')).split(/\s+/).length;
    expect(headings.length).toBeGreaterThan(60);
    expect(words).toBeGreaterThan(30_000);
    expect(all.some(({ tagName }) => tagName === 'nav')).toBe(false);
  });

  it('has one page under a strict policy', () => {
    const meta = of('strict.html').find(
      (element) => attribute(element, 'http-equiv') === 'Content-Security-Policy',
    );
    expect(attribute(meta, 'content')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html askpage",
    );
  });
});

function brokenLinks(page: string): string[] {
  return of(page).flatMap((element) => {
    const href = element.tagName === 'a' ? attribute(element, 'href') : undefined;
    if (href === undefined || /^[a-z]+:/i.test(href)) return [];
    const [path = '', fragment = ''] = href.split('#');
    const target = path === '' ? page : posix.join(posix.dirname(page), path);
    // Examples are built beside the site, from a folder of the same name.
    if (target.startsWith('examples/')) return existsSync(join('demo', target)) ? [] : [target];
    if (!pages.includes(target)) return [`${page} → ${href}`];
    const found = of(target).some((other) => attribute(other, 'id') === fragment);
    return fragment === '' || found ? [] : [`${page} → ${href}`];
  });
}

/** The address that a page loads by itself, if the element has one. */
function loaded(element: Element): string | undefined {
  if (element.tagName === 'link') return attribute(element, 'href');
  return attribute(element, 'src') ?? attribute(element, 'srcset') ?? attribute(element, 'poster');
}

function of(page: string): Element[] {
  return elements.get(page) ?? [];
}

function find(page: string, tagName: string): Element | undefined {
  return of(page).find((element) => element.tagName === tagName);
}

function attribute(element: Element | undefined, name: string): string | undefined {
  return element?.attrs.find((other) => other.name === name)?.value;
}

function collect(node: Node): Element[] {
  const below = 'childNodes' in node ? node.childNodes.flatMap(collect) : [];
  return 'tagName' in node ? [node, ...below] : below;
}

function text(node: Node | undefined): string {
  if (node === undefined) return '';
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(text).join('') : '';
}
