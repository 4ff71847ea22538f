import { pageOf } from '../page-url.ts';
import type { Section } from '../ports.ts';
import { headingText, readBlocks, type Block } from './blocks.ts';
import { findContent, findMainContent, type Pause } from './content.ts';
import { collapseSpace, descendants, findElement, textContent, type TreeElement } from './tree.ts';

interface OpenSection {
  headings: { level: number; text: string }[];
  anchor: string | undefined;
  blocks: string[];
}

/**
 * The sections of one HTML page, in order. Yields `null` after every block, so that a caller can
 * hand the thread back in the middle of a long page. A page without text yields no section; one
 * without headings yields one section.
 *
 * @param document The `html` element.
 * @param url The page's address; each section's anchor is appended.
 * @param title Used where the page names none. Default: the last part of its address.
 */
export function* sectionsOf(
  document: TreeElement,
  url: string,
  title?: string,
): Generator<Section | Pause> {
  const content = yield* findMainContent(document);
  const page = describePage(document, titleIn(document, content) || (title ?? fileName(url)));
  yield null;
  const pageUrl = pageOf(url);
  let open: OpenSection = { headings: [], anchor: undefined, blocks: [] };

  const close = (): Section | Pause => {
    const text = open.blocks.join('\n\n');
    if (!text) return null;
    const headings = open.headings.map((heading) => heading.text);
    // The page's own heading says the same as its title.
    if (headings[0] === page.title) headings.shift();
    return { ...page, url: pageUrl + (open.anchor ? `#${open.anchor}` : ''), headings, text };
  };

  for (const block of readBlocks(content)) {
    if (block.kind === 'text') {
      open.blocks.push(block.text);
      yield null;
    } else if (block.text) {
      yield close();
      open = openSection(open, block);
    }
  }
  yield close();
}

/** A heading longer than this is a paragraph in disguise; in full it would crowd out the text. */
const MAX_HEADING = 120;

function clip(heading: string): string {
  if (heading.length <= MAX_HEADING) return heading;
  // Not in the middle of a character outside the basic plane.
  const start = heading.slice(0, MAX_HEADING).replace(/[\ud800-\udbff]$/, '');
  return `${start.trimEnd()}…`;
}

function openSection(previous: OpenSection, block: Block & { kind: 'heading' }): OpenSection {
  const above = previous.headings.filter(({ level }) => level < block.level);
  return {
    headings: [...above, { level: block.level, text: clip(block.text) }],
    anchor: block.anchor,
    blocks: [],
  };
}

type Page = Pick<Section, 'title' | 'lang' | 'date' | 'version'>;

function describePage(document: TreeElement, title: string): Page {
  const meta = readMeta(document);
  const lang = document.attribute('lang');
  const date = meta.get('article:modified_time') ?? meta.get('date') ?? meta.get('last-modified');
  const version = meta.get('docsearch:version') ?? meta.get('version');
  return {
    title: clip(title),
    ...(lang && { lang }),
    ...(date && { date }),
    ...(version && { version }),
  };
}

function titleIn(document: TreeElement, content: TreeElement): string {
  const heading = findContent(content, ({ name }) => name === 'h1');
  const title = findElement(document, ({ name }) => name === 'title');
  return (heading && headingText(heading)) || (title ? collapseSpace(textContent(title)) : '');
}

const fileName = (url: string): string =>
  /([^/?#]+?)(?:\.(?:html?|mdx?))?\/?(?:[?#].*)?$/.exec(url)?.[1] ?? url;

function readMeta(document: TreeElement): Map<string, string> {
  const values = new Map<string, string>();
  const head = findElement(document, ({ name }) => name === 'head');
  for (const element of head ? descendants(head) : []) {
    if (element.name !== 'meta') continue;
    const name = element.attribute('name') ?? element.attribute('property');
    const content = element.attribute('content');
    if (name && content) values.set(name.toLowerCase(), content);
  }
  return values;
}

/** All sections at once, for callers that need not pause. */
export function readSections(document: TreeElement, url: string, title?: string): Section[] {
  return [...sectionsOf(document, url, title)].filter((section) => section !== null);
}
