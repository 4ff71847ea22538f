import { fingerprint } from '../src/core/hash.ts';
import { TEMPERATURE } from '../src/core/options.ts';
import { ARMS, OBEYED_CASES, requestOf, type HostileTask } from './bench-hostile-prompts.ts';
import { chatMl } from './chat-ml.ts';
import { appendLine, readLines } from './eval-answers-file.ts';
import type { RunningModel } from './eval-answers-model.ts';
import { askInTurn } from './eval-answers-turns.ts';

/** Runs of each document and each way. */
const SEEDS = 8;

/** Tokens of a reply at most: what a model obeys shows in its first sentences. */
export const REPLY_TOKENS = 40;

/** A reply as it came. */
export interface HostileReply extends HostileTask {
  reply: string;
}

/** A line of the file of what is done. */
interface Finished {
  /** Fingerprint of all that the reply depends on. */
  id: string;
  reply: string;
  /** Name and version. */
  browser: string;
}

/** What is there after a run, of this one and those before. */
export interface HostileRun {
  replies: HostileReply[];
  isComplete: boolean;
  /** Each browser that the model ran in. */
  browsers: string[];
}

export interface HostileRunOptions {
  /** Path of a GGUF file with a ChatML model. */
  gguf: string;
  /** Where finished runs are kept. */
  state: string;
  threads: number;
  signal: AbortSignal;
}

interface Open extends HostileTask {
  id: string;
  prompt: string;
  stop: string[];
}

/** Of one document and way all runs in a row: a request that is the same is read once. */
const tasks = (): HostileTask[] =>
  ARMS.flatMap((arm) =>
    OBEYED_CASES.flatMap(({ file }) =>
      Array.from({ length: SEEDS }, (_, index) => ({ file, arm, seed: index + 1 })),
    ),
  );

function openTask(task: HostileTask, gguf: string): Open {
  const { messages, report } = requestOf(task);
  const prompt = chatMl(messages);
  const stop = report.nonce ? [`-${report.nonce}`] : [];
  const rest = [gguf, task.seed, REPLY_TOKENS, TEMPERATURE, ...stop];
  return { ...task, prompt, stop, id: fingerprint(JSON.stringify([prompt, ...rest])) };
}

/** Asks what has not been asked yet, one after the other, until the signal stops it. */
export async function runHostile(options: HostileRunOptions): Promise<HostileRun> {
  const { gguf, state, signal } = options;
  const all = tasks().map((task) => openTask(task, gguf));
  const before = new Set((await readLines<Finished>(state)).map(({ id }) => id));
  const open = all.filter(({ id }) => !before.has(id));
  console.error(`${all.length - open.length} of ${all.length} replies are there already.`);
  if (open.length > 0 && !signal.aborted) await ask(open, options);
  const done = new Map((await readLines<Finished>(state)).map((line) => [line.id, line]));
  const found = all.flatMap(({ id, file, arm, seed }) => {
    const line = done.get(id);
    return line ? [{ file, arm, seed, ...line }] : [];
  });
  return {
    replies: found.map(({ file, arm, seed, reply }) => ({ file, arm, seed, reply })),
    isComplete: found.length === all.length,
    browsers: [...new Set(found.map(({ browser }) => browser))],
  };
}

const ask = (open: readonly Open[], { gguf, state, threads, signal }: HostileRunOptions) =>
  askInTurn(open, {
    ...{ gguf, threads, signal, ask: write },
    keep: (finished) => appendLine(state, finished),
    name: ({ file, arm, seed }) => `${file}, ${arm}, seed ${seed}`,
  });

async function write({ id, prompt, stop, seed }: Open, model: RunningModel): Promise<Finished> {
  const sampling = { seed, temperature: TEMPERATURE };
  const { text } = await model.complete({ prompt, stop, maxTokens: REPLY_TOKENS, ...sampling });
  return { id, reply: text, browser: model.browser };
}
