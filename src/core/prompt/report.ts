import type { Message } from '../ports.ts';
import type { PromptRequest, ThreadTurn } from './assemble.ts';
import type { PromptFormat } from './formats.ts';
import { countMessages } from './messages.ts';
import { orderPassages, type CandidatePassage, type DropReason, type Selection } from './select.ts';

/** What assembly did, for the inspector and for tests. */
export interface PromptReport {
  kind: 'answer' | 'own-knowledge' | 'abstain';
  /** Empty where the owner switched it off. */
  nonce: string;
  format: string;
  placement: 'user' | 'system';
  template: 'firstQuestion' | 'followUpQuestion';
  /** Numbers of the injected passages in the order in which they stand. */
  order: number[];
  /** By part, chat template's marks included; `total` is the whole request. */
  tokens: {
    window: number;
    reply: number;
    system: number;
    history: number;
    question: number;
    total: number;
  };
  passages: { id: string; kept: boolean; reason?: DropReason }[];
  /** Exchanges of the thread that were left out, oldest first. */
  droppedTurns: number;
}

/** What came out of assembly. */
export interface Outcome {
  kind: PromptReport['kind'];
  selection: Selection;
  messages: Message[];
  /** Exchanges that are in the request. */
  turns: readonly ThreadTurn[];
}

export function buildReport(
  request: PromptRequest,
  format: PromptFormat,
  { kind, selection, messages, turns }: Outcome,
): PromptReport {
  const { options, history, passages } = request;
  const { kept, dropped } = selection;
  const placeOf = (passage: CandidatePassage) => passages.indexOf(passage) + 1;
  const reasons = new Map(dropped.map(({ passage, reason }) => [passage, reason]));
  return {
    kind,
    nonce: options.nonce ? request.nonce : '',
    format: format.name,
    placement: options.turns === 'persistent' ? 'system' : options.placement,
    template: history.length === 0 ? 'firstQuestion' : 'followUpQuestion',
    order: orderPassages(kept, options.order).map(placeOf),
    tokens: countParts(request, messages),
    passages: passages.map((passage) => {
      const reason = reasons.get(passage);
      return { id: passage.id, kept: kept.includes(passage), ...(reason && { reason }) };
    }),
    droppedTurns: history.length - turns.length,
  };
}

function countParts(request: PromptRequest, messages: readonly Message[]): PromptReport['tokens'] {
  const last = messages.length - 1;
  return {
    window: request.window,
    reply: request.options.replyTokens,
    system: countMessages(request, messages.slice(0, 1)),
    history: countMessages(request, messages.slice(1, Math.max(1, last))),
    question: countMessages(request, messages.slice(Math.max(1, last))),
    total: countMessages(request, messages),
  };
}
