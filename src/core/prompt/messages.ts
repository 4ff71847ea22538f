import type { Message } from '../ports.ts';
import type { PromptRequest, ThreadTurn } from './assemble.ts';
import type { PromptFormat, PromptPassage } from './formats.ts';
import type { Neutraliser } from './neutralise.ts';
import type { PromptReport } from './report.ts';
import { orderPassages, type CandidatePassage } from './select.ts';
import { NEWER_RULE, questionTurn, systemTurn } from './turns.ts';

/** A request with what its parts are written with. */
export interface Draft {
  request: PromptRequest;
  format: PromptFormat;
  /** With its hyphen, or empty. */
  nonce: string;
  harmless: Neutraliser;
  question: string;
}

/** What is to stand in the request. */
export interface Parts {
  kind: PromptReport['kind'];
  kept: readonly CandidatePassage[];
  turns: readonly ThreadTurn[];
  /** Whether the last exchange is sent as it was sent before, passages included. */
  isSticky?: boolean;
}

export function messagesOf(draft: Draft, parts: Parts): Message[] {
  const { request, format, nonce, question } = draft;
  const { options, history } = request;
  const { kind, turns, isSticky = false } = parts;
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
    ...turns.flatMap((turn, index) =>
      exchange(draft, turn, isSticky && index === turns.length - 1),
    ),
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

/** An earlier exchange: its question and answer; where wished, the question as it was sent. */
function exchange(draft: Draft, turn: ThreadTurn, isSticky: boolean): Message[] {
  const { harmless } = draft;
  const { question, answer, sent } = turn;
  // A thread whose passages stand in the system turn never holds a second set; and a turn that was
  // written for another model may hold this one's tokens.
  const isSent = isSticky && sent !== undefined && !isInSystem(draft) && harmless.isHarmless(sent);
  return [
    { role: 'user', content: isSent ? sent : harmless.neutralise(question) },
    { role: 'assistant', content: harmless.neutralise(answer) },
  ];
}

export function harmlessPassage(
  { request, harmless }: Draft,
  passage: CandidatePassage,
): PromptPassage {
  const { title, url, text, date, score, dataset } = passage;
  return {
    id: request.passages.indexOf(passage) + 1,
    title: harmless.neutralise(title),
    url: harmless.neutralise(url),
    text: harmless.neutralise(text),
    date: date && harmless.neutralise(date),
    score,
    dataset: dataset && harmless.neutralise(dataset),
  };
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
