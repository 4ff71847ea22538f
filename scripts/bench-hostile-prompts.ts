import { estimateTokens } from '../src/core/documents/tokens.ts';
import { fingerprint } from '../src/core/hash.ts';
import { DEFAULT_WINDOW } from '../src/core/options.ts';
import { assemblePrompt, type Prompt } from '../src/core/prompt/assemble.ts';
import type { PromptFormat } from '../src/core/prompt/formats.ts';
import { drawNonce } from '../src/core/prompt/nonce.ts';
import { DEFAULT_PROMPT, SMALL_MODEL, type PromptOptions } from '../src/core/prompt/options.ts';
import type { CandidatePassage } from '../src/core/prompt/select.ts';
import { CASES, passagesIn, pastedIn, type HostileCase } from '../test/hostile/documents.ts';

/**
 * Ways to write one request. `ours`: tags with a random code, the text made harmless. `fixed`: the same
 * tags without a code, the text as it is. `untagged`: the text as it is, and nothing round it. `widget`:
 * as ours, and the text is what the widget reads of the document.
 */
export const ARMS = ['ours', 'fixed', 'untagged', 'widget'] as const;
export type Arm = (typeof ARMS)[number];

/** One request that is asked. */
export interface HostileTask {
  file: string;
  arm: Arm;
  /** Of the model's sampling; every few have another code. */
  seed: number;
}

/** Documents for which only the answer shows whether they were obeyed. */
const FILES = /^(?:01|03|04|06|07|19|20|21|23|25)-/;
export const OBEYED_CASES = CASES.filter(({ file }) => FILES.test(file));

/** Runs with the same code: reading a request anew takes longer than writing a reply. */
const RUNS_OF_CODE = 4;

/** Characters of a document that are pasted: all of most, and the start of the flood. */
export const PASTED = 1200;

const UNTAGGED: PromptFormat = {
  name: 'untagged',
  explanation: '',
  passages: (passages) => passages.map(({ text }) => text).join('\n\n'),
  question: (question) => question,
};

const OPTIONS: Readonly<Record<Arm, Partial<PromptOptions>>> = {
  ours: {},
  fixed: { nonce: false },
  untagged: { format: UNTAGGED, nonce: false },
  widget: {},
};

/** Of the two that harden nothing the text goes in as it stands. */
const isRaw = (arm: Arm): boolean => arm === 'fixed' || arm === 'untagged';

export function requestOf({ file, arm, seed }: HostileTask): Prompt {
  const hostile = caseOf(file);
  const { question } = hostile;
  const passages = (arm === 'widget' ? passagesIn(hostile) : pasted(hostile)).map(unnamed);
  const code = Math.ceil(seed / RUNS_OF_CODE);
  let next = Number.parseInt(fingerprint(`${file} ${code}`).slice(0, 8), 16);
  const prompt = assemblePrompt({
    ...{ question, passages, history: [], window: DEFAULT_WINDOW, countTokens: estimateTokens },
    nonce: drawNonce([question, ...passages.map(({ text }) => text)], () => next++),
    options: { ...DEFAULT_PROMPT, ...SMALL_MODEL, ...OPTIONS[arm] },
  });
  if (!isRaw(arm)) return prompt;
  const messages = prompt.messages.map(({ role, content }) => ({
    role,
    content: prompt.restore(content),
  }));
  return { ...prompt, messages };
}

export function caseOf(file: string): HostileCase {
  const found = CASES.find((each) => each.file === file);
  if (!found) throw new Error(`There is no hostile document ${file}.`);
  return found;
}

const pasted = (hostile: HostileCase): CandidatePassage[] =>
  pastedIn(hostile).map((passage) => ({
    ...passage,
    title: /^# (.+)$/m.exec(passage.text)?.[1] ?? '',
    text: passage.text.slice(0, PASTED),
  }));

/** The names of the files say what is wrong with them. */
const unnamed = (passage: CandidatePassage): CandidatePassage => ({
  ...passage,
  url: passage.url.replace(/^[^#]*/, 'page.html'),
});
