import { editDistance } from './edit-distance.ts';

/** A term of the index that a reader may have meant. */
export interface Neighbour {
  /** Position in the sorted terms. */
  id: number;
  /** Edits between the two, 1 or 2. */
  distance: number;
}

/** The terms of an index, by position in their sorted list. */
export interface Vocabulary {
  readonly terms: readonly string[];
  /** Position of the exact term, −1 if it doesn't occur. */
  find(term: string): number;
  /** Positions `[from, to)` of the terms that start with `prefix`. */
  startingWith(prefix: string): [from: number, to: number];
  /**
   * The terms that a misspelt word is nearest to, all at the same, smallest distance: at most one
   * edit for words of five letters, two for eight. None for shorter words and words with digits or
   * signs.
   */
  misspellingsOf(word: string): Neighbour[];
}

const LETTERS_ONLY = /^\p{L}+$/u;
// Of four-letter words that a site doesn't know, nearly every correction was a wrong one.
const ONE_EDIT_FROM = 5;
const TWO_EDITS_FROM = 8;

/** Whether a word is long enough, and of letters only, so that a near word is likely the one meant. */
export const isCorrectable = (word: string): boolean =>
  word.length >= ONE_EDIT_FROM && LETTERS_ONLY.test(word);

/** `terms` must be distinct and sorted by UTF-16 code units, as `Array.prototype.sort` does. */
export function createVocabulary(terms: readonly string[]): Vocabulary {
  let signatures: SignatureTable | undefined;
  const find = (term: string): number => {
    const at = lowerBound(terms, term);
    return terms[at] === term ? at : -1;
  };
  return {
    terms,
    find,
    startingWith: (prefix) => [lowerBound(terms, prefix), lowerBound(terms, `${prefix}\uffff`)],
    misspellingsOf(word) {
      if (!isCorrectable(word)) return [];
      signatures ??= tabulate(terms);
      return nearest(signatures, word, word.length < TWO_EDITS_FROM ? 1 : 2);
    },
  };
}

function lowerBound(terms: readonly string[], wanted: string): number {
  let from = 0;
  let to = terms.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((terms[middle] ?? '') < wanted) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * Which letters occur in each term, one bit a letter class, built at the first misspelt word. One
 * edit changes at most two bits, so that nearly all terms are ruled out by one `xor`.
 */
interface SignatureTable {
  terms: readonly string[];
  signatures: Uint32Array;
}

function tabulate(terms: readonly string[]): SignatureTable {
  return { terms, signatures: Uint32Array.from(terms, signatureOf) };
}

function signatureOf(term: string): number {
  let bits = 0;
  for (let index = 0; index < term.length; index++) bits |= 1 << (term.charCodeAt(index) & 31);
  return bits;
}

function nearest(
  { terms, signatures }: SignatureTable,
  word: string,
  allowed: number,
): Neighbour[] {
  const signature = signatureOf(word);
  let most = allowed;
  let found: Neighbour[] = [];
  for (let id = 0; id < terms.length; id++) {
    if (countBits(signature ^ (signatures[id] ?? 0)) > 2 * most) continue;
    const distance = editDistance(word, terms[id] ?? '', most);
    if (distance > most) continue;
    if (distance < most) found = [];
    most = distance;
    found.push({ id, distance });
  }
  return found;
}

/** Source: Warren, Hacker's Delight, "Counting 1-bits". */
function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
