import type { Message } from '../ports.ts';
import type { ThreadTurn } from './assemble.ts';
import { countMessages, countPassage, isSentAgain, messagesOf, type Draft } from './messages.ts';
import {
  alone,
  idsOf,
  orderPassages,
  type CandidatePassage,
  type ChosenPassage,
  type DropReason,
  type Selection,
} from './select.ts';

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
  /** By part, chat template's marks included; the four parts add up to `total`, the whole request. */
  tokens: {
    window: number;
    reply: number;
    /** Rules, without passages that stand in the system turn. */
    system: number;
    history: number;
    /** All passages with their marks, in whichever turn they stand. */
    passages: number;
    question: number;
    total: number;
  };
  passages: ReportedPassage[];
  /** Exchanges of the thread that were left out, oldest first. */
  droppedTurns: number;
  /** In sticky turns: exchanges that stand there without their passages, for want of room. */
  reducedTurns: number;
}

/** What became of a passage. */
export interface ReportedPassage {
  id: string;
  /** The number by which it is cited. */
  number: number;
  /** Its tokens, with its marks and what was joined to it. */
  tokens: number;
  kept: boolean;
  /** Passages of the same section that were joined to it, in the order of the page. */
  joined?: string[];
  reason?: DropReason;
}

/** What came out of assembly. */
export interface Outcome {
  kind: PromptReport['kind'];
  selection: Selection;
  messages: Message[];
  /** Exchanges that are in the request. */
  turns: readonly ThreadTurn[];
  /** See `Parts`. */
  plainTurns?: number;
}

export function buildReport(draft: Draft, outcome: Outcome): PromptReport {
  const { request, format, firstNumber } = draft;
  const { kind, selection, turns, plainTurns = turns.length } = outcome;
  const { options, history, passages } = request;
  const numberOf = ({ passage }: ChosenPassage) => passages.indexOf(passage) + firstNumber;
  const isSticky = options.turns === 'sticky';
  const reduced = isSticky ? turns.slice(0, plainTurns) : [];
  return {
    kind,
    nonce: options.nonce ? request.nonce : '',
    format: format.name,
    placement: options.turns === 'persistent' ? 'system' : options.placement,
    template: history.length === 0 ? 'firstQuestion' : 'followUpQuestion',
    order: orderPassages(selection.kept, options.order).map(numberOf),
    tokens: countParts(draft, outcome),
    passages: reportPassages(draft, selection),
    droppedTurns: history.length - turns.length,
    reducedTurns: reduced.filter((turn) => isSentAgain(draft, turn)).length,
  };
}

function reportPassages(draft: Draft, { kept, dropped }: Selection): ReportedPassage[] {
  const reasons = new Map(dropped.map(({ passage, reason }) => [passage, reason]));
  return draft.request.passages.map((passage, index) => {
    const reason = reasonOf(passage, kept, reasons.get(passage));
    const chosen = kept.find((each) => each.passage === passage);
    const joined = chosen && idsOf(chosen).filter((id) => id !== passage.id);
    return {
      id: passage.id,
      number: index + draft.firstNumber,
      tokens: countPassage(draft, chosen ?? alone(passage)),
      kept: chosen !== undefined,
      ...(joined?.length && { joined }),
      ...(reason && { reason }),
    };
  });
}

/** What was part of another passage may have been taken out again for want of room. */
function reasonOf(
  { id }: CandidatePassage,
  kept: readonly ChosenPassage[],
  reason: DropReason | undefined,
): DropReason | undefined {
  if (reason !== 'part of another') return reason;
  return kept.some((chosen) => idsOf(chosen).includes(id)) ? reason : 'over budget';
}

function countParts(draft: Draft, { kind, messages }: Outcome): PromptReport['tokens'] {
  const { request } = draft;
  const count = (some: readonly Message[]) => countMessages(request, some);
  const isSent = messages.length > 0;
  const bare = isSent ? messagesOf(draft, { kind, kept: [], turns: [] }) : [];
  const [system, question] = [count(bare.slice(0, 1)), count(bare.slice(1))];
  const history = count(messages.slice(1, -1));
  const total = count(messages);
  return {
    window: request.window,
    reply: request.options.replyTokens,
    ...{ system, history, passages: total - system - history - question, question, total },
  };
}
