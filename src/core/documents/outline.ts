import { decoded, pageOf } from '../page-url.ts';
import type { Passage } from '../ports.ts';
import type { ScopeOffers } from '../scope.ts';

/** One section of a page, with the rows of its passages, from `first` up to `end`. */
export interface OutlineSection {
  place: Passage['section'];
  first: number;
  end: number;
}

/** The sections of one page that hold text, in their order. */
export interface OutlinePage {
  /** Address without an anchor. */
  url: string;
  sections: OutlineSection[];
}

/** The pages of a site and their sections, in the order of the passages. */
export interface Outline {
  pages: readonly OutlinePage[];
  /** The page at an address, whatever its anchor. */
  find: (url: string) => OutlinePage | undefined;
}

export function outlineOf(passages: readonly Passage[]): Outline {
  const pages = new Map<string, OutlinePage>();
  let last: OutlineSection | undefined;
  for (const [row, { section: place }] of passages.entries()) {
    if (last?.place === place) {
      last.end = row + 1;
      continue;
    }
    last = { place, first: row, end: row + 1 };
    const url = pageOf(place.url);
    const page = pages.get(url) ?? { url, sections: [] };
    page.sections.push(last);
    pages.set(url, page);
  }
  const find = createFinder(pages);
  return { pages: [...pages.values()], find };
}

/**
 * Hosts show one file under several addresses. The very address goes first; then a query, a last
 * `index.html`, the ending and a last slash don't count, unless that could mean several pages.
 */
function createFinder(pages: ReadonlyMap<string, OutlinePage>): Outline['find'] {
  const byLooseUrl = new Map<string, OutlinePage | undefined>();
  for (const page of pages.values()) {
    const key = looseUrl(page.url);
    byLooseUrl.set(key, byLooseUrl.has(key) ? undefined : page);
  }
  return (url) => pages.get(pageOf(url)) ?? byLooseUrl.get(looseUrl(pageOf(url)));
}

const looseUrl = (url: string): string =>
  decoded(url)
    .replace(/\?.*$/, '')
    .replace(/(?:\/index)?\.html?$|\/index\.mdx?$|\.mdx?$/i, '')
    .replace(/\/$/, '');

/** The section that an address's anchor leads to. */
export function sectionAt(page: OutlinePage, url: string): OutlineSection | undefined {
  const anchor = anchorOf(url);
  if (!anchor) return undefined;
  return page.sections.find(({ place }) => anchorOf(place.url) === anchor);
}

const anchorOf = (url: string): string => decoded(/#(.*)$/.exec(url)?.[1] ?? '');

/** A section and those below it: what follows on its page with the same headings above. */
export function withSubsections(page: OutlinePage, top: OutlineSection): OutlineSection[] {
  const start = page.sections.indexOf(top);
  const { headings } = top.place;
  const isBelow = ({ place }: OutlineSection) =>
    place.headings.length > headings.length &&
    headings.every((heading, level) => place.headings[level] === heading);
  const rest = page.sections.slice(start + 1);
  const end = rest.findIndex((section) => !isBelow(section));
  return [top, ...(end < 0 ? rest : rest.slice(0, end))];
}

/** Scopes at an address. A section without headings is the page's beginning, which is no scope of its own. */
export function scopesAt({ pages, find }: Outline, url: string): ScopeOffers {
  const page = find(url);
  const [first] = page?.sections ?? [];
  if (!page || !first) return { pages: pages.length };
  const place = sectionAt(page, url)?.place;
  const heading = place?.headings.at(-1);
  return {
    pages: pages.length,
    page: { url: page.url, title: first.place.title },
    ...(place && heading !== undefined && { section: { url: place.url, heading } }),
  };
}
