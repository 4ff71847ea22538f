import { descendants, findElement, textContent, type TreeElement, type TreeNode } from './tree.ts';

const SKIPPED = new Set([
  ...['script', 'style', 'noscript', 'template', 'link', 'meta', 'head'],
  ...['nav', 'footer', 'dialog', 'form', 'menu', 'search'],
  ...['button', 'input', 'select', 'textarea', 'label', 'progress'],
  ...['svg', 'canvas', 'iframe', 'object', 'embed', 'video', 'audio', 'img', 'picture', 'map'],
  'ask-page',
]);

const SKIPPED_ROLES = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'search',
  'menu',
  'toolbar',
  'dialog',
]);

/** Text that no reader sees is written for machines: `display: none`, or letters of no size. */
const HIDING_STYLE =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|(?:font-size|opacity)\s*:\s*0(?:\.0*)?(?:[a-z]+|%)?(?=\s*(?:[;!]|$)))/i;

/**
 * Whether a reader sees this element as content. Only the markup decides, not the computed style:
 * the same HTML must give the same passages in the browser and in Node. Owners mark further
 * elements with `data-askpage-ignore`.
 */
export function isContent(element: TreeElement): boolean {
  if (SKIPPED.has(element.name)) return false;
  if (element.attribute('data-askpage-ignore') !== undefined) return false;
  if (isHidden(element)) return false;
  return !SKIPPED_ROLES.has(element.attribute('role') ?? '');
}

function isHidden(element: TreeElement): boolean {
  const hidden = element.attribute('hidden');
  // `until-found` is hidden from view but meant to be found.
  if (hidden !== undefined && hidden !== 'until-found') return true;
  if (element.attribute('aria-hidden') === 'true') return true;
  return HIDING_STYLE.test(element.attribute('style') ?? '');
}

/** A place where a caller on the main thread may pause. */
export type Pause = null;

/** Elements looked at between two places to pause. */
const STRIDE = 200;

/**
 * The element that holds what the page is about: the only article of `<main>`, else `<main>`, else
 * the only article, else the body. A page header outside of these is left out by `isPageHeader`.
 */
export function* findMainContent(document: TreeElement): Generator<Pause, TreeElement> {
  const body = findElement(document, ({ name }) => name === 'body') ?? document;
  const main = findContent(
    body,
    (element) => element.name === 'main' || element.attribute('role') === 'main',
  );
  const scope = main ?? body;
  const found: Survey = { articles: [], elements: 0, letters: 0, inArticle: 0, hasHeading: false };
  yield* survey(scope, found, false);
  const [article, second] = found.articles;
  if (!article || second || !isContent(article)) return scope;
  const covers = found.inArticle * 2 > found.letters;
  return covers && (!main || found.hasHeading) ? article : scope;
}

interface Survey {
  articles: TreeElement[];
  elements: number;
  /** Characters of text, and how many of them stand in the first article. */
  letters: number;
  inArticle: number;
  /** Whether the first article has a heading. */
  hasHeading: boolean;
}

function* survey(element: TreeElement, found: Survey, inside: boolean): Generator<Pause> {
  for (const child of element.children()) {
    // With two articles neither is the content, and nothing more has to be known.
    if (found.articles.length > 1) return;
    if (child.kind === 'text') {
      found.letters += child.text.length;
      if (inside) found.inArticle += child.text.length;
      continue;
    }
    if (++found.elements % STRIDE === 0) yield null;
    if (child.name === 'article') found.articles.push(child);
    if (inside && /^h[1-6]$/.test(child.name)) found.hasHeading = true;
    yield* survey(child, found, inside || child.name === 'article');
  }
}

/** The first element below `root` that matches and is seen by a reader. */
export function findContent(
  root: TreeElement,
  matches: (element: TreeElement) => boolean,
): TreeElement | undefined {
  for (const child of root.children()) {
    if (child.kind !== 'element' || !isContent(child)) continue;
    const found = matches(child) ? child : findContent(child, matches);
    if (found) return found;
  }
  return undefined;
}

/** In a page without `<main>` or `<article>`, the site's own head is not content. */
export function isPageHeader(element: TreeElement, root: TreeElement): boolean {
  return element.name === 'header' && root.name === 'body';
}

/** The text below `node` as it stands in the source, without what `isContent` leaves out. */
export function contentText(node: TreeNode): string {
  if (node.kind === 'text') return node.text;
  let text = '';
  for (const child of node.children()) {
    if (child.kind === 'text' || isContent(child)) text += contentText(child);
  }
  return text;
}

/** The `#` or `¶` beside a heading that links to the heading itself. */
export function isAnchorMark(element: TreeElement): boolean {
  if (element.name !== 'a' || !element.attribute('href')?.includes('#')) return false;
  return !/[\p{L}\p{N}]/u.test(textContent(element));
}

/**
 * Whether a list is the page's own table of contents: nothing but links to places on the page. Its
 * words are the headings' words, so it would be found instead of what it points at.
 */
export function isTableOfContents(list: TreeElement): boolean {
  const links = [...descendants(list)].filter(({ name }) => name === 'a');
  if (links.length < 3) return false;
  if (!links.every((link) => link.attribute('href')?.startsWith('#'))) return false;
  const linked = links.reduce((sum, link) => sum + letters(link), 0);
  return linked >= 0.9 * letters(list);
}

const letters = (node: TreeNode) => contentText(node).replace(/[^\p{L}\p{N}]/gu, '').length;
