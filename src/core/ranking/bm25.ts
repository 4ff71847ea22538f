import { FIELD_COUNT, type Postings } from './postings.ts';
import type { TermGroup } from './term-groups.ts';

/**
 * BM25F's constants; fields are title, headings, text. `k1` saturates repeated words, `weights` is
 * what one occurrence in a field counts, `b` how far a field's length is corrected for. Headings
 * are short, so their length correction alone makes them count more; weights of 2 and 3 on top of
 * it, lower `b` or `k1` ranked no better or worse on questions about three projects' documentation.
 */
export const BM25 = {
  k1: 1.2,
  weights: [1, 1, 1],
  b: [0.5, 0.5, 0.75],
} as const;

/** Scores rows word by word. */
export interface Scorer {
  /** Adds the BM25 of one word of the question to each row's total. */
  add(group: TermGroup, idf: number, total: Float64Array): void;
}

/**
 * BM25F: the occurrences in each field, weighted and divided by the field's length correction, are
 * summed over fields (and over a word's variants, as if they were one word) before saturation.
 * Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009.
 */
export function createScorer(postings: Postings): Scorer {
  const factors = fieldFactors(postings);
  // Lent to each call and left as zeros.
  const occurrences = new Float64Array(postings.size);
  return {
    add(group, idf, total) {
      for (const { id, weight } of group.variants) {
        addOccurrences({ postings, factors, occurrences }, id, weight);
      }
      for (const { id } of group.variants) saturate({ postings, occurrences, total }, id, idf);
    },
  };
}

interface Counting {
  postings: Postings;
  factors: readonly Float64Array[];
  occurrences: Float64Array;
}

function addOccurrences(counting: Counting, id: number, weight: number): void {
  const { postings, factors, occurrences } = counting;
  const end = postings.starts[id + 1] as number;
  for (let at = postings.starts[id] as number; at < end; at++) {
    const row = postings.rows[at] as number;
    let sum = 0;
    for (let field = 0; field < FIELD_COUNT; field++) {
      const count = (postings.counts[field] as Uint8Array)[at] as number;
      if (count > 0) sum += count * ((factors[field] as Float64Array)[row] as number);
    }
    occurrences[row] = (occurrences[row] as number) + weight * sum;
  }
}

interface Summing {
  postings: Postings;
  occurrences: Float64Array;
  total: Float64Array;
}

function saturate({ postings, occurrences, total }: Summing, id: number, idf: number): void {
  const end = postings.starts[id + 1] as number;
  for (let at = postings.starts[id] as number; at < end; at++) {
    const row = postings.rows[at] as number;
    const count = occurrences[row] as number;
    total[row] = (total[row] as number) + (idf * count * (BM25.k1 + 1)) / (BM25.k1 + count);
    occurrences[row] = 0;
  }
}

/** By field and row: the field's weight over its length correction. */
function fieldFactors(postings: Postings): Float64Array[] {
  return postings.counts.map((counts, field) => {
    const lengths = new Float64Array(postings.size);
    counts.forEach((count, at) => {
      const row = postings.rows[at] as number;
      lengths[row] = (lengths[row] as number) + count;
    });
    const mean = meanOfFilled(lengths);
    const weight = BM25.weights[field] as number;
    const b = BM25.b[field] as number;
    return lengths.map((length) => weight / (1 - b + (b * length) / mean));
  });
}

/** Rows without the field don't count: where few passages have headings, these would seem too long. */
function meanOfFilled(lengths: Float64Array): number {
  const filled = lengths.filter((length) => length > 0);
  return filled.reduce((sum, length) => sum + length, 0) / filled.length || 1;
}
