import type { Hit } from '../ports.ts';
import { tokenise } from '../ranking/tokenise.ts';
import type { QuoteUnit } from './quote-units.ts';

/** One quoted piece of an extractive answer. */
export interface Quote {
  kind: 'sentence' | 'code';
  text: string;
  language: string;
  /** Number of the source, 1 for the first hit. */
  source: number;
}

export interface ExtractiveAnswer {
  /** The heading under which the first quote stands, where it names the thing asked for. */
  heading: string | undefined;
  quotes: Quote[];
}

const MAX_SENTENCES = 3;
const MAX_WORDS = 90;
const MAX_CODE_LINES = 20;

/** Share of the best unit's score that a further one must reach. */
const WORTHY = 0.75;

/** How much meaning, words and the passage's own rank count; by trial on real questions. */
const WEIGHTS = { meaning: 0.5, words: 0.25, passage: 0.25 } as const;

export interface QuoteRequest {
  question: string;
  hits: readonly Hit[];
  units: readonly QuoteUnit[];
  /** Cosine similarity of each unit to the question; without it words decide alone. */
  similarities?: readonly number[] | undefined;
}

/**
 * One to three whole sentences, or one code block, that answer the question most directly, in
 * reading order. Nothing is rephrased.
 */
export function selectQuotes(request: QuoteRequest): ExtractiveAnswer {
  const { hits, units } = request;
  const scores = scoreUnits(request);
  const order = units.map((_, index) => index).sort((a, b) => at(scores, b) - at(scores, a));
  const best = order[0];
  const first = best === undefined ? undefined : units[best];
  if (best === undefined || !first) return { heading: undefined, quotes: [] };
  const chosen = [first, ...followers(request, { best, scores, order })];
  chosen.sort((a, b) => a.hit - b.hit || a.order - b.order);
  return {
    heading: hits[first.hit]?.passage.section.headings.at(-1),
    quotes: chosen.map(({ kind, text, language, hit }) => ({
      kind,
      text: kind === 'code' ? cutCode(text, request.question) : text,
      language,
      source: hit + 1,
    })),
  };
}

const at = (scores: readonly number[], index: number) => scores[index] ?? 0;

function followers(
  { units }: QuoteRequest,
  { best, scores, order }: { best: number; scores: number[]; order: number[] },
): QuoteUnit[] {
  const first = units[best];
  if (!first || first.kind === 'code') return [];
  const chosen: QuoteUnit[] = [];
  let words = countWords(first.text);
  for (const index of order) {
    const unit = units[index];
    if (!unit || index === best || unit.kind === 'code') continue;
    if (chosen.length + 1 >= MAX_SENTENCES || at(scores, index) < WORTHY * at(scores, best)) break;
    if (words + countWords(unit.text) > MAX_WORDS) continue;
    words += countWords(unit.text);
    chosen.push(unit);
  }
  return chosen;
}

const countWords = (text: string) => text.split(/\s+/).length;

function scoreUnits({ question, hits, units, similarities }: QuoteRequest): number[] {
  const overlap = wordOverlap(question, units);
  return units.map((unit, index) => {
    const words = at(overlap, index);
    const passage = hits[unit.hit]?.fused ?? 0;
    if (!similarities) return 0.6 * words + 0.4 * passage;
    const meaning = Math.max(0, at(similarities, index));
    return WEIGHTS.meaning * meaning + WEIGHTS.words * words + WEIGHTS.passage * passage;
  });
}

/**
 * For each unit the share of the question's terms that it holds, 0 to 1, a term weighted by how few
 * of the units hold it.
 */
function wordOverlap(question: string, units: readonly QuoteUnit[]): number[] {
  const terms = [...new Set(tokenise(question))];
  const sets = units.map(({ text }) => new Set(tokenise(text)));
  const weights = terms.map((term) => {
    const holders = sets.filter((set) => set.has(term)).length;
    return Math.log(1 + (units.length + 1) / (holders + 1));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  return sets.map(
    (set) => terms.reduce((sum, term, i) => sum + (set.has(term) ? at(weights, i) : 0), 0) / total,
  );
}

/** A long block is cut to the lines round the best match. */
function cutCode(code: string, question: string): string {
  const lines = code.split('\n');
  if (lines.length <= MAX_CODE_LINES) return code;
  const terms = new Set(tokenise(question));
  const matches = lines.map((line) => tokenise(line).filter((term) => terms.has(term)).length);
  let best = 0;
  let bestSum = -1;
  for (let start = 0; start + MAX_CODE_LINES <= lines.length; start++) {
    const sum = matches.slice(start, start + MAX_CODE_LINES).reduce((a, b) => a + b, 0);
    if (sum > bestSum) [best, bestSum] = [start, sum];
  }
  return lines.slice(best, best + MAX_CODE_LINES).join('\n');
}
