import { quotePieces } from '../grounding/quote-units.ts';
import type { Match, Matcher } from './matcher.ts';
import { joinRichTexts, readPlain, readRichText, richRuns, type TextRun } from './rich-text.ts';
import type { Span } from './terms.ts';

/** Characters of a snippet at most, without its ellipses. */
const LENGTH = 150;
/** A snippet begins with the sentence of its first match, where that begins so near before it. */
const FROM_SENTENCE = 60;
/** Else it begins with a word about so far before it. */
const FROM_WORDS = 32;
/** A longer word than this is cut rather than left out. */
const LONG_WORD = 32;

export interface Snippet {
  /** With an ellipsis where it begins or ends within a sentence. */
  runs: TextRun[];
  /**
   * The sentence, row or line of code that holds its first match, as the passage has it; undefined
   * where nothing matches.
   */
  sentence: string | undefined;
}

/**
 * The stretch of a passage in which most words of the question stand, in one line and without the marks
 * of lists, tables and fences: whole words, from the beginning of a sentence where that is near. Where
 * nothing matches it is the passage's beginning.
 */
export function snippetOf(passage: string, matcher: Matcher): Snippet {
  const pieces = quotePieces(passage);
  const line = joinRichTexts(
    pieces.map(({ kind, text }) => (kind === 'code' ? readPlain(text) : readRichText(text))),
  );
  const matches = matcher(line.text);
  const first = densestFrom(matches)?.start;
  const span = spanAround(line, first ?? 0);
  const piece = pieces[line.starts.findLastIndex((start) => start <= (first ?? -1))];
  return {
    runs: withEllipses(richRuns(line, span, matches), {
      isCutBefore: !line.starts.includes(span.start),
      isCutAfter: span.end < line.text.length && !line.starts.includes(span.end + 1),
    }),
    sentence: piece && matchingLine(piece.text, matcher),
  };
}

/** The match from which on most words of the question stand together; of equals the first. */
function densestFrom(matches: readonly Match[]): Match | undefined {
  let best: { match: Match; words: number; count: number } | undefined;
  for (const [place, match] of matches.entries()) {
    const near = matches
      .slice(place)
      .filter(({ end }) => end <= match.start + LENGTH - FROM_SENTENCE);
    const words = new Set(near.flatMap(({ terms }) => terms)).size;
    const count = near.length;
    const isBetter = words > (best?.words ?? 0) || (words === best?.words && count > best.count);
    if (isBetter) best = { match, words, count };
  }
  return best?.match;
}

interface Line {
  text: string;
  /** Where its sentences begin. */
  starts: readonly number[];
}

function spanAround({ text, starts }: Line, first: number): Span {
  const last = text.length - LENGTH;
  if (last <= 0) return { start: 0, end: text.length };
  const sentence = starts.findLast((start) => start <= first) ?? 0;
  const isNear = first - sentence <= FROM_SENTENCE;
  const start = isNear ? sentence : wordStart(text, first - FROM_WORDS);
  if (start <= last) return { start, end: wordEnd(text, start + LENGTH) };
  // Near its end the text is shown from further before, so that the snippet is no shorter there.
  const earlier = starts.find((each) => each >= last && each <= start);
  return { start: earlier ?? wordStart(text, last), end: text.length };
}

function wordStart(text: string, place: number): number {
  const gap = text.slice(place - 1, place + LONG_WORD).search(/\s/);
  return gap < 0 ? characterEnd(text, place) : place + gap;
}

function wordEnd(text: string, place: number): number {
  const from = place - LONG_WORD;
  const gap = /\s\S*$/.exec(text.slice(from, place + 1));
  return gap ? from + gap.index : characterEnd(text, place);
}

/** The place, or the one before it where that is within a character that is written as several. */
function characterEnd(text: string, place: number): number {
  const isWithin = /^(?:\u200d|[\udc00-\udfff]|\p{M}|\p{Emoji_Modifier})/u.test(text.slice(place));
  return isWithin || text[place - 1] === '\u200d' ? characterEnd(text, place - 1) : place;
}

function withEllipses(
  runs: readonly TextRun[],
  { isCutBefore, isCutAfter }: { isCutBefore: boolean; isCutAfter: boolean },
): TextRun[] {
  const more: TextRun = { isCode: false, parts: [{ text: '…', isMatch: false }] };
  return [...(isCutBefore ? [more] : []), ...runs, ...(isCutAfter ? [more] : [])];
}

/** A block of code is linked by the line that matches. */
const matchingLine = (text: string, matcher: Matcher): string =>
  text.split('\n').find((line) => matcher(line).length > 0) ?? text;
