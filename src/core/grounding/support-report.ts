import type { Alteration } from './near-copy.ts';

/** Whether the passages say what a claim says. "not" means not found in them, never that it is wrong. */
export type Verdict = 'supported' | 'partly' | 'not';

/** A sentence or code of a passage, as it stands there. */
export interface SourceQuote {
  /** Number of the passage. */
  source: number;
  text: string;
}

/** A part of the answer: `answer.slice(start, end)`. */
export interface TextPart {
  text: string;
  start: number;
  end: number;
}

export interface SupportedClaim extends TextPart {
  kind: 'sentence' | 'code';
  verdict: Verdict;
  /** Nothing like it is in the passages: it can be struck out, as what is `missing`. */
  isStruck: boolean;
  /** How well it is supported, 0 to 1. */
  score: number;
  /** The passages that support it by themselves, best first, each with what is nearest to it there. */
  sources: SourceQuote[];
  /** What is nearest to it in all passages, whether or not it supports it. */
  nearest?: SourceQuote;
  /** Names, options, paths and numbers that stand in no passage, nor in the question. */
  missing: TextPart[];
  /** Where it copies a sentence, but for another value or the contrary. */
  altered: Alteration[];
}

export interface SupportReport {
  claims: SupportedClaim[];
  /**
   * Of the whole answer: every claim supported; more than half of them not, so that it is better
   * withdrawn; something between. "empty" where it claims nothing.
   */
  verdict: 'supported' | 'mixed' | 'unsupported' | 'empty';
}

/** Share of unsupported claims above which an answer is better withdrawn. */
const MOSTLY = 0.5;

export function reportOf(claims: SupportedClaim[]): SupportReport {
  if (claims.length === 0) return { claims, verdict: 'empty' };
  const share = claims.filter(({ verdict }) => verdict === 'not').length / claims.length;
  if (share > MOSTLY) return { claims, verdict: 'unsupported' };
  const isWhole = claims.every(({ verdict }) => verdict === 'supported');
  return { claims, verdict: isWhole ? 'supported' : 'mixed' };
}
