import { pageOf } from '../page-url.ts';
import type { Passage } from '../ports.ts';
import {
  sectionAt,
  withSubsections,
  type Outline,
  type OutlinePage,
  type OutlineSection,
} from './outline.ts';

/** A place on the site that a reader could be sent to, or could ask about. */
export interface Opening {
  /** The page's title. */
  title: string;
  /** Headings from the page's top level down to its own; empty for a page's beginning. */
  headings: string[];
  url: string;
}

export interface NeighbourQuery {
  /** Address of the section that answered. */
  url: string;
  /** How many at most. */
  limit: number;
  /** Addresses of sections that the reader has before them already. */
  except?: readonly string[] | undefined;
}

/**
 * What stands beside a section and below it: what comes next on its page, its subsections (the upper
 * ones first), what comes before, and the beginning of the next page in the same folder and language, in this order.
 */
export function neighboursOf(outline: Outline, query: NeighbourQuery): Opening[] {
  const { url, limit, except = [] } = query;
  const page = outline.find(url);
  const section = page && (sectionAt(page, url) ?? page.sections[0]);
  if (!section) return [];
  const shown = new Set([section.place.url, ...except]);
  return distinct(
    [...beside(page, section), ...nextPage(outline, page)].map(openingOf),
    ({ url: own }) => !shown.has(own),
  ).slice(0, limit);
}

function beside(page: OutlinePage, section: OutlineSection): OutlineSection[] {
  const { sections } = page;
  const [, ...all] = withSubsections(page, section);
  const below = all.sort((one, other) => depthOf(one) - depthOf(other));
  const at = sections.indexOf(section);
  // Where it is the page's beginning, all else is below it.
  const next = sections[at + 1 + below.length];
  const before = sections.slice(0, at).findLast((each) => depthOf(each) <= depthOf(section));
  return [next, ...below, before].filter((each) => each !== undefined);
}

const depthOf = ({ place }: OutlineSection): number => place.headings.length;

function nextPage({ pages }: Outline, page: OutlinePage): OutlineSection[] {
  const lang = page.sections[0]?.place.lang;
  const next = pages
    .slice(pages.indexOf(page) + 1)
    .find(
      ({ url, sections: [first] }) => isSameFolder(url, page.url) && first?.place.lang === lang,
    );
  return next?.sections.slice(0, 1) ?? [];
}

const isSameFolder = (one: string, other: string): boolean => folderOf(one) === folderOf(other);

const folderOf = (url: string): string =>
  pageOf(url)
    .replace(/\?.*$/, '')
    .replace(/[^/]*$/, '');

export const openingOf = ({ place }: { place: Passage['section'] }): Opening => ({
  title: place.title,
  headings: place.headings,
  url: place.url,
});

/** Those that `accepts` lets through, without a second one of the same name or address. */
export function distinct(
  openings: readonly Opening[],
  accepts: (opening: Opening) => boolean = () => true,
): Opening[] {
  const seen = new Set<string>();
  return openings.filter((opening) => {
    const names = [opening.url, nameOf(opening).toLowerCase()];
    if (!accepts(opening) || names.some((name) => seen.has(name))) return false;
    for (const name of names) seen.add(name);
    return true;
  });
}

/** What a reader knows it by: its own heading, or the page's title. */
export const nameOf = ({ title, headings }: Opening): string => headings.at(-1) ?? title;
