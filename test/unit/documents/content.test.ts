import { describe, expect, it } from 'vitest';
import { body, sectionsOf, textOf } from './read.ts';

describe('what a page is about', () => {
  it('is the main element, without what stands beside it', () => {
    const html = `<body><header>Acme</header><nav>Menu</nav><div>Advert</div>
      <main><p>The port is 3000.</p></main><footer>© Acme</footer></body>`;
    expect(textOf(html)).toBe('The port is 3000.');
    expect(textOf(html.replace('<main>', '<div role="main">').replace('</main>', '</div>'))).toBe(
      'The port is 3000.',
    );
  });

  it('is the only article inside main, where it is most of it and has a heading', () => {
    const article = '<article><h1>Ports</h1><p>The port is 3000 unless you set it.</p></article>';
    expect(textOf(`<main><p>Was this helpful?</p>${article}</main>`)).toBe(
      'The port is 3000 unless you set it.',
    );
    const card = '<article><h2>See also</h2></article>';
    expect(textOf(`<main><p>The port is 3000 unless you set it.</p>${card}</main>`)).toBe(
      'The port is 3000 unless you set it.',
    );
  });

  it('is the only article of a page without main', () => {
    const html = `<body><div>Sidebar</div><article><p>The port is 3000.</p></article></body>`;
    expect(textOf(html)).toBe('The port is 3000.');
  });

  it('is the whole main where it holds several articles', () => {
    const html = '<main><article><p>One.</p></article><article><p>Two.</p></article></main>';
    expect(textOf(html)).toBe('One.\n\nTwo.');
  });

  it('is the body of a plain page, without the head of the site', () => {
    const html = '<body><header><h2>Acme</h2></header><h1>Ports</h1><p>The port is 3000.</p>';
    expect(textOf(html)).toBe('The port is 3000.');
    expect(sectionsOf(html)).toHaveLength(1);
  });

  it("keeps the articles' own heads where there is no main", () => {
    const post = (name: string) =>
      `<article><header><h2 id="${name}">${name}</h2></header><p>About ${name}.</p></article>`;
    const html = `<body><header>Acme</header>${post('ports')}${post('hosts')}</body>`;
    expect(sectionsOf(html).map(({ headings }) => headings)).toEqual([['ports'], ['hosts']]);
  });

  it('does not take a hidden main for it', () => {
    const html = '<body><main hidden><p>Old.</p></main><p>The port is 3000.</p></body>';
    expect(textOf(html)).toBe('The port is 3000.');
  });
});

describe('what a reader does not see as content', () => {
  const left = 'Left out.';
  it.each([
    `<nav>${left}</nav>`,
    `<footer>${left}</footer>`,
    `<script>"${left}"</script>`,
    `<style>/* ${left} */</style>`,
    `<noscript>${left}</noscript>`,
    `<template>${left}</template>`,
    `<form><p>${left}</p></form>`,
    `<button>${left}</button>`,
    `<select><option>${left}</option></select>`,
    `<textarea>${left}</textarea>`,
    `<dialog open>${left}</dialog>`,
    `<svg><title>${left}</title></svg>`,
    `<iframe>${left}</iframe>`,
    `<ask-page>${left}</ask-page>`,
    `<!-- ${left} -->`,
    `<div data-askpage-ignore>${left}</div>`,
    `<p hidden>${left}</p>`,
    `<p aria-hidden="true">${left}</p>`,
    `<p style="color:red; display: none">${left}</p>`,
    `<p style="VISIBILITY:hidden">${left}</p>`,
    `<p style="color:#fff;font-size:0">${left}</p>`,
    `<p style="font-size: 0.0px !important">${left}</p>`,
    `<p style="opacity:0;">${left}</p>`,
    `<div role="navigation">${left}</div>`,
    `<div role="search">${left}</div>`,
    `<div role="dialog">${left}</div>`,
    `<p>Before. <span hidden>${left}</span></p>`,
    `<ul><li data-askpage-ignore>${left}</li><li>Item</li></ul>`,
    `<table><tr hidden><td>${left}</td></tr><tr><td>Cell</td></tr></table>`,
    `<pre><code>code<span class="copy" aria-hidden="true">${left}</span></code></pre>`,
  ])('%s', (html) => {
    const text = body(`<p>First.</p>${html}<p>Last.</p>`);
    expect(text).not.toContain(left);
    expect(text).toMatch(/^First\.[\s\S]*Last\.$/);
  });

  it.each([
    '<p hidden="until-found">Kept.</p>',
    '<p aria-hidden="false">Kept.</p>',
    '<p style="font-size:0.9em;opacity:0.5">Kept.</p>',
    '<p style="--my-font-size:0">Kept.</p>',
    '<p style="display:block">Kept.</p>',
    '<details><summary>More</summary>Kept.</details>',
    '<aside>Kept.</aside>',
    '<my-note>Kept.</my-note>',
    '<blockquote><p>Kept.</p></blockquote>',
    '<figure><img alt=""><figcaption>Kept.</figcaption></figure>',
    '<table><caption>Kept.</caption><tr><td>Cell</td></tr></table>',
  ])('but sees %s', (html) => expect(body(html)).toContain('Kept.'));
});

describe('tables of contents', () => {
  const links = (...names: string[]) =>
    names.map((name) => `<li><a href="#${name}">${name}</a></li>`).join('');

  it('are left out: their words are the headings’ words', () => {
    expect(body(`<p>Text.</p><ul>${links('Install', 'Configure', 'Deploy')}</ul>`)).toBe('Text.');
    const nested = `<ul><li><a href="#a">Aaa</a><ul>${links('bbb', 'ccc')}</ul></li></ul>`;
    expect(body(`<p>Text.</p>${nested}`)).toBe('Text.');
  });

  it('but not lists with text beside the links, with links elsewhere, or short ones', () => {
    const explained = links('Install', 'Configure', 'Deploy').replaceAll(
      '</a>',
      '</a>: what to do first',
    );
    expect(body(`<ul>${explained}</ul>`)).toContain('what to do first');
    const elsewhere = links('Install', 'Configure', 'Deploy').replaceAll('"#', '"other.html#');
    expect(body(`<ul>${elsewhere}</ul>`)).toContain('Install');
    expect(body(`<ul>${links('Install', 'Configure')}</ul>`)).toContain('Install');
  });
});
