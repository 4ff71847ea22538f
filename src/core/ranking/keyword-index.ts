import type { KeywordHit, KeywordIndex } from '../ports.ts';
import { BM25, createScorer } from './bm25.ts';
import { decodePostings, encodePostings } from './keyword-bytes.ts';
import { collectPostings, type KeywordDocument, type Postings } from './postings.ts';
import { groupTerms, type TermGroup } from './term-groups.ts';
import { topRows } from './top-rows.ts';
import { createVocabulary } from './vocabulary.ts';

/** How a question is read. */
export interface KeywordOptions {
  /** Takes the last word as unfinished, for results as the reader types. Default false. */
  prefix?: boolean;
}

/** BM25 over passages. Row numbers follow the order of the documents. */
export interface Bm25Index extends KeywordIndex {
  /** Rows that share a term with the question, best first, equal scores by row; at most `limit`. */
  search(query: string, limit: number, options?: KeywordOptions): KeywordHit[];
  /** BM25 of each row, 0 where no term of the question occurs. */
  scores(query: string, options?: KeywordOptions): Float64Array;
  /**
   * Inverse document frequency of a term as `tokenise` gives it: ln(1 + (n − df + ½) / (df + ½)),
   * above 0 and highest for a term that the index doesn't hold.
   */
  idf(term: string): number;
  /** The score that no passage can exceed; 0 for an empty question. */
  highestScore(query: string, options?: KeywordOptions): number;
  /**
   * The idf-weighted share of the question's terms that the row holds, itself or in a correction,
   * 0 to 1; 0 for an empty question.
   */
  coverage(query: string, row: number): number;
  /**
   * The idf of the rarest term of the question that none of the rows holds, itself or in a correction,
   * over that of a term that the index doesn't hold: 0 where all are found, to 1.
   */
  rarestMissed(query: string, rows: readonly number[]): number;
  /** The index in a compact form for `keywordIndexFromBytes`. */
  toBytes(): Uint8Array<ArrayBuffer>;
}

/**
 * An index over title, headings and text of each passage, scored with BM25F.
 * Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009.
 */
export function buildKeywordIndex(documents: Iterable<KeywordDocument>): Bm25Index {
  return indexOf(collectPostings(documents));
}

/**
 * The index that `toBytes` wrote; it answers every search exactly as the original did. Throws an
 * `AskPageError` with code `bad-index` if the bytes are foreign, cut short or changed.
 */
export function keywordIndexFromBytes(bytes: Uint8Array): Bm25Index {
  return indexOf(decodePostings(bytes));
}

function indexOf(postings: Postings): Bm25Index {
  const { read, idf } = createQuestionReader(postings);
  const scorer = createScorer(postings);
  const scores = (query: string, options?: KeywordOptions): Float64Array => {
    const total = new Float64Array(postings.size);
    for (const word of read(query, options?.prefix ?? false)) scorer.add(word, word.idf, total);
    return total;
  };
  const sumOfIdfs = (groups: readonly WeighedGroup[]): number =>
    groups.reduce((sum, group) => sum + group.idf, 0);
  const isIn = ({ variants }: TermGroup, row: number): boolean =>
    variants.some(({ id }) => holds(postings, id, row));
  return {
    size: postings.size,
    scores,
    idf,
    search: (query, limit, options) => topRows(scores(query, options), limit),
    highestScore: (query, options) =>
      sumOfIdfs(read(query, options?.prefix ?? false)) * (BM25.k1 + 1),
    coverage(query, row) {
      const groups = read(query, false);
      return sumOfIdfs(groups.filter((group) => isIn(group, row))) / (sumOfIdfs(groups) || 1);
    },
    rarestMissed(query, rows) {
      const missed = read(query, false).filter((group) => !rows.some((row) => isIn(group, row)));
      return Math.max(0, ...missed.map((group) => group.idf)) / (idf('') || 1);
    },
    toBytes: () => encodePostings(postings),
  };
}

interface WeighedGroup extends TermGroup {
  idf: number;
}

interface QuestionReader {
  read: (query: string, prefix: boolean) => WeighedGroup[];
  idf: (term: string) => number;
}

function createQuestionReader({ size, starts, terms }: Postings): QuestionReader {
  const vocabulary = createVocabulary(terms);
  const frequency = (id: number): number => (starts[id + 1] ?? 0) - (starts[id] ?? 0);
  const idfOf = (rows: number): number => Math.log(1 + (size - rows + 0.5) / (rows + 0.5));
  // Variants count as one word: weighed by its own rarity, a rare completion would beat the common one.
  const rowsOf = ({ variants }: TermGroup): number =>
    Math.min(
      size,
      variants.reduce((sum, { id }) => sum + frequency(id), 0),
    );
  return {
    read: rememberLast((query, prefix) =>
      groupTerms(query, prefix, { vocabulary, frequency }).map((group) => ({
        ...group,
        idf: idfOf(rowsOf(group)),
      })),
    ),
    idf(term) {
      const id = vocabulary.find(term);
      return idfOf(id < 0 ? 0 : frequency(id));
    },
  };
}

/** A keystroke asks several things about one question. */
function rememberLast(read: QuestionReader['read']): QuestionReader['read'] {
  let last: { query: string; prefix: boolean; groups: WeighedGroup[] } | undefined;
  return (query, prefix) => {
    if (last?.query !== query || last.prefix !== prefix) {
      last = { query, prefix, groups: read(query, prefix) };
    }
    return last.groups;
  };
}

function holds({ starts, rows }: Postings, id: number, row: number): boolean {
  let from = starts[id] ?? 0;
  let to = starts[id + 1] ?? 0;
  while (from < to) {
    const middle = (from + to) >> 1;
    const at = rows[middle] ?? 0;
    if (at === row) return true;
    if (at < row) from = middle + 1;
    else to = middle;
  }
  return false;
}
