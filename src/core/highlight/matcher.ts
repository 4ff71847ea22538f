import { isFunctionWord } from '../grounding/function-words.ts';
import { editDistance } from '../ranking/edit-distance.ts';
import { fold, isUnspaced, queryTerms, unfinishedTerms } from '../ranking/tokenise.ts';
import { isCorrectable } from '../ranking/vocabulary.ts';
import { compoundsIn, termSpans, type Span, type TermSpan } from './terms.ts';

/** A place where words of the question stand. */
export interface Match extends Span {
  /** The words of the question, as terms. */
  terms: string[];
}

export interface MatcherOptions {
  /** All that will be looked through: a word that none of it holds may be a misspelt one. */
  texts: readonly string[];
  /** Takes the last word as unfinished, as `KeywordOptions.prefix` does. Default false. */
  prefix?: boolean;
}

/** Finds the words of one question. */
export type Matcher = (text: string) => Match[];

/** From here on the nearest word may be two edits away; see `Vocabulary.misspellingsOf`. */
const TWO_EDITS_FROM = 8;

/** One letter begins too many words to say anything beside others. */
const MIN_BEGINNING = 2;

/**
 * Finds where a question's words stand, as the keyword index matches them: case and diacritics folded,
 * plurals as singulars, identifiers whole and in parts, two characters at a time where no space divides
 * words, the last word as a beginning, misspelt words by the nearest one. Function words are passed over
 * where there are others. Matches come in order and don't overlap.
 */
export function createMatcher(query: string, { texts, prefix = false }: MatcherOptions): Matcher {
  const wanted = telling(queryTerms(query));
  const beginnings = prefix ? beginningsOf(query, wanted) : [];
  const variants = new Map(wanted.map((term) => [term, term]));
  const matcher = matcherOf(variants, beginnings);
  const corrected = corrections(wanted, texts, matcher);
  return corrected.length > 0
    ? matcherOf(new Map([...variants, ...corrected]), beginnings)
    : matcher;
}

/** @param variants The question's words by the terms that count as them. */
function matcherOf(variants: ReadonlyMap<string, string>, beginnings: readonly string[]): Matcher {
  const known = new Map<string, Match[]>();
  const match = (span: TermSpan): Match[] => {
    const term = variants.get(span.term);
    if (term !== undefined) return [{ start: span.start, end: span.end, terms: [term] }];
    return [...beginningMatch(span, beginnings), ...span.parts.flatMap(match)];
  };
  const matchesOf = (compound: string): Match[] => {
    const matches = known.get(compound) ?? termSpans(compound).flatMap(match);
    known.set(compound, matches);
    return matches;
  };
  return (text) =>
    apart(compoundsIn(text).flatMap(({ text, start }) => shifted(matchesOf(text), start)));
}

const shifted = (matches: readonly Match[], by: number): Match[] =>
  matches.map(({ start, end, terms }) => ({ start: start + by, end: end + by, terms }));

/** Without the words that hold a question together, unless it has no others. */
function telling(terms: readonly string[]): string[] {
  const others = terms.filter((term) => !isFunctionWord(term));
  return others.length > 0 ? others : [...terms];
}

function beginningsOf(query: string, wanted: readonly string[]): string[] {
  const least = wanted.length > 1 ? MIN_BEGINNING : 1;
  return unfinishedTerms(query).filter(
    (term) =>
      term.length >= least && !isUnspaced(term) && (wanted.length === 1 || !isFunctionWord(term)),
  );
}

function beginningMatch({ text, start }: TermSpan, beginnings: readonly string[]): Match[] {
  if (beginnings.length === 0) return [];
  const [whole = ''] = unfinishedTerms(text);
  const term = beginnings.find((beginning) => whole.startsWith(beginning));
  return term === undefined
    ? []
    : [{ start, end: start + lengthOf(text, term.length), terms: [term] }];
}

/** A character with the marks on it. */
const CLUSTER = /\P{M}[\p{M}\u00ad\u2060\ufeff]*|\p{M}+/gsu;

/** How much of a text as it is written gives so many characters of its term. */
function lengthOf(text: string, termLength: number): number {
  let folded = 0;
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    folded += fold(cluster).replace('-', '').length;
    if (folded >= termLength) return index + cluster.length;
  }
  return text.length;
}

/** The words nearest to those that none of the texts holds. */
function corrections(
  wanted: readonly string[],
  texts: readonly string[],
  matcher: Matcher,
): [near: string, term: string][] {
  const found = new Set(texts.flatMap((text) => matcher(text).flatMap(({ terms }) => terms)));
  const strange = wanted.filter((term) => isCorrectable(term) && !isFound(term, found));
  if (strange.length === 0) return [];
  const known = new Set(
    texts.flatMap(compoundsIn).flatMap(({ text }) => termSpans(text).flatMap(termsIn)),
  );
  return strange.flatMap((term) =>
    nearest(term, known).map((near): [string, string] => [near, term]),
  );
}

/** A word that was found as a beginning is named by it, before plurals were made singulars. */
const isFound = (term: string, found: ReadonlySet<string>) =>
  found.has(term) || [...found].some((each) => each.startsWith(term));

const termsIn = ({ term, parts }: TermSpan): string[] => [term, ...parts.flatMap(termsIn)];

function nearest(term: string, known: ReadonlySet<string>): string[] {
  let most = term.length < TWO_EDITS_FROM ? 1 : 2;
  let near: string[] = [];
  for (const word of known) {
    const distance = editDistance(term, word, most);
    if (distance > most) continue;
    if (distance < most) near = [];
    most = distance;
    near.push(word);
  }
  return near;
}

/** In order; what overlaps or touches becomes one. */
function apart(matches: readonly Match[]): Match[] {
  const joined: Match[] = [];
  for (const match of [...matches].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && match.start <= last.end) {
      last.end = Math.max(last.end, match.end);
      last.terms = [...new Set([...last.terms, ...match.terms])];
    } else joined.push({ ...match });
  }
  return joined;
}
