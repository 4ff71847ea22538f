import { primaryTag } from '../language-tag.ts';
import { pageOf } from '../page-url.ts';
import { distinct, nameOf, openingOf, type Opening } from './neighbours.ts';
import type { Outline, OutlinePage } from './outline.ts';

export interface OpeningQuery {
  /** Address of the page that the reader sees; where it is not on the site, all pages are taken from. */
  url?: string | undefined;
  limit: number;
  /** BCP 47 tag; pages in another language are left out. Default: none are. */
  lang?: string | undefined;
}

/**
 * Headings that make good questions to begin with: of the page that the reader sees, else spread over
 * the site. Headings that are questions come first, then phrases, then single words; what stands on any
 * page ("Overview") or is code only where there is nothing else.
 */
export function openingsOf(outline: Outline, { url, limit, lang }: OpeningQuery): Opening[] {
  const page = url === undefined ? undefined : outline.find(url);
  const pages = page ? [page] : outline.pages.filter((each) => isInLanguage(each, lang));
  const candidates = distinct(pages.flatMap(({ sections }) => sections.map(openingOf)));
  const ranks: Opening[][] = Array.from({ length: WORST + 1 }, () => []);
  for (const opening of candidates) ranks[rankOf(nameOf(opening))]?.push(opening);
  const options = { limit, isOnePage: page !== undefined };
  const taken = takeFrom(ranks.slice(0, WORST), options);
  return taken.length > 0 ? taken : takeFrom(ranks.slice(WORST), options);
}

/** From the best kind as many as there is room for, evenly spread; then from the next. */
function takeFrom(
  kinds: readonly Opening[][],
  { limit, isOnePage }: { limit: number; isOnePage: boolean },
): Opening[] {
  const taken: Opening[] = [];
  for (const openings of kinds) {
    // A page's first headings lead into it; a site's first pages are only the first of the alphabet.
    if (isOnePage) taken.push(...openings.slice(0, limit - taken.length));
    else for (const some of byPage(openings)) taken.push(...spread(some, limit - taken.length));
  }
  return taken;
}

/** The first of each page, then all others. */
function byPage(openings: readonly Opening[]): [Opening[], Opening[]] {
  const first = new Map<string, Opening>();
  for (const opening of openings) {
    const page = pageOf(opening.url);
    if (!first.has(page)) first.set(page, opening);
  }
  const chosen = new Set(first.values());
  return [[...chosen], openings.filter((opening) => !chosen.has(opening))];
}

function spread<Item>(items: readonly Item[], limit: number): Item[] {
  if (items.length <= limit) return [...items];
  const step = items.length / limit;
  return Array.from({ length: limit }, (_, place) => items[Math.floor(place * step)]).filter(
    (item) => item !== undefined,
  );
}

const isInLanguage = ({ sections: [first] }: OutlinePage, lang: string | undefined): boolean =>
  !lang || !first?.place.lang || primaryTag(first.place.lang) === primaryTag(lang);

/** Longer ones are sentences, and don't fit a line. */
const MAX_LETTERS = 70;

const QUESTION =
  /[?？؟]$|^(?:how|what|why|when|where|which|who|can|could|do(?! not)|does|is|are|should|will)\s+\S/iu;

/** Headings that stand on any page and name nothing. */
const GENERAL =
  /^(?:(?:another|basic|complete|full|more|simple) )?examples?\b.{0,25}$|^(?:about|acknowledge?ments|(?:api )?references?|api|arguments|attributes|background|basics|changelog|conclusion|contents|credits|definitions?|description|details|documentation|events|faq|general|get(?:ting)? started|glossary|index|installation|introduction|licen[cs]e|links|methods|more|next(?: steps)?|notes?|options|overview|parameters|prerequisites|properties|related|requirements|resources|returns?|see also|setup|summary|syntax|table of contents|the basics|tips|todo|types?|usage|welcome)$/i;

/** What names nothing that one could ask about. */
const WORST = 3;

/** 0 for the best. */
function rankOf(name: string): number {
  const plain = name.replace(/[:：\s]+$/u, '');
  if (plain.length > MAX_LETTERS || isMostlyCode(plain) || GENERAL.test(plain)) return WORST;
  if (QUESTION.test(plain)) return 0;
  return isPhrase(plain) ? 1 : 2;
}

/** Two words, or as much in a script that is written without spaces. */
const isPhrase = (name: string): boolean =>
  (name.match(/[\p{L}\p{N}]+/gu) ?? []).length > 1 ||
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]{4}/u.test(
    name,
  );

/** Calls, paths, options, identifiers, versions: these are names, not subjects. */
const CODE_WORD =
  /[`_={}<>[\]|\\(]|^[-/.@$#]|^v?\d[\d.]*$|(?<![\p{L}\p{N}])\p{Ll}+\p{Lu}|\p{L}\.\p{L}/u;

function isMostlyCode(name: string): boolean {
  const words = name.split(/\s+/);
  return 2 * words.filter((word) => CODE_WORD.test(word)).length >= words.length;
}
