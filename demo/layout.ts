import type { Document, Group } from './documents.ts';
import { escapeHtml } from './html.ts';
import { relativeHref } from './links.ts';
import type { Heading } from './outline.ts';

/** What every page of one build shares. */
export interface Site {
  documents: readonly Document[];
  /** Version of Fastify that the text describes. */
  version: string;
  /** Folder of the script below the site's root. */
  assets: string;
}

export interface Page {
  /** Path below the site's root. */
  path: string;
  title: string;
  description: string;
  /** The article's HTML. */
  body: string;
  headings: readonly Heading[];
  /** A content security policy that the page carries itself. */
  policy?: string;
  /** A script of the page's own: its path below the site's root. */
  script?: string;
}

/** A page in the site's layout. */
export function renderPage(page: Page, site: Site): string {
  return `${renderHead(page)}
<body>
<a class="skip" href="#page-content">Skip to content</a>
${header(page, site)}
<div class="layout">
${navigation(page, site)}
${contents(page.headings)}
<main id="page-content">
<article>
${page.body}
</article>
${neighbours(page, site)}
</main>
</div>
${footer(page)}
${renderWidget(page, { assets: site.assets, index: true })}${ownScript(page)}
</body>
</html>
`;
}

/** Everything up to the body. */
export function renderHead({ path, title, description, policy }: Page): string {
  const meta = policy
    ? `\n<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">${meta}
<title>${escapeHtml(title)} · Fastify docs</title>
<meta name="description" content="${escapeHtml(description)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${relativeHref(path, 'favicon.svg')}">
<link rel="stylesheet" href="${relativeHref(path, 'style.css')}">
</head>`;
}

/** The two lines that put askpage on a page. */
export function renderWidget(
  { path }: Pick<Page, 'path'>,
  { assets, index }: { assets: string; index: boolean },
): string {
  const script = escapeHtml(relativeHref(path, `${assets}/askpage.js`));
  const manifest = relativeHref(path, 'askpage-index/manifest.json');
  return `<script type="module" src="${script}"></script>
<ask-page hotkey="mod+k"${index ? ` index="${manifest}"` : ''}></ask-page>`;
}

function ownScript({ path, script }: Page): string {
  if (script === undefined) return '';
  return `\n<script type="module" src="${relativeHref(path, script)}"></script>`;
}

function header({ path }: Page, { version }: Site): string {
  const link = (to: string, text: string): string =>
    `<a href="${relativeHref(path, to)}">${text}</a>`;
  return `<header class="site">
<a class="name" href="${relativeHref(path, 'index.html')}">Fastify docs</a>
<span class="version">${escapeHtml(version)}</span>
<nav aria-label="Site">
${link('Guides/Index.html', 'Guides')}
${link('Reference/Index.html', 'Reference')}
</nav>
</header>`;
}

// On a narrow screen the disclosure shows or hides the element after it, by CSS. The list itself
// stands outside, because a closed <details> can't be shown open on a wide screen everywhere.
function navigation(page: Page, { documents }: Site): string {
  const current = documents.find((document) => document.page === page.path);
  const groups = (['Guides', 'Reference'] as const).map((group) => {
    const open = current?.group === undefined || current.group === group;
    const members = documents.filter((document) => document.group === group);
    return navigationGroup({ group, open, members, path: page.path });
  });
  return `<details class="toggle"><summary>Menu</summary></details>
<nav class="sidebar" aria-label="Documentation">
<ul>
${documents
  .filter(({ group }) => group === undefined)
  .map((document) => navigationItem(document, page.path))
  .join('\n')}
</ul>
${groups.join('\n')}
</nav>`;
}

function navigationGroup(options: {
  group: Group;
  open: boolean;
  members: readonly Document[];
  path: string;
}): string {
  const items = options.members.map((document) => navigationItem(document, options.path));
  return `<details${options.open ? ' open' : ''}>
<summary>${options.group}</summary>
<ul>
${items.join('\n')}
</ul>
</details>`;
}

function navigationItem(document: Document, path: string): string {
  const current = document.page === path ? ' aria-current="page"' : '';
  const href = relativeHref(path, document.page);
  return `<li><a href="${href}"${current}>${escapeHtml(document.label)}</a></li>`;
}

function contents(headings: readonly Heading[]): string {
  const entries = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (entries.length < 2) return '';
  const items = entries.map(
    ({ id, depth, text }) =>
      `<li class="level-${depth}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  );
  return `<details class="toggle"><summary>On this page</summary></details>
<aside class="contents">
<nav aria-label="On this page">
<p>On this page</p>
<ul>
${items.join('\n')}
</ul>
</nav>
</aside>`;
}

function neighbours({ path }: Page, { documents }: Site): string {
  const position = documents.findIndex((document) => document.page === path);
  if (position < 0) return '';
  const link = (document: Document | undefined, rel: 'prev' | 'next'): string => {
    if (document === undefined) return '';
    const word = rel === 'prev' ? 'Previous' : 'Next';
    const href = relativeHref(path, document.page);
    return `<a rel="${rel}" href="${href}"><span>${word}</span> ${escapeHtml(document.label)}</a>`;
  };
  return `<nav class="neighbours" aria-label="Previous and next page">
${link(documents[position - 1], 'prev')}
${link(documents[position + 1], 'next')}
</nav>`;
}

function footer({ path }: Page): string {
  return `<footer class="site">
<p><a href="${relativeHref(path, 'licence.html')}">Text: the Fastify documentation, MIT licence</a></p>
<p>A demonstration of askpage, not a site of the Fastify project. See also
<a href="${relativeHref(path, 'article.html')}">the reference on one page</a>,
<a href="${relativeHref(path, 'strict.html')}">a page under a strict policy</a>,
<a href="${relativeHref(path, 'engines.html')}">language models on your device</a> and
<a href="${relativeHref(path, 'examples.html')}">the widget in other sites</a>.</p>
</footer>`;
}
