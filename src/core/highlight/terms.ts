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
const COMPOUND = new RegExp(`${WORD}(?:(?:_+|[.:-])${WORD})*`, 'gu');

/** Where each term of a text stands, by the rules of `tokenise`: identifiers whole and in parts. */
export function termSpans(text: string): TermSpan[] {
  return [...text.matchAll(COMPOUND)].flatMap(({ 0: compound, index }) =>
    compoundSpans(compound, index),
  );
}

function compoundSpans(compound: string, start: number): TermSpan[] {
  const pieces = split(compound, start, SEPARATOR).flatMap((piece) =>
    split(piece.text, piece.start, UNSPACED_RUN).flatMap(runSpans),
  );
  const isTerm = SEPARATOR.test(compound) && compound.length <= MAX_TERM_LENGTH;
  return isTerm ? [spanOf(compound, start, pieces)] : pieces;
}

interface Piece {
  text: string;
  start: number;
}

/** The pieces between what `border` matches, and the runs that it captures. */
function split(text: string, start: number, border: RegExp): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(new RegExp(border.source, 'gu'))) {
    pieces.push({ text: text.slice(end, match.index), start: start + end });
    end = match.index + match[0].length;
    if (match[1]) pieces.push({ text: match[1], start: start + match.index });
  }
  pieces.push({ text: text.slice(end), start: start + end });
  return pieces.filter((piece) => piece.text !== '');
}

function runSpans({ text, start }: Piece): TermSpan[] {
  if (isUnspaced(text)) return pairSpans(text, start);
  return split(text, start, UNDIVIDED_RUN).flatMap((piece) => {
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
  const parts = split(text, start, CAMEL_BORDER);
  const spans = parts.map((part) => spanOf(part.text, part.start));
  return spanOf(text, start, parts.length > 1 ? spans : []);
}

const spanOf = (text: string, start: number, parts: TermSpan[] = []): TermSpan => ({
  ...{ text, start, end: start + text.length, parts },
  term: tokenise(text)[0] ?? '',
});
