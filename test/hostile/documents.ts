import { readFileSync } from 'node:fs';
import { headingPath, passagesOf } from '../../src/core/documents/passages.ts';
import { readMarkdown } from '../../src/core/documents/markdown.ts';
import { DEFAULT_WINDOW } from '../../src/core/options.ts';
import { estimateTokens } from '../../src/core/documents/tokens.ts';
import { assemblePrompt, type Prompt, type PromptRequest } from '../../src/core/prompt/assemble.ts';
import { DEFAULT_PROMPT, type PromptOptions } from '../../src/core/prompt/options.ts';
import type { CandidatePassage } from '../../src/core/prompt/select.ts';

export const HOSTILE_FOLDER = 'test/fixtures/hostile/';

export interface HostileCase {
  file: string;
  /** What kind of hostile document it is. */
  class?: string;
  question: string;
  /** What an answer has to say. */
  fact: string;
}

export const CASES: readonly HostileCase[] = readFileSync(`${HOSTILE_FOLDER}expect.jsonl`, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as HostileCase);

export const textOf = ({ file }: HostileCase) => readFileSync(HOSTILE_FOLDER + file, 'utf8');

/** A document's passages as a good search would find them: those that hold the fact first. */
export function passagesIn(hostile: HostileCase): CandidatePassage[] {
  const all = readMarkdown({ url: hostile.file, markdown: textOf(hostile) }).flatMap(passagesOf);
  const found = all.map(({ id, section, text }, index) => ({
    ...{ id: `${id} ${index}`, text, url: section.url },
    title: headingPath(section),
  }));
  const isHit = ({ text }: CandidatePassage) => text.includes(hostile.fact);
  return [...found.filter(isHit), ...found.filter((each) => !isHit(each))];
}

/** The file as it is, as a tool would paste it. */
export const pastedIn = (hostile: HostileCase): CandidatePassage[] => [
  { id: hostile.file, title: hostile.file, url: hostile.file, text: textOf(hostile) },
];

interface Given extends Partial<Omit<PromptRequest, 'options'>> {
  options?: Partial<PromptOptions>;
}

export function requestFor({ question }: HostileCase, { options, ...given }: Given): Prompt {
  return assemblePrompt({
    ...{ question, passages: [], history: [], nonce: '0a1b2c3d' },
    ...{ window: DEFAULT_WINDOW, countTokens: estimateTokens },
    options: { ...DEFAULT_PROMPT, ...options },
    ...given,
  });
}
