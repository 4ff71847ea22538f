import { tokenise } from './tokenise.ts';

/** What the index knows of a passage. */
export interface KeywordDocument {
  /** The page's title. */
  title: string;
  /** Heading path down to the passage. */
  headings: readonly string[];
  text: string;
}

/** The fields of a passage, in the order in which counts are kept. */
export const FIELD_COUNT = 3;

/**
 * Which terms occur where: the postings of term `t` are the positions `starts[t]` to `starts[t + 1]`
 * of `rows` (ascending) and of `counts`.
 */
export interface Postings {
  /** Number of rows; also of those without any term. */
  size: number;
  /** Distinct, sorted by UTF-16 code units. */
  terms: readonly string[];
  starts: Uint32Array;
  rows: Uint32Array;
  /** Occurrences in title, headings and text, at most 255: BM25 is saturated long before. */
  counts: readonly Uint8Array[];
}

const MAX_COUNT = 255;

/** Empty arrays for so many terms and postings. */
export function allocatePostings(terms: readonly string[], size: number, length: number): Postings {
  return {
    size,
    terms,
    starts: new Uint32Array(terms.length + 1),
    rows: new Uint32Array(length),
    counts: Array.from({ length: FIELD_COUNT }, () => new Uint8Array(length)),
  };
}

/** Tokenises the documents; the first becomes row 0. */
export function collectPostings(documents: Iterable<KeywordDocument>): Postings {
  const lists = new Map<string, number[]>();
  let size = 0;
  let length = 0;
  for (const document of documents) {
    for (const [term, packed] of countTerms(document)) {
      const list = lists.get(term);
      if (list) list.push(size, packed);
      else lists.set(term, [size, packed]);
      length++;
    }
    size++;
  }
  const postings = allocatePostings([...lists.keys()].sort(), size, length);
  fill(postings, lists);
  return postings;
}

/** Each term's three counts, one byte each: a map of small arrays would be the slowest part of a build. */
function countTerms({ title, headings, text }: KeywordDocument): Map<string, number> {
  const counts = new Map<string, number>();
  [title, headings.join('\n'), text].forEach((field, index) => {
    const shift = 8 * index;
    for (const term of tokenise(field)) {
      const packed = counts.get(term) ?? 0;
      if (((packed >>> shift) & MAX_COUNT) < MAX_COUNT) counts.set(term, packed + (1 << shift));
    }
  });
  return counts;
}

function fill({ terms, starts, rows, counts }: Postings, lists: Map<string, number[]>): void {
  let at = 0;
  terms.forEach((term, id) => {
    const list = lists.get(term) ?? [];
    for (let index = 0; index < list.length; index += 2, at++) {
      rows[at] = list[index] ?? 0;
      counts.forEach((field, f) => (field[at] = ((list[index + 1] ?? 0) >>> (8 * f)) & MAX_COUNT));
    }
    starts[id + 1] = at;
  });
}
