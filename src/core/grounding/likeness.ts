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
  /** The same for each passage by itself, with its nearest unit. */
  passages: (Likeness & { unit: number })[];
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
  const units = unitScores(claim, sources, similarities);
  const passages = sources.passages.map((passage, index) => {
    const isOwn = (unit: number) => sources.units[unit]?.passage === index;
    return {
      meaning: similarities && highestOf(similarities, isOwn),
      words: share(claim.content, passage.terms),
      pairs: share(pairs, passage.pairs),
      unit: bestOf(units, isOwn),
    };
  });
  return {
    meaning: similarities && highestOf(similarities, () => true),
    words: Math.max(0, ...passages.map(({ words }) => words)),
    pairs: Math.max(0, ...passages.map((passage) => passage.pairs)),
    passages,
    unit: bestOf(units, () => true),
  };
}

const highestOf = (similarities: readonly Similarity[], isMeant: (unit: number) => boolean) =>
  similarities.reduce(
    (most, { unit, cosine }) => (isMeant(unit) ? Math.max(most, cosine) : most),
    -1,
  );

/** How near each unit is, by meaning and words. */
function unitScores(
  { content }: Claim,
  { units }: Sources,
  similarities: readonly Similarity[] = [],
): number[] {
  // Two in a row are no sentence that could be quoted.
  const near = similarities.slice(0, 2 * units.length);
  return units.map(
    ({ terms }, index) =>
      share(content, new Set(terms)) + highestOf(near, (unit) => unit === index),
  );
}

/** Index of the highest score; −1 where none is meant. */
const bestOf = (scores: readonly number[], isMeant: (unit: number) => boolean): number =>
  scores.reduce(
    (best, score, index) => (isMeant(index) && score > (scores[best] ?? -Infinity) ? index : best),
    -1,
  );

/** Share of `wanted` that is in `there`; 1 where nothing is wanted. */
function share(wanted: readonly string[], there: ReadonlySet<string>): number {
  if (wanted.length === 0) return 1;
  return wanted.filter((each) => there.has(each)).length / wanted.length;
}

/**
 * Similarities of a claim's unit vector to each of `Sources.toEmbed`, whose vectors are given, then to
 * each two units in a row: the mean of two sentences' vectors is near that of both, and costs no embedding.
 */
export function similaritiesOf(
  claim: Float32Array,
  vectors: readonly Float32Array[],
  { units }: Sources,
): Similarity[] {
  const cosines = vectors.map((vector) => dot(claim, vector));
  const alone = cosines.map((cosine, index) => ({ unit: index % units.length, cosine }));
  const inRow = units.flatMap(({ passage }, unit) => {
    const [first, second] = [vectors[unit], vectors[unit + 1]];
    if (!first || !second || units[unit + 1]?.passage !== passage) return [];
    const length = Math.sqrt(2 + 2 * dot(first, second));
    const sum = (cosines[unit] ?? 0) + (cosines[unit + 1] ?? 0);
    return length > 0 ? [{ unit, cosine: sum / length }] : [];
  });
  return [...alone, ...inRow];
}
