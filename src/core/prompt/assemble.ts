import { AskPageError } from '../errors.ts';
import type { Message, Turn } from '../ports.ts';
import { resolveFormat } from './formats.ts';
import {
  countFrame,
  countMessages,
  countPassage,
  harmlessPassage,
  isSentAgain,
  messagesOf,
  type Draft,
} from './messages.ts';
import { createNeutraliser } from './neutralise.ts';
import { checkPromptOptions, type PromptOptions } from './options.ts';
import { buildReport, type Outcome, type PromptReport } from './report.ts';
import {
  alone,
  isForRoom,
  isWide,
  narrow,
  selectPassages,
  type CandidatePassage,
  type Selection,
} from './select.ts';

/** A finished exchange, with what sticky turns need to send it once more as it was. */
export interface ThreadTurn extends Turn {
  /** The user's turn as it was sent, passages included. */
  sent?: string | undefined;
  /** The model's reply as it came. Default: `answer`. */
  reply?: string | undefined;
  /** Numbers by which the passages in `sent` are cited. Default: none. */
  numbers?: readonly number[] | undefined;
}

export interface PromptRequest {
  question: string;
  /** Best first; numbered in this order. In persistent turns the whole corpus. */
  passages: readonly CandidatePassage[];
  /** Earlier exchanges, oldest first. */
  history: readonly ThreadTurn[];
  /** See `drawNonce`. In persistent turns the conversation's. */
  nonce: string;
  /** Tokens that prompt and reply share. */
  window: number;
  /** Tokens of a text; the engine's own counts, or an estimate. */
  countTokens: (text: string) => number;
  /** The model's own control tokens. */
  controlTokens?: readonly string[];
  options: PromptOptions;
}

export interface Prompt {
  /** `abstain`: nothing relevant was found, or none of it fits (see the report), and no model is to run. */
  kind: 'answer' | 'own-knowledge' | 'abstain';
  messages: Message[];
  /** Numbers that an answer may cite, ascending: of passages, and of those in exchanges sent once more. */
  injected: number[];
  report: PromptReport;
  /** Undoes what was done to control tokens, for the model's reply. */
  restore: (reply: string) => string;
}

/**
 * Question, passages and history as messages, within the window. What doesn't fit is left out whole:
 * history first, oldest first, then the weakest passages. Pure: equal requests give equal prompts.
 * @throws {AskPageError} `bad-option`; `context-overflow` where the question alone doesn't fit.
 */
export function assemblePrompt(request: PromptRequest): Prompt {
  checkRequest(request);
  const { options, nonce, controlTokens = [] } = request;
  const format = resolveFormat(options.format);
  // Our own marks are not harmful in a whole turn.
  const plain = createNeutraliser(controlTokens);
  const harmless = createNeutraliser([...controlTokens, ...(format.reserved ?? [])]);
  const draft: Draft = {
    request,
    format,
    nonce: options.nonce ? `-${nonce}` : '',
    harmless,
    isHarmless: (turn) => plain.isHarmless(turn),
    question: harmless.neutralise(request.question),
    firstNumber: firstNumber(request),
  };
  const selection = select(draft);
  const kind = kindOf(selection, options);
  if (kind === 'abstain') return finish(draft, { kind, selection, messages: [], turns: [] });
  return fit(draft, selection, kind);
}

/** Passages of exchanges that are sent once more keep their numbers, so new ones go on from there. */
function firstNumber({ history, options }: PromptRequest): number {
  const used = options.turns === 'sticky' ? history.flatMap(({ numbers = [] }) => numbers) : [];
  return Math.max(0, ...used) + 1;
}

function kindOf({ kept, dropped }: Selection, { nothingFound }: PromptOptions): Prompt['kind'] {
  if (kept.length > 0) return 'answer';
  // Something was found: a model that can't be shown it must not answer from what it knows.
  if (dropped.some(({ reason }) => isForRoom(reason))) return 'abstain';
  return nothingFound === 'abstain' ? 'abstain' : 'own-knowledge';
}

function checkRequest({ passages, options, window }: PromptRequest): void {
  checkPromptOptions(options);
  if (!(window > options.replyTokens)) {
    throw new AskPageError(
      'bad-option',
      `A window of ${window} tokens leaves nothing beside ${options.replyTokens} for the reply. ` +
        'Take a larger window or fewer reply tokens.',
    );
  }
  const ids = passages.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) {
    throw new AskPageError('bad-option', `Two passages have the id "${twice}". Give each its own.`);
  }
}

/** Passages in the budget that the question alone leaves; history gets what remains. */
function select(draft: Draft): Selection {
  const { request } = draft;
  const { passages, options } = request;
  const budget = passageBudget(draft);
  if (options.turns === 'persistent') return wholeCorpus(draft, budget);
  return selectPassages(passages, options, {
    budget: budget - countFrame(draft),
    countTokens: (passage) => countPassage(draft, alone(passage)),
    countText: (text) => request.countTokens(`\n\n${draft.harmless.neutralise(text)}`),
  });
}

function wholeCorpus(draft: Draft, budget: number): Selection {
  const { request, format, nonce } = draft;
  const isEmpty = ({ text }: CandidatePassage) => text.trim() === '';
  const kept = request.passages.filter((passage) => !isEmpty(passage)).map(alone);
  const written = format.passages(
    kept.map((chosen) => harmlessPassage(draft, chosen)),
    nonce,
  );
  const tokens = request.countTokens(written);
  if (tokens > budget) {
    throw new AskPageError(
      'context-overflow',
      `The whole corpus needs ${tokens} tokens, and ${budget} are left. Use turns: "ephemeral", or a larger window.`,
    );
  }
  const empty = request.passages.filter(isEmpty);
  return { kept, dropped: empty.map((passage) => ({ passage, reason: 'empty' })) };
}

/**
 * Tokens that passages may use: the window without the reply, the system turn and the question.
 * @throws {AskPageError} `context-overflow` where these alone fill the window.
 */
function passageBudget(draft: Draft): number {
  const { request } = draft;
  const bare = messagesOf(draft, { kept: [], turns: [], kind: 'answer' });
  const left = request.window - request.options.replyTokens - countMessages(request, bare);
  if (left < 0) throw tooLong(request, -left);
  return left;
}

const tooLong = ({ window }: PromptRequest, tokens: number) =>
  new AskPageError(
    'context-overflow',
    `The question is ${tokens} tokens too long for the model's window of ${window}. Shorten it.`,
  );

/** Leaves out what is over the window; last the weakest passages, for tokens of parts don't add up exactly. */
function fit(draft: Draft, selection: Selection, kind: Prompt['kind']): Prompt {
  const { request } = draft;
  const { options, window } = request;
  const turns = [...request.history];
  let kept = [...selection.kept];
  const dropped = [...selection.dropped];
  let plainTurns = options.turns === 'sticky' ? 0 : turns.length;
  for (;;) {
    const messages = messagesOf(draft, { kind, kept, turns, plainTurns });
    const over = countMessages(request, messages) - (window - options.replyTokens);
    const selection = { kept, dropped };
    if (over <= 0) return finish(draft, { kind, selection, messages, turns, plainTurns });
    // The passages of earlier exchanges are the least loss, so they go first; then what was joined.
    if (plainTurns < turns.length) plainTurns++;
    else if (kept.some(isWide)) kept = narrow(kept);
    else if (turns.length > 0) {
      turns.shift();
      plainTurns--;
    } else {
      const last = options.turns === 'persistent' ? undefined : kept.pop();
      if (!last) throw tooLong(request, over);
      dropped.push({ passage: last.passage, reason: 'over budget' });
      if (kept.length === 0) {
        return finish(draft, { kind: 'abstain', selection, messages: [], turns });
      }
    }
  }
}

function finish(draft: Draft, outcome: Outcome): Prompt {
  const { harmless } = draft;
  const { kind, messages, turns, plainTurns = turns.length } = outcome;
  const report = buildReport(draft, outcome);
  const earlier = turns.slice(plainTurns).filter((turn) => isSentAgain(draft, turn));
  const numbers = [...earlier.flatMap((turn) => turn.numbers ?? []), ...report.order];
  return {
    kind,
    messages,
    injected: kind === 'answer' ? [...new Set(numbers)].sort((a, b) => a - b) : [],
    report,
    restore: (reply) => harmless.restore(reply),
  };
}
