import { decoded } from '../../core/page-url.ts';
import type { Section } from '../../core/ports.ts';
import type { Corpus } from './corpus.ts';
import type { EvalQuestion, Gold } from './question.ts';

/** What is right for a question, in the corpus' own addresses. */
export interface ResolvedGold {
  /** Gain by page. */
  pages: ReadonlyMap<string, number>;
  /** One for each gold entry; a hit in any of its sections is right. */
  sections: readonly { urls: ReadonlySet<string>; grade: number }[];
  /** Entries that name no page of the corpus. */
  unknownPages: string[];
  /** Entries whose page is there and whose anchor isn't: no section is right by them. */
  unknownSections: string[];
}

/** Finds gold in one corpus. */
export type GoldResolver = (question: EvalQuestion) => ResolvedGold;

/**
 * Gold names pages as the corpus does, or by the part of the address that people write: without
 * slashes at the ends, `index` and the file's extension. An anchor stands for its section and those
 * below it. Generators make anchors by different rules (`server.host` is `serverhost` on GitHub and
 * `server-host` in VitePress), so where none is equal, letters and digits decide.
 */
export function createGoldResolver({ pages }: Corpus): GoldResolver {
  const byShortName = new Map([...pages.keys()].reverse().map((page) => [shortName(page), page]));
  return (question) => {
    const unknownPages: string[] = [];
    const unknownSections: string[] = [];
    const found = question.gold.flatMap((gold) => {
      const page = pages.has(gold.page) ? gold.page : byShortName.get(shortName(gold.page));
      if (page !== undefined) return [{ gold, page }];
      unknownPages.push(written(gold));
      return [];
    });
    const sections = found.map(({ gold, page }) => {
      const urls = sectionsAt(pages.get(page) ?? [], gold.anchor);
      if (urls.size === 0) unknownSections.push(written(gold));
      return { urls, grade: gold.grade };
    });
    const grades = new Map<string, number>();
    for (const { gold, page } of found)
      grades.set(page, Math.max(gold.grade, grades.get(page) ?? 0));
    return { pages: grades, sections, unknownPages, unknownSections };
  };
}

const written = ({ page, anchor }: Gold) => (anchor === undefined ? page : `${page}#${anchor}`);

function shortName(page: string): string {
  return decoded(page)
    .replace(/\.(?:html?|mdx?)$/i, '')
    .replace(/^\/+|\/+$/g, '')
    .replace(/(?:^|\/)index$/i, '');
}

function sectionsAt(sections: readonly Section[], anchor: string | undefined): Set<string> {
  if (anchor === undefined) return new Set(sections.map(({ url }) => url));
  const key = anchorKey(anchor);
  const exact = sections.findIndex(({ url }) => decoded(anchorOf(url)) === decoded(anchor));
  const start =
    exact >= 0 ? exact : sections.findIndex(({ url }) => anchorKey(anchorOf(url)) === key);
  const first = sections[start];
  if (first) return new Set([first.url, ...below(sections.slice(start + 1), first.headings)]);
  return belowHeading(sections, key);
}

/** The section's own subsections: those that follow with its path before theirs. */
function below(following: readonly Section[], path: readonly string[]): string[] {
  const isWithin = ({ headings }: Section) =>
    headings.length > path.length && path.every((heading, level) => headings[level] === heading);
  const end = following.findIndex((section) => !isWithin(section));
  return following.slice(0, end < 0 ? undefined : end).map(({ url }) => url);
}

/** A heading without text of its own makes no section; it is known from the paths of those below it. */
function belowHeading(sections: readonly Section[], key: string): Set<string> {
  const isBelow = ({ headings }: Section) =>
    headings.slice(0, -1).some((each) => anchorKey(each) === key);
  const start = sections.findIndex(isBelow);
  if (start < 0 || key === '') return new Set();
  const run = sections.slice(start);
  const end = run.findIndex((section) => !isBelow(section));
  return new Set(run.slice(0, end < 0 ? undefined : end).map(({ url }) => url));
}

const anchorOf = (url: string) => /#(.*)$/.exec(url)?.[1] ?? '';

/** Letters and digits of an anchor, without marks. */
const anchorKey = (anchor: string) =>
  decoded(anchor)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
