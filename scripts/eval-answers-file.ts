import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Scores } from './answer-scores.ts';

/** How the replies came about. */
export interface RunLine {
  kind: 'run';
  date: string;
  model: string;
  browser: string;
  /** Tokens of a reply at most. */
  maxTokens: number;
}

/** A question as the model is asked it. It is kept, so that a later run asks the very same. */
export interface RequestLine {
  kind: 'request';
  id: string;
  question: string;
  /** Strings that a right answer holds. */
  facts: string[];
  /** Numbers by which the passages are cited. */
  injected: number[];
  nonce: string;
  /** In ChatML, up to where the reply starts. */
  prompt: string;
}

/** A question for which too little is found, so that no model is asked. */
export interface UnaskedLine {
  kind: 'unasked';
  id: string;
}

/** One reply of the model, as it came. */
export interface AnswerLine {
  kind: 'answer';
  /** The question's. */
  id: string;
  /** What the reply was made to start with; empty for nothing. */
  opening: string;
  /** What follows the opening. */
  reply: string;
  /** Whether the reply met the limit of its tokens. */
  isCut: boolean;
  promptTokens: number;
  replyTokens: number;
  /** Added when a run ends. */
  scores?: Scores;
}

export type Line = RunLine | RequestLine | UnaskedLine | AnswerLine;

/** Lines of earlier runs; none where there is no file. One that was broken off counts for nothing. */
export async function readLines<L extends object = Line>(path: string): Promise<L[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as L];
    } catch {
      return [];
    }
  });
}

/** Adds a line at once, so that nothing is lost when the run is stopped. */
export async function appendLine(path: string, line: object): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  // A line before it may have been broken off.
  const text = await readFile(path, 'utf8').catch(() => '');
  const start = text === '' || text.endsWith('\n') ? '' : '\n';
  await appendFile(path, `${start}${JSON.stringify(line)}\n`);
}

/** The whole file anew. */
export async function writeLines(path: string, lines: readonly Line[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await rename(`${path}.new`, path);
}
