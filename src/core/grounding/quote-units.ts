import { splitSentences } from '../documents/sentences.ts';
import { parseUnits, unitText, type Unit } from '../documents/units.ts';
import type { Hit } from '../ports.ts';

/** A piece of a passage that can be quoted by itself. */
export interface QuoteUnit {
  kind: 'sentence' | 'code';
  /** A sentence in one line, or the lines of a code block without its fence. */
  text: string;
  /** Language of a code block; empty where unknown. */
  language: string;
  /** The hit it comes from, by place in the list. */
  hit: number;
  /** Place within the passage. */
  order: number;
}

const MIN_WORDS = 3;

/** A clause in a script that puts no space between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u;

/**
 * Everything in the hits' passages that could be quoted, in order. A passage of nothing but scraps is
 * one piece.
 */
export function quoteUnits(hits: readonly Hit[]): QuoteUnit[] {
  return hits.flatMap(({ passage }, hit) =>
    quotePieces(passage.text).map((piece, order) => ({ ...piece, hit, order })),
  );
}

type Piece = Pick<QuoteUnit, 'kind' | 'text' | 'language'>;

/** The sentences, items, rows and blocks of code of a passage, in order. */
export function quotePieces(text: string): Piece[] {
  const pieces = parseUnits(text).flatMap(piecesOf);
  const whole = text.trim() ? [sentence(text.replace(/\s+/g, ' '))] : [];
  return pieces.length > 0 ? pieces : whole;
}

function piecesOf(unit: Unit): Piece[] {
  switch (unit.kind) {
    case 'code':
      return [
        {
          kind: 'code',
          text: unit.lines.join('\n'),
          language: unit.open.replace(/^\s*[`~]+\s*/, ''),
        },
      ];
    case 'paragraph':
      return splitSentences(unit.text).filter(hasWords).map(sentence);
    case 'list':
      return unit.items.flatMap(listPieces);
    case 'table':
      return unit.rows.map((row) => sentence(rowText(unit.header[0] ?? '', row)));
  }
}

const sentence = (text: string): Piece => ({ kind: 'sentence', text, language: '' });
const hasWords = (text: string) => text.split(/\s+/).length >= MIN_WORDS || UNSPACED.test(text);

/** A list item without its mark; fences and nested items inside it are pieces of their own. */
function listPieces(item: string): Piece[] {
  const lines = item.split('\n').map((line) => line.replace(/^ {2}/, ''));
  const [first = '', ...rest] = lines;
  const body = [first.replace(/^(?:[-*+]|\d+[.)])\s+/, ''), ...rest].join('\n');
  const units = parseUnits(body.replace(/\n(?=[-*+] |\d+[.)] )/g, '\n\n'));
  return units.flatMap((unit) =>
    unit.kind === 'paragraph' && unit.text.length < 200 && unit.text === unitText(unit)
      ? [sentence(unit.text)]
      : piecesOf(unit),
  );
}

/** A table's row as a sentence: each cell led by its column's heading, but for the first. */
function rowText(header: string, row: string): string {
  const cells = (line: string) =>
    line
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'));
  const names = cells(header);
  return cells(row)
    .map((cell, i) => (i === 0 || !names[i] ? cell : cell && `${names[i]}: ${cell}`))
    .filter(Boolean)
    .join(' · ');
}

/** The heading under which a hit's passage stands; the page's title where it has none. */
export function headingOf(hit: Hit | undefined): string {
  const section = hit?.passage.section;
  return section?.headings.at(-1) ?? section?.title ?? '';
}

/** What is compared with the question: a sentence alone often doesn't say what it is about. */
export function unitContext({ hit, text }: QuoteUnit, hits: readonly Hit[]): string {
  return `${headingOf(hits[hit])}: ${text}`;
}
