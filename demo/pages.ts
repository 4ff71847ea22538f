import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FASTIFY, type Document } from './documents.ts';
import { escapeHtml } from './html.ts';
import { renderHead, renderWidget, type Page, type Site } from './layout.ts';
import { relativeHref, resolveLink } from './links.ts';
import { renderMarkdown } from './markdown.ts';
import { readOutline } from './outline.ts';

/** The policy of `strict.html`. */
export const STRICT_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; " +
  "connect-src 'self'; style-src 'self'; img-src 'self'; " +
  "require-trusted-types-for 'script'; trusted-types lit-html askpage";

/** Gives the site's address of a picture that a document shows, or undefined. */
export type ImageFinder = (src: string, from: Document) => string | undefined;

// The front page alone says what this site is for; it is no part of Fastify's text.
const WELCOME = `<aside class="note" data-askpage-ignore>
<p><strong>Ask this site.</strong> Press <kbd>Ctrl</kbd>&thinsp;<kbd>K</kbd> or
<kbd>⌘</kbd>&thinsp;<kbd>K</kbd> on any page and put a question in your own words. It is answered
on your device, with links to the passages.</p>
</aside>
`;

/** The page of one document. */
export function documentPage(
  document: Document,
  documents: ReadonlyMap<string, Document>,
  findImage: ImageFinder,
): Page {
  const body = renderMarkdown({
    outline: document.outline,
    href: (href) => {
      const target = resolveLink(href, document, documents);
      if (target.kind === 'external') return target.url;
      if (target.kind === 'missing') return undefined;
      const fragment = target.fragment === '' ? '' : `#${target.fragment}`;
      if (target.document === document && fragment !== '') return fragment;
      return relativeHref(document.page, target.document.page) + fragment;
    },
    image: (src) => {
      const image = findImage(src, document);
      return image === undefined ? undefined : relativeHref(document.page, image);
    },
    id: (id) => id,
    shift: 0,
    plain: false,
  });
  return {
    path: document.page,
    title: document.outline.title,
    description: document.outline.summary,
    body: document.group === undefined ? body.replace('</h1>', `</h1>\n${WELCOME}`) : body,
    headings: [...document.outline.headings.values()],
  };
}

/** The page under a strict policy. */
export async function strictPage(): Promise<Page> {
  const source = await readFile(new URL('strict.md', import.meta.url), 'utf8');
  const outline = readOutline(
    source.replace('{policy}', STRICT_POLICY.replaceAll('; ', ';\n')),
    '',
  );
  const body = renderMarkdown({
    outline,
    href: (href) => href,
    image: () => undefined,
    id: (id) => id,
    shift: 0,
    plain: false,
  });
  return {
    path: 'strict.html',
    title: outline.title,
    description: outline.summary,
    body,
    headings: [...outline.headings.values()],
    policy: STRICT_POLICY,
  };
}

/** The page with Fastify's licence. */
export async function licencePage(): Promise<Page> {
  const licence = await readFile(join(FASTIFY, 'LICENSE'), 'utf8');
  const paragraphs = licence.trim().split(/\n{2,}/);
  return {
    path: 'licence.html',
    title: 'Licence',
    description:
      'The licence of the Fastify documentation, from which the text of this site is taken.',
    body: `<h1>Licence</h1>
<p>The text of this site is the documentation of
<a href="https://github.com/fastify/fastify" rel="noopener noreferrer">Fastify</a>, used under this licence:</p>
<blockquote>
${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
</blockquote>`,
    headings: [],
  };
}

/** The whole reference as one long page of plain HTML, which has no prebuilt index. */
export function renderArticle(
  site: Site,
  documents: ReadonlyMap<string, Document>,
  findImage: ImageFinder,
): string {
  const chapters = site.documents.filter(isChapter);
  const body = chapters.map((chapter) => renderChapter(chapter, documents, findImage));
  const page: Page = {
    path: 'article.html',
    title: 'The Fastify reference on one page',
    description: 'Every chapter of the Fastify reference, one after another, as plain HTML.',
    body: body.join('\n'),
    headings: [],
  };
  return `${renderHead(page)}
<body class="plain">
<main>
<article>
<h1>${page.title}</h1>
<p>Every chapter of the reference, one after another. The same text, page by page, is in
<a href="index.html">the documentation</a>. It is the Fastify team's, under the
<a href="licence.html">MIT licence</a>.</p>
${page.body}
</article>
</main>
${renderWidget(page, { assets: site.assets, index: false })}
</body>
</html>
`;
}

function renderChapter(
  chapter: Document,
  documents: ReadonlyMap<string, Document>,
  findImage: ImageFinder,
): string {
  return renderMarkdown({
    outline: chapter.outline,
    href: (href) => {
      const target = resolveLink(href, chapter, documents);
      if (target.kind === 'external') return target.url;
      if (target.kind === 'missing') return undefined;
      const { document, fragment } = target;
      if (isChapter(document)) return `#${articleId(document, fragment)}`;
      return document.page + (fragment === '' ? '' : `#${fragment}`);
    },
    image: (src) => findImage(src, chapter),
    id: (id) => articleId(chapter, id),
    shift: 1,
    plain: true,
  });
}

function isChapter({ group, path }: Document): boolean {
  return group === 'Reference' && path !== 'Reference/Index.md';
}

/** Chapters use the same ids; no chapter's name has two hyphens, so these stay apart. */
function articleId({ path, outline }: Document, id: string): string {
  const chapter = path.replace(/^.*\/|\.md$/g, '').toLowerCase();
  const title = [...outline.headings.values()].find(({ depth }) => depth === 1);
  return id === '' || id === title?.id ? chapter : `${chapter}--${id}`;
}
