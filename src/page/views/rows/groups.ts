import { createMatcher, type Matcher } from '../../../core/highlight/matcher.ts';
import { readPlain, richRuns, wholeOf, type TextRun } from '../../../core/highlight/rich-text.ts';
import { snippetOf } from '../../../core/highlight/snippet.ts';
import { pageOf } from '../../../core/page-url.ts';
import type { Hit } from '../../../core/ports.ts';
import { Kept } from '../kept.ts';
import { linkTo, type SourceLink } from '../links.ts';

/** A place on a page. */
export interface Row {
  /** To the sentence that holds the words. */
  link: SourceLink;
  /** Above the page's first heading. */
  isPage: boolean;
  /** Headings above its own. */
  path: TextRun[];
  /** Its own heading; the page's title where it has none. */
  name: TextRun[];
  snippet: TextRun[];
}

/** The places on one page. */
export interface RowGroup {
  title: TextRun[];
  rows: Row[];
}

export interface Asked {
  query: string;
  /** The last word may be unfinished. */
  isTyped: boolean;
}

const keptGroups = (isTyped: boolean) =>
  new Kept((hits: readonly Hit[], query: string) => newGroups(hits, { query, isTyped }));

/** Drawn again for other reasons, a list is the same. */
const [typed, whole] = [keptGroups(true), keptGroups(false)];

/** Hits by page, the page of the best one first; within a page, best first. What was asked for is marked. */
export const groupHits = (hits: readonly Hit[], { query, isTyped }: Asked): RowGroup[] =>
  (isTyped ? typed : whole).of(hits, query);

function newGroups(hits: readonly Hit[], { query, isTyped }: Asked): RowGroup[] {
  const matcher = createMatcher(query, { texts: hits.flatMap(textsOf), prefix: isTyped });
  const groups = new Map<string, RowGroup>();
  for (const hit of hits) {
    const { url, title } = hit.passage.section;
    const group = groups.get(pageOf(url)) ?? { title: markedText(title, matcher), rows: [] };
    groups.set(pageOf(url), group);
    group.rows.push(rowOf(hit, matcher));
  }
  return [...groups.values()];
}

const textsOf = ({ passage: { section, text } }: Hit) => [section.title, ...section.headings, text];

function rowOf({ passage, rank }: Hit, matcher: Matcher): Row {
  const { title, headings } = passage.section;
  const { runs, sentence } = snippetOf(passage.text, matcher);
  return {
    link: linkTo(passage, { id: rank, sentence }),
    isPage: headings.length === 0,
    path: markedText(pathOf(title, headings), matcher),
    name: markedText(headings.at(-1) ?? title, matcher),
    snippet: runs,
  };
}

/** Headings above the last, without one that only says the page's title again. */
const pathOf = (title: string, headings: readonly string[]): string =>
  headings
    .slice(0, -1)
    .filter((heading, place) => heading !== (headings[place - 1] ?? title))
    .join(' › ');

function markedText(text: string, matcher: Matcher): TextRun[] {
  const line = readPlain(text);
  return richRuns(line, wholeOf(line), matcher(line.text));
}
