import type { Message } from '../ports.ts';
import type { PromptRequest, ThreadTurn } from './assemble.ts';
import type { PromptFormat, PromptPassage } from './formats.ts';
import type { Neutraliser } from './neutralise.ts';
import type { PromptReport } from './report.ts';
import { orderPassages, wholeText, type ChosenPassage } from './select.ts';
import { NEWER_RULE, questionTurn, systemTurn } from './turns.ts';

/** A request with what its parts are written with. */
export interface Draft {
  request: PromptRequest;
  format: PromptFormat;
  /** With its hyphen, or empty. */
  nonce: string;
  harmless: Neutraliser;
  /** Whether a whole turn, our own marks in it, holds no control token. */
  isHarmless: (turn: string) => boolean;
  question: string;
  /** Number of the first passage. */
  firstNumber: number;
}

/** What is to stand in the request. */
export interface Parts {
  kind: PromptReport['kind'];
  kept: readonly ChosenPassage[];
  turns: readonly ThreadTurn[];
  /** How many of `turns`, the oldest, stand as question and answer; the others as they were sent. Default: all. */
  plainTurns?: number;
}

export function messagesOf(draft: Draft, parts: Parts): Message[] {
  const { request, format, nonce, question } = draft;
  const { options, history } = request;
  const { kind, turns, plainTurns = turns.length } = parts;
  const context = contextOf(draft, parts);
  const inSystem = isInSystem(draft);
  const system = systemTurn({ options, format, kind, context: inSystem ? context : '' });
  const user = questionTurn({
    options,
    kind,
    isFirst: history.length === 0,
    context: inSystem ? '' : context,
    question: format.question(question, nonce),
  });
  return [
    { role: 'system', content: system },
    ...turns.flatMap((turn, index) => exchange(draft, turn, index >= plainTurns)),
    { role: 'user', content: user },
  ];
}

const isInSystem = ({ request: { options } }: Draft) =>
  options.placement === 'system' || options.turns === 'persistent';

/** Passages as the format writes them, and below them a rule that only matters where they have dates. */
function contextOf(draft: Draft, { kept }: Parts): string {
  const { request, format, nonce } = draft;
  if (kept.length === 0) return '';
  const ordered = orderPassages(kept, request.options.order);
  const passages = ordered.map((each) => harmlessPassage(draft, each));
  const written = format.passages(passages, nonce);
  const showsDates = passages.some(({ date }) => date && written.includes(date));
  return showsDates ? `${written}\n\n${NEWER_RULE}` : written;
}

/** An earlier exchange: its question and answer; where wished and possible, both as the engine has them. */
function exchange(draft: Draft, turn: ThreadTurn, isSticky: boolean): Message[] {
  const { harmless, isHarmless } = draft;
  const { question, answer, sent, reply } = turn;
  const isSame = isSticky && isSentAgain(draft, turn);
  const hasReply = isSame && reply !== undefined && isHarmless(reply);
  return [
    { role: 'user', content: isSame ? (sent ?? '') : harmless.neutralise(question) },
    { role: 'assistant', content: hasReply ? reply : harmless.neutralise(answer) },
  ];
}

/**
 * Whether an exchange can be sent once more as it was. A thread whose passages stand in the system turn
 * never holds a second set; and a turn that was written for another model may hold this one's tokens.
 */
export const isSentAgain = (draft: Draft, { sent }: ThreadTurn): boolean =>
  sent !== undefined && !isInSystem(draft) && draft.isHarmless(sent);

export function harmlessPassage(
  { request, harmless, firstNumber }: Draft,
  chosen: ChosenPassage,
): PromptPassage {
  const { title, url, date, score, dataset } = chosen.passage;
  return {
    id: request.passages.indexOf(chosen.passage) + firstNumber,
    title: harmless.neutralise(title),
    url: harmless.neutralise(url),
    text: harmless.neutralise(wholeText(chosen)),
    date: date && harmless.neutralise(date),
    score,
    dataset: dataset && harmless.neutralise(dataset),
  };
}

/** Tokens of what stands round all passages. */
export const countFrame = ({ request, format, nonce }: Draft): number =>
  request.countTokens(format.passages([], nonce));

/** Tokens of a passage with its marks and all that was joined to it. */
export function countPassage(draft: Draft, chosen: ChosenPassage): number {
  const { request, format, nonce } = draft;
  const written = format.passages([harmlessPassage(draft, chosen)], nonce);
  return request.countTokens(written) - countFrame(draft);
}

/** Tokens that a chat template adds round one message, on the high side. */
const TURN_TOKENS = 8;

/** Tokens of messages, with what a chat template adds round each. */
export function countMessages(
  { countTokens }: PromptRequest,
  messages: readonly Message[],
): number {
  return messages.reduce((sum, { content }) => sum + countTokens(content) + TURN_TOKENS, 0);
}
