import { stem } from './stem.ts';
import { isUnspaced, queryTerms, unfinishedTerms } from './tokenise.ts';
import { isCorrectable, type Vocabulary } from './vocabulary.ts';

/** A term of the index that stands for a word of the question. */
export interface Variant {
  /** Position in the vocabulary. */
  id: number;
  /** What an occurrence counts: 1 for the word itself, less for a completion or a correction. */
  weight: number;
}

/** A word of the question and the terms of the index that count as it; none if it is strange to the site. */
export interface TermGroup {
  term: string;
  variants: Variant[];
}

const MAX_COMPLETIONS = 32;
const MAX_CORRECTIONS = 8;
/** For a whole word; a completion counts less the more of it the reader has still to type. */
const COMPLETION_WEIGHT = 0.7;
/** By edits: corrections are guesses, two edits the wilder ones. */
const CORRECTION_WEIGHTS = [1, 0.8, 0.5] as const;
/** Each goes through all terms of the index once. */
const MAX_CORRECTED_WORDS = 8;

/** What a group is made from. */
export interface Expansion {
  vocabulary: Vocabulary;
  /** In how many rows a term occurs. */
  frequency: (id: number) => number;
}

/** The question's terms with their completions (the last word, if `prefix`) and corrections (unknown words). */
export function groupTerms(query: string, prefix: boolean, expansion: Expansion): TermGroup[] {
  const unfinished = prefix ? unfinishedTerms(query) : [];
  let corrected = 0;
  const groups = queryTerms(query).map((term): TermGroup => {
    const known = exactVariants(term, expansion);
    if (known.length > 0 || !isCorrectable(term)) return { term, variants: known };
    if (++corrected > MAX_CORRECTED_WORDS) return { term, variants: [] };
    return { term, variants: corrections(term, expansion) };
  });
  return unfinished.length > 0 ? completeLast(groups, unfinished, expansion) : groups;
}

function exactVariants(term: string, { vocabulary, frequency }: Expansion): Variant[] {
  if (isUnspaced(term) && Array.from(term).length === 1) {
    // Where it was not written alone, a character stands in the index only inside bigrams.
    const holders = vocabulary.terms.flatMap((known, id) => (known.includes(term) ? [id] : []));
    return mostFrequent(holders, frequency, MAX_COMPLETIONS).map((id) => ({ id, weight: 1 }));
  }
  const id = vocabulary.find(term);
  return id >= 0 ? [{ id, weight: 1 }] : [];
}

function corrections(term: string, { vocabulary, frequency }: Expansion): Variant[] {
  const neighbours = vocabulary.misspellingsOf(term);
  const weight = CORRECTION_WEIGHTS[neighbours[0]?.distance ?? 0] ?? 0;
  const ids = neighbours.map((neighbour) => neighbour.id);
  return mostFrequent(ids, frequency, MAX_CORRECTIONS).map((id) => ({ id, weight }));
}

/** Adds completions to the groups of the question's last word, which the reader may not have finished. */
function completeLast(
  groups: readonly TermGroup[],
  unfinished: readonly string[],
  expansion: Expansion,
): TermGroup[] {
  const completed = unfinished.flatMap((beginning): TermGroup[] => {
    const variants = completions(beginning, expansion);
    return variants.length > 0 ? [{ term: beginning, variants }] : [];
  });
  return groups.map((group) => {
    const better = completed.find(({ term }) => stem(term) === group.term);
    if (!better) return group;
    const exact = group.variants.filter(({ weight }) => weight === 1);
    const others = better.variants.filter(({ id }) => exact.every((known) => known.id !== id));
    return { term: group.term, variants: [...exact, ...others] };
  });
}

function completions(beginning: string, { vocabulary, frequency }: Expansion): Variant[] {
  const [from, to] = vocabulary.startingWith(beginning);
  const ids = Array.from({ length: to - from }, (_, index) => from + index);
  return mostFrequent(ids, frequency, MAX_COMPLETIONS).map((id) => ({
    id,
    weight: (COMPLETION_WEIGHT * beginning.length) / (vocabulary.terms[id] ?? '').length,
  }));
}

function mostFrequent(ids: number[], frequency: (id: number) => number, limit: number): number[] {
  return ids.sort((a, b) => frequency(b) - frequency(a) || a - b).slice(0, limit);
}
