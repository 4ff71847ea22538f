import { describe, expect, it } from 'vitest';
import { outlineOf, scopesAt } from '../../../src/core/documents/outline.ts';
import { neighboursOf, nameOf } from '../../../src/core/documents/neighbours.ts';
import { openingsOf } from '../../../src/core/documents/openings.ts';
import { rowsIn } from '../../../src/core/documents/scope-rows.ts';
import { passagesOf } from '../../../src/core/documents/passages.ts';
import type { Section } from '../../../src/core/ports.ts';
import { fastifyDocs, SITE } from './fastify-docs.ts';

const docs = fastifyDocs();
const names = (openings: Parameters<typeof nameOf>[0][]) => openings.map(nameOf);

function site(...sections: (Partial<Section> & { url: string })[]) {
  const passages = sections.map((section) =>
    passagesOf({ title: 'A page', headings: [], text: 'Some text.', ...section }),
  );
  return outlineOf(passages.flat());
}

describe('scopes', () => {
  it('offers the page and the section that the reader is at', () => {
    expect(scopesAt(docs, `${SITE}Reference/LTS.html#schedule`)).toEqual({
      pages: docs.pages.length,
      page: { url: `${SITE}Reference/LTS.html`, title: 'Fastify' },
      section: { url: `${SITE}Reference/LTS.html#schedule`, heading: 'Schedule' },
    });
  });

  it('offers no section at an anchor that leads to none', () => {
    const offers = scopesAt(docs, `${SITE}Reference/LTS.html#no-such-place`);
    expect(offers.page).toBeDefined();
    expect(offers.section).toBeUndefined();
  });

  it('offers nothing on a page that is not searched', () => {
    const elsewhere = scopesAt(docs, 'https://docs.test/blog/today.html#news');
    expect(elsewhere).toEqual({ pages: docs.pages.length });
  });

  it('knows a page by the other addresses that hosts give it', () => {
    const paths = ['Reference/LTS', 'Reference/LTS/', 'Reference/LTS.html?from=search#schedule'];
    for (const path of paths) {
      expect(scopesAt(docs, SITE + path).page?.url).toBe(`${SITE}Reference/LTS.html`);
    }
    const two = site({ url: 'https://x.test/a?id=1' }, { url: 'https://x.test/a?id=2' });
    expect(scopesAt(two, 'https://x.test/a?id=2').page?.url).toBe('https://x.test/a?id=2');
    expect(scopesAt(two, 'https://x.test/a?id=3').page).toBeUndefined();
    const index = site({ url: 'https://x.test/guide/index.html' });
    expect(scopesAt(index, 'https://x.test/guide/').page).toBeDefined();
  });

  it('takes a page for a whole where its address names the heading of the page', () => {
    const one = site({ url: 'https://x.test/a.html#a-page' }, { url: 'https://x.test/b.html' });
    expect(scopesAt(one, 'https://x.test/a.html#a-page').section).toBeUndefined();
  });

  it('holds a section with its subsections, and none that is only called alike', () => {
    const pages = site(
      { url: 'a.html', headings: [] },
      { url: 'a.html#x', headings: ['X'] },
      { url: 'a.html#x1', headings: ['X', 'One'] },
      { url: 'a.html', headings: ['X', 'One', 'Deep'] },
      { url: 'a.html#y', headings: ['Y'] },
      { url: 'a.html#x-2', headings: ['X'] },
      { url: 'b.html#x', headings: ['X'] },
    );
    const rows = (url: string) => [...(rowsIn(pages, { kind: 'section', url }) ?? [])];
    expect(rows('a.html#x')).toEqual([1, 2, 3]);
    expect(rows('a.html#x1')).toEqual([2, 3]);
    expect(rows('a.html#x-2')).toEqual([5]);
    expect(rows('a.html#none')).toEqual([]);
    expect([...(rowsIn(pages, { kind: 'page', url: 'a.html#y' }) ?? [])]).toEqual([
      0, 1, 2, 3, 4, 5,
    ]);
    expect(rowsIn(pages, { kind: 'all' })).toBeUndefined();
  });
});

describe('neighbours', () => {
  const of = (path: string, limit = 10, except: string[] = []) =>
    neighboursOf(docs, { url: SITE + path, limit, except: except.map((each) => SITE + each) });

  it('are what comes next, what is below, what comes before, and the next page', () => {
    expect(names(of('Reference/LTS.html#security-releases-and-semver'))).toEqual([
      ...['Security Support Beyond LTS', 'Schedule', 'CI Tested Operating Systems'],
      ...['Long Term Support', 'Lifecycle'],
    ]);
    const [next, before] = of('Reference/LTS.html#schedule');
    expect(next?.url).toBe(`${SITE}Reference/LTS.html#ci-tested-operating-systems`);
    expect(before?.headings).toEqual([
      'Security Releases and Semver',
      'Security Support Beyond LTS',
    ]);
  });

  it('leave out what the reader has before them, and stay in the folder', () => {
    const shown = 'Reference/LTS.html#ci-tested-operating-systems';
    const urls = of('Reference/LTS.html#schedule', 10, [shown]).map(({ url }) => url);
    expect(urls).not.toContain(SITE + shown);
    const last = docs.pages.filter(({ url }) => url.includes('/Guides/')).at(-1);
    const after = neighboursOf(docs, { url: last?.url ?? '', limit: 50 });
    expect(after.length).toBeGreaterThan(0);
    expect(after.every(({ url }) => url.includes('/Guides/'))).toBe(true);
  });

  it('never are the section itself, twice the same, or more than asked for', () => {
    for (const page of docs.pages) {
      for (const { place } of page.sections) {
        const found = neighboursOf(docs, { url: place.url, limit: 3 });
        expect(found.length).toBeLessThanOrEqual(3);
        expect(found.map(({ url }) => url)).not.toContain(place.url);
        expect(new Set(names(found)).size).toBe(found.length);
      }
    }
  });

  it('are none of a page that is not searched', () => {
    expect(of('nowhere.html')).toEqual([]);
  });
});

describe('openings', () => {
  it('are questions first, one of each page, from all over the site', () => {
    const found = openingsOf(docs, { limit: 4 });
    expect(names(found)).toEqual([
      ...['Why Node.js v20?', 'Good news, bad news, no news?'],
      ...['How to inspect node tests', 'How to write your own type provider'],
    ]);
    const many = openingsOf(docs, { limit: 30 });
    expect(new Set(many.map(({ url }) => url.replace(/#.*/, ''))).size).toBeGreaterThan(15);
  });

  it('are of the page that the reader sees, where it is searched', () => {
    const onPage = openingsOf(docs, { limit: 3, url: `${SITE}Guides/Testing#application` });
    expect(names(onPage)).toEqual([
      ...['How to inspect node tests', 'Separating concerns makes testing easy'],
      'Benefits of using fastify.inject()',
    ]);
    const elsewhere = openingsOf(docs, { limit: 4, url: 'https://docs.test/blog.html' });
    expect(elsewhere).toEqual(openingsOf(docs, { limit: 4 }));
  });

  it('are never what says nothing by itself, unless there is nothing else', () => {
    const headings = ['Overview', 'API', 'reply.send()', 'maxParamLength', 'v4.0.0', 'Examples:'];
    const dull = headings.map((heading, place) => ({
      ...{ url: `https://x.test/a.html#${place}`, headings: [heading], lang: 'en' },
    }));
    const better = { url: 'https://x.test/a.html#z', headings: ['Custom errors'], lang: 'en' };
    expect(names(openingsOf(site(...dull, better), { limit: 5 }))).toEqual(['Custom errors']);
    expect(names(openingsOf(site(...dull), { limit: 2 }))).toEqual(['Overview', 'API']);
  });

  it('knows questions and phrases of other scripts, and keeps to a language', () => {
    const at = (anchor: string, lang: string, heading: string) => ({
      ...{ url: `https://x.test/${lang}.html#${anchor}`, headings: [heading], lang },
    });
    const pages = site(
      ...[at('a', 'ja', '概要'), at('b', 'ja', 'エラーを処理する'), at('c', 'ja', '始め方は？')],
      at('d', 'en', 'How to start'),
    );
    const url = 'https://x.test/ja.html';
    expect(names(openingsOf(pages, { limit: 3, url }))).toEqual([
      ...['始め方は？', 'エラーを処理する', '概要'],
    ]);
    expect(names(openingsOf(pages, { limit: 5, lang: 'en-GB' }))).toEqual(['How to start']);
  });

  it('holds no name twice', () => {
    const found = names(openingsOf(docs, { limit: 500 })).map((name) => name.toLowerCase());
    expect(new Set(found).size).toBe(found.length);
  });
});
