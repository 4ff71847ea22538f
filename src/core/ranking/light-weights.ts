import type { SparseRows } from './light-fit.ts';
import { splitWords, wordPieces, type WordPieceVocabulary } from './word-pieces.ts';

/**
 * How much a token counts in a sentence's mean: log(1 + N / (1 + df)), where `df` of the site's N
 * sentences hold it. Source: Spärck Jones 1972 (inverse document frequency).
 */
export function tokenWeight(sentences: number, frequency: number): number {
  return Math.log(1 + sentences / (1 + frequency));
}

/** The sentences of a site as rows of token weights. */
export interface WeightedSentences {
  /** The tokens of the site, sorted by code units; a column each. */
  tokens: string[];
  /** How many sentences hold each token. */
  frequencies: number[];
  /** The weights of a row sum to 1, so that a row times token vectors is their weighted mean. */
  rows: SparseRows;
}

/** A sentence without a token of the vocabulary is an empty row. */
export function weighSentences(
  sentences: readonly string[],
  vocabulary: WordPieceVocabulary,
): WeightedSentences {
  const counts = sentences.map((sentence) => countTokens(sentence, vocabulary));
  const frequency = new Map<number, number>();
  for (const each of counts) {
    for (const id of each.keys()) frequency.set(id, (frequency.get(id) ?? 0) + 1);
  }
  const held = [...vocabulary].filter(([, id]) => frequency.has(id));
  held.sort(([left], [right]) => (left < right ? -1 : 1));
  const frequencies = held.map(([, id]) => frequency.get(id) ?? 0);
  const weights = frequencies.map((df) => tokenWeight(sentences.length, df));
  const columnOf = new Map(held.map(([, id], column) => [id, column]));
  const rows = toRows(counts, { columnOf, weights });
  return { tokens: held.map(([token]) => token), frequencies, rows };
}

/** How often a sentence holds each token, by the token's number. */
function countTokens(sentence: string, vocabulary: WordPieceVocabulary): Map<number, number> {
  const counts = new Map<number, number>();
  for (const word of splitWords(sentence)) {
    for (const id of wordPieces(word, vocabulary) ?? []) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

function toRows(
  counts: readonly ReadonlyMap<number, number>[],
  { columnOf, weights }: { columnOf: ReadonlyMap<number, number>; weights: readonly number[] },
): SparseRows {
  const size = counts.reduce((sum, each) => sum + each.size, 0);
  const rows: SparseRows = {
    starts: new Uint32Array(counts.length + 1),
    columns: new Uint32Array(size),
    weights: new Float32Array(size),
  };
  let at = 0;
  for (const [row, each] of counts.entries()) {
    const entries = [...each].map(([id, count]): [number, number] => {
      const column = columnOf.get(id) ?? 0;
      return [column, count * (weights[column] ?? 0)];
    });
    const sum = entries.reduce((total, [, weight]) => total + weight, 0);
    for (const [column, weight] of entries) {
      rows.columns[at] = column;
      rows.weights[at++] = weight / sum;
    }
    rows.starts[row + 1] = at;
  }
  return rows;
}
