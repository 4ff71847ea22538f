import { fingerprint } from '../hash.ts';
import { dot } from '../ranking/cosine.ts';
import { NEAR_DUPLICATE } from '../ranking/fuse.ts';
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
  /** What stands before it in its section, nearest first. */
  before?: readonly Neighbour[] | undefined;
  after?: readonly Neighbour[] | undefined;
}

/** A passage beside another one, in the same section. */
export interface Neighbour {
  id: string;
  text: string;
}

/** Why a passage is not in the prompt. */
export type DropReason =
  | 'below the minimum score'
  | 'empty'
  | 'repeats another'
  | 'part of another'
  | 'over the number'
  | 'over budget'
  | 'larger than the budget';

/** Whether a passage was good enough and only found no room. */
export const isForRoom = (reason: DropReason | undefined) =>
  reason === 'over budget' || reason === 'larger than the budget';

/** A passage in the prompt, with what stands round it in its section. */
export interface ChosenPassage {
  passage: CandidatePassage;
  /** Joined to it, nearest first. */
  before: readonly Neighbour[];
  after: readonly Neighbour[];
}

export interface Selection {
  kept: ChosenPassage[];
  dropped: { passage: CandidatePassage; reason: DropReason }[];
}

interface Room {
  /** Tokens that passages may use in all. */
  budget: number;
  /** Tokens of a passage as it is written into the prompt. */
  countTokens: (passage: CandidatePassage) => number;
  /** Tokens of a neighbour, which is joined without marks of its own. */
  countText: (text: string) => number;
}

/**
 * Passages worth injecting, best first: good enough, each said once, whole, within number and tokens.
 * Then room that is left goes to their neighbours, a whole one at a time, best passage first: what
 * answers a question often stands next to what sounds like it.
 */
export function selectPassages(
  candidates: readonly CandidatePassage[],
  options: Pick<PromptOptions, 'minScore' | 'maxPassages' | 'maxPassageTokens'>,
  { budget, countTokens, countText }: Room,
): Selection {
  const selection: Selection = { kept: [], dropped: [] };
  const room = Math.min(budget, options.maxPassageTokens);
  let left = room;
  for (const passage of candidates) {
    const next = joinTo(selection.kept, passage);
    const tokens = next ? countText(passage.text) : countTokens(passage);
    const isJoined = next !== undefined;
    const reason = refuse(passage, { selection, options, tokens, room, left, isJoined });
    if (!reason) left -= tokens;
    if (reason ?? next) selection.dropped.push({ passage, reason: reason ?? 'part of another' });
    if (!reason && next) selection.kept[next.place] = next.chosen;
    else if (!reason) selection.kept.push(alone(passage));
  }
  widen(selection.kept, left, countText);
  return selection;
}

/** A chosen passage that a candidate stands next to, with the candidate joined to it. */
function joinTo(kept: readonly ChosenPassage[], { id }: CandidatePassage) {
  for (const [place, chosen] of kept.entries()) {
    const side = SIDES.find((each) => nextOn(chosen, each)?.id === id);
    if (side) return { place, chosen: join(chosen, side) };
  }
  return undefined;
}

/** What leads up to a passage is tried first: on real questions it held an answer somewhat more often. */
const SIDES = ['before', 'after'] as const;
type Side = (typeof SIDES)[number];

const nextOn = (chosen: ChosenPassage, side: Side): Neighbour | undefined =>
  chosen.passage[side]?.[chosen[side].length];

function join(chosen: ChosenPassage, side: Side): ChosenPassage {
  const next = nextOn(chosen, side);
  return next ? { ...chosen, [side]: [...chosen[side], next] } : chosen;
}

function widen(kept: ChosenPassage[], room: number, countText: Room['countText']): void {
  const used = new Set(kept.flatMap(idsOf));
  let left = room;
  for (let isGrowing = true; isGrowing;) {
    isGrowing = false;
    for (const [place, chosen] of kept.entries()) {
      const side = SIDES.find((each) => {
        const next = nextOn(chosen, each);
        return next && !used.has(next.id) && countText(next.text) <= left;
      });
      const next = side && nextOn(chosen, side);
      if (!next) continue;
      left -= countText(next.text);
      used.add(next.id);
      kept[place] = join(chosen, side);
      isGrowing = true;
    }
  }
}

/** A passage without its neighbours. */
export const alone = (passage: CandidatePassage): ChosenPassage => ({
  passage,
  before: [],
  after: [],
});

export const isWide = ({ before, after }: ChosenPassage): boolean =>
  before.length + after.length > 0;

/** The same without one neighbour, the outermost of the weakest that has any. */
export function narrow(kept: readonly ChosenPassage[]): ChosenPassage[] {
  const last = kept.findLastIndex(isWide);
  return kept.map((chosen, place) => {
    if (place !== last) return chosen;
    const side = chosen.after.length > 0 ? 'after' : 'before';
    return { ...chosen, [side]: chosen[side].slice(0, -1) };
  });
}

/** A passage and what stands beside it, nearest first on each side, in the order of the page. */
export const inPageOrder = <T>(
  passage: T,
  { before, after }: { before: readonly T[]; after: readonly T[] },
): T[] => [...[...before].reverse(), passage, ...after];

const partsOf = (chosen: ChosenPassage): Neighbour[] => inPageOrder(chosen.passage, chosen);

/** Of a chosen passage and all that was joined to it, in the order of the page. */
export const idsOf = (chosen: ChosenPassage): string[] => partsOf(chosen).map(({ id }) => id);

/** Its text with its neighbours', in the order of the page. */
export const wholeText = (chosen: ChosenPassage): string =>
  partsOf(chosen)
    .map(({ text }) => text)
    .join('\n\n');

interface Situation {
  selection: Selection;
  options: Pick<PromptOptions, 'minScore' | 'maxPassages'>;
  tokens: number;
  room: number;
  left: number;
  /** Whether it becomes part of another, and so no passage of its own. */
  isJoined: boolean;
}

function refuse(
  passage: CandidatePassage,
  { selection: { kept }, options, tokens, room, left, isJoined }: Situation,
): DropReason | undefined {
  if (passage.text.trim() === '') return 'empty';
  if ((passage.score ?? 1) < options.minScore) return 'below the minimum score';
  if (kept.some((other) => saysTheSame(other.passage, passage))) return 'repeats another';
  if (kept.length >= options.maxPassages && !isJoined) return 'over the number';
  if (tokens > room) return 'larger than the budget';
  return tokens > left ? 'over budget' : undefined;
}

function saysTheSame(a: CandidatePassage, b: CandidatePassage): boolean {
  if (textKey(a) === textKey(b)) return true;
  if (!a.vector || !b.vector || a.vector.length !== b.vector.length) return false;
  return dot(a.vector, b.vector) > NEAR_DUPLICATE;
}

const textKey = ({ text }: CandidatePassage) => fingerprint(text.replace(/\s+/g, ' ').trim());

/** `edges`: the best first, the second best last, the weakest in the middle. */
export function orderPassages<T>(bestFirst: readonly T[], order: PromptOptions['order']): T[] {
  if (order === 'strongest-first') return [...bestFirst];
  const front = bestFirst.filter((_, index) => index % 2 === 0);
  const back = bestFirst.filter((_, index) => index % 2 === 1);
  return [...front, ...back.reverse()];
}
