import type { Claim } from './claims.ts';
import type { Likeness } from './likeness.ts';

/** Scores below which something is not found in the sources, 0 to 1. */
export interface SupportSettings {
  /** A sentence, where its meaning was compared. */
  meaning: number;
  /** A sentence by words alone. */
  words: number;
  /** A block of code. */
  code: number;
  /** How far below its threshold a sentence is struck: nothing like it is in the sources. */
  far: number;
}

/**
 * Set on 164 claims of a small model about two sites' documentation, and 15 correct paraphrases: no
 * supported claim and a third of the paraphrases lie below. The model's code is far from both sides of
 * its threshold. See docs/evaluate.md for what they reach.
 */
export const SETTINGS: SupportSettings = { meaning: 0.64, words: 0.2, code: 0.6, far: 0.25 };

/** Share of meaning in a sentence's score; the rest is words. Anything from .8 to .9 serves as well. */
const MEANING = 0.85;

/** Taken off a sentence where a name or number of it stands nowhere in the sources. */
const MISSING = 0.15;

export interface ScoreContext {
  kind: Claim['kind'];
  settings: SupportSettings;
  /** Whether a name or number of the claim stands nowhere in the sources. */
  isMissing: boolean;
}

/** What likeness says by itself. */
export interface Judged {
  score: number;
  verdict: 'supported' | 'not';
  isStruck: boolean;
}

/**
 * How well the sources support a claim: a sentence by its nearest sentence's meaning and the share of
 * its words; by words and pairs of words where there are no vectors. Code by pairs of words alone: its
 * order matters, and its meaning says little.
 */
export function judgeLikeness(likeness: Likeness, context: ScoreContext): Judged {
  const { kind, settings, isMissing } = context;
  if (kind === 'code') return judge(likeness.pairs, settings.code, 0);
  const { meaning, words, pairs } = likeness;
  const lost = isMissing ? MISSING : 0;
  if (meaning === undefined) return judge((words + pairs) / 2 - lost, settings.words, settings.far);
  const score = MEANING * meaning + (1 - MEANING) * words - lost;
  return judge(score, settings.meaning, settings.far);
}

function judge(score: number, threshold: number, far: number): Judged {
  const verdict = score >= threshold ? 'supported' : 'not';
  return { score: Math.max(0, score), verdict, isStruck: score < threshold - far };
}
