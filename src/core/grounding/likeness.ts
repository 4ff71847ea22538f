import { dot } from '../ranking/cosine.ts';
import type { Claim } from './claims.ts';
import { pairsOf } from './pairs.ts';
import type { Sources } from './sources.ts';

/** How near a passage, or the passages together, come to a claim. */
export interface Likeness {
  /**
   * Highest cosine similarity to a unit, alone or led by its heading, or to two units in a row, −1 to
   * 1; nothing without vectors.
   */
  meaning: number | undefined;
  /** Share of the claim's content words that the best passage holds, 0 to 1. */
  words: number;
  /** Share of the claim's pairs of neighbouring words that the best passage holds, 0 to 1. */
  pairs: number;
}

export interface SourceLikeness extends Likeness {
  /** The same for each passage by itself. */
  passages: (Likeness & { number: number })[];
  /** Index of the unit that is nearest, by meaning and words; −1 where there is none. */
  unit: number;
}

/** How similar a unit, or two in a row from it, are to a claim. */
export interface Similarity {
  unit: number;
  cosine: number;
}

export function likenessOf(
  claim: Claim,
  sources: Sources,
  similarities: readonly Similarity[] | undefined,
): SourceLikeness {
  const pairs = [...new Set(pairsOf(claim.terms))];
  const passages = sources.passages.map((passage, index) => ({
    number: passage.number,
    meaning: similarities && highestOf(similarities, (unit) => passageOf(sources, unit) === index),
    words: share(claim.content, passage.terms),
    pairs: share(pairs, passage.pairs),
  }));
  return {
    meaning: similarities && highestOf(similarities, () => true),
    words: Math.max(0, ...passages.map(({ words }) => words)),
    pairs: Math.max(0, ...passages.map((passage) => passage.pairs)),
    passages,
    unit: nearestUnit(claim, sources, similarities),
  };
}

const passageOf = ({ units }: Sources, unit: number) => units[unit]?.passage;

const highestOf = (similarities: readonly Similarity[], isMeant: (unit: number) => boolean) =>
  similarities.reduce(
    (most, { unit, cosine }) => (isMeant(unit) ? Math.max(most, cosine) : most),
    -1,
  );

function nearestUnit(
  { content }: Claim,
  { units }: Sources,
  similarities: readonly Similarity[] = [],
): number {
  // Two in a row are no sentence that could be quoted.
  const near = similarities.slice(0, 2 * units.length);
  const scores = units.map(
    ({ terms }, index) =>
      share(content, new Set(terms)) + highestOf(near, (unit) => unit === index),
  );
  return scores.reduce(
    (best, score, index) => (score > (scores[best] ?? -Infinity) ? index : best),
    -1,
  );
}

/** Share of `wanted` that is in `there`; 1 where nothing is wanted. */
function share(wanted: readonly string[], there: ReadonlySet<string>): number {
  if (wanted.length === 0) return 1;
  return wanted.filter((each) => there.has(each)).length / wanted.length;
}

/** Unit vectors, row after row: of claims, then of `Sources.toEmbed`. */
export interface SupportVectors {
  rows: Float32Array;
  dimensions: number;
  /** Row of the first source text. */
  first: number;
}

/**
 * Similarities of the claim in `row` to each of `Sources.toEmbed`, then to each two units in a row: the
 * mean of two sentences' vectors is near that of both, and costs no embedding.
 */
export function similaritiesOf(
  { rows, dimensions, first }: SupportVectors,
  { units, toEmbed }: Sources,
  row: number,
): Similarity[] {
  const vector = (index: number) => rows.subarray(index * dimensions, (index + 1) * dimensions);
  const cosines = toEmbed.map((_, index) => dot(vector(row), vector(first + index)));
  const alone = cosines.map((cosine, index) => ({ unit: index % units.length, cosine }));
  const inRow = units.flatMap(({ passage }, unit) => {
    if (units[unit + 1]?.passage !== passage) return [];
    const length = Math.sqrt(2 + 2 * dot(vector(first + unit), vector(first + unit + 1)));
    const sum = (cosines[unit] ?? 0) + (cosines[unit + 1] ?? 0);
    return length > 0 ? [{ unit, cosine: sum / length }] : [];
  });
  return [...alone, ...inRow];
}
