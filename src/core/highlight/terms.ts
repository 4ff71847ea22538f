import {
  CAMEL_BORDER,
  divide,
  isUndivided,
  isUnspaced,
  MAX_TERM_LENGTH,
  SEPARATOR,
  tokenise,
  UNDIVIDED_RUN,
  UNSPACED_RUN,
} from '../ranking/tokenise.ts';

/** A stretch of a text, in UTF-16 code units. */
export interface Span {
  start: number;
  /** Behind the last one. */
  end: number;
}

/** A stretch that the keyword index knows by one term, and the smaller ones within it. */
export interface TermSpan extends Span {
  text: string;
  term: string;
  parts: TermSpan[];
}

/** As in `tokenise`, but on the text as it is written: diacritics and unseen signs belong to a word. */
const WORD = '[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}\\u00ad\\u2060\\ufeff]*';
const everywhere = ({ source }: RegExp) => new RegExp(source, 'gu');
const SEPARATORS = everywhere(SEPARATOR);
const CAMEL_BORDERS = everywhere(CAMEL_BORDER);
const UNSPACED_RUNS = everywhere(UNSPACED_RUN);
const UNDIVIDED_RUNS = everywhere(UNDIVIDED_RUN);
const COMPOUND = new RegExp(`${WORD}(?:(?:_+|[.:-])${WORD})*`, 'gu');

/** A word or an identifier as it stands in a text. */
interface Compound {
  text: string;
  start: number;
}

export const compoundsIn = (text: string): Compound[] =>
  [...text.matchAll(COMPOUND)].map(({ 0: compound, index }) => ({ text: compound, start: index }));

/** Words come again in each text and with each letter that is typed. */
const MOST_KEPT = 5000;
const kept = new Map<string, TermSpan[]>();

/** Where each term of a word or an identifier stands in it, by the rules of `tokenise`: whole and in parts. */
export function termSpans(compound: string): TermSpan[] {
  const known = kept.get(compound);
  if (known) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const spans = compoundSpans(compound);
  kept.set(compound, spans);
  return spans;
}

function compoundSpans(compound: string): TermSpan[] {
  const pieces = split(compound, 0, SEPARATORS).flatMap((piece) =>
    split(piece.text, piece.start, UNSPACED_RUNS).flatMap(runSpans),
  );
  const isTerm = SEPARATOR.test(compound) && compound.length <= MAX_TERM_LENGTH;
  return isTerm ? [spanOf(compound, 0, pieces)] : pieces;
}

interface Piece {
  text: string;
  start: number;
}

/** The pieces between what `border` matches, and the runs that it captures. */
function split(text: string, start: number, border: RegExp): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(border)) {
    pieces.push({ text: text.slice(end, match.index), start: start + end });
    end = match.index + match[0].length;
    if (match[1]) pieces.push({ text: match[1], start: start + match.index });
  }
  pieces.push({ text: text.slice(end), start: start + end });
  return pieces.filter((piece) => piece.text !== '');
}

function runSpans({ text, start }: Piece): TermSpan[] {
  if (isUnspaced(text)) return pairSpans(text, start);
  return split(text, start, UNDIVIDED_RUNS).flatMap((piece) => {
    if (!isUndivided(piece.text)) return [wordSpan(piece)];
    return [...divide(piece.text)]
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment, index }) => spanOf(segment, piece.start + index));
  });
}

/** Each two neighbouring characters, and each by itself, for a question that is no longer. */
function pairSpans(run: string, start: number): TermSpan[] {
  const characters = [...run.matchAll(/./gsu)].map(({ 0: text, index }) =>
    spanOf(text, start + index),
  );
  const pairs = characters.slice(1).map((second, place) => {
    const first = characters[place] ?? second;
    return spanOf(first.text + second.text, first.start, [first, second]);
  });
  return pairs.length > 0 ? pairs : characters;
}

function wordSpan({ text, start }: Piece): TermSpan {
  const parts = split(text, start, CAMEL_BORDERS);
  const spans = parts.map((part) => spanOf(part.text, part.start));
  return spanOf(text, start, parts.length > 1 ? spans : []);
}

const spanOf = (text: string, start: number, parts: TermSpan[] = []): TermSpan => ({
  ...{ text, start, end: start + text.length, parts },
  term: tokenise(text)[0] ?? '',
});
