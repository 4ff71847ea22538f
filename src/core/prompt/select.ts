import { fingerprint } from '../hash.ts';
import type { PromptOptions } from './options.ts';

/** A passage that may go into the prompt, as retrieval found it: best first. */
export interface CandidatePassage {
  /** Names it in the report. */
  id: string;
  title: string;
  url: string;
  text: string;
  /** Fused score, 0 to 1; without one it counts as good enough. */
  score?: number | undefined;
  date?: string | undefined;
  dataset?: string | undefined;
  /** Unit vector; finds near-duplicates. */
  vector?: Float32Array | undefined;
}

/** Why a passage is not in the prompt. */
export type DropReason =
  | 'below the minimum score'
  | 'empty'
  | 'repeats another'
  | 'over the number'
  | 'over budget'
  | 'larger than the budget';

/** Whether a passage was good enough and only found no room. */
export const isForRoom = (reason: DropReason | undefined) =>
  reason === 'over budget' || reason === 'larger than the budget';

export interface Selection {
  kept: CandidatePassage[];
  dropped: { passage: CandidatePassage; reason: DropReason }[];
}

/** Above this cosine two passages say the same. */
const NEAR_DUPLICATE = 0.97;

/**
 * Passages worth injecting, best first: good enough, each said once, whole, within number and tokens.
 * @param budget Tokens that passages may use in all.
 * @param countTokens Tokens of a passage as it is written into the prompt.
 */
export function selectPassages(
  candidates: readonly CandidatePassage[],
  options: Pick<PromptOptions, 'minScore' | 'maxPassages' | 'maxPassageTokens'>,
  { budget, countTokens }: { budget: number; countTokens: (passage: CandidatePassage) => number },
): Selection {
  const selection: Selection = { kept: [], dropped: [] };
  const room = Math.min(budget, options.maxPassageTokens);
  let used = 0;
  for (const passage of candidates) {
    const tokens = countTokens(passage);
    const reason = refuse(passage, { selection, options, tokens, room, used });
    if (reason) selection.dropped.push({ passage, reason });
    else {
      selection.kept.push(passage);
      used += tokens;
    }
  }
  return selection;
}

interface Situation {
  selection: Selection;
  options: Pick<PromptOptions, 'minScore' | 'maxPassages'>;
  tokens: number;
  room: number;
  used: number;
}

function refuse(
  passage: CandidatePassage,
  { selection: { kept }, options, tokens, room, used }: Situation,
): DropReason | undefined {
  if (passage.text.trim() === '') return 'empty';
  if ((passage.score ?? 1) < options.minScore) return 'below the minimum score';
  if (kept.some((other) => saysTheSame(other, passage))) return 'repeats another';
  if (kept.length >= options.maxPassages) return 'over the number';
  if (tokens > room) return 'larger than the budget';
  return used + tokens > room ? 'over budget' : undefined;
}

function saysTheSame(a: CandidatePassage, b: CandidatePassage): boolean {
  if (textKey(a) === textKey(b)) return true;
  if (!a.vector || !b.vector || a.vector.length !== b.vector.length) return false;
  const other = b.vector;
  return a.vector.reduce((sum, x, i) => sum + x * (other[i] ?? 0), 0) > NEAR_DUPLICATE;
}

const textKey = ({ text }: CandidatePassage) => fingerprint(text.replace(/\s+/g, ' ').trim());

/** `edges`: the best first, the second best last, the weakest in the middle. */
export function orderPassages<T>(bestFirst: readonly T[], order: PromptOptions['order']): T[] {
  if (order === 'strongest-first') return [...bestFirst];
  const front = bestFirst.filter((_, index) => index % 2 === 0);
  const back = bestFirst.filter((_, index) => index % 2 === 1);
  return [...front, ...back.reverse()];
}
