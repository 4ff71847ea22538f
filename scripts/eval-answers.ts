import { basename } from 'node:path';
import { scoreAnswer } from './answer-scores.ts';
import {
  appendLine,
  readLines,
  writeLines,
  type AnswerLine,
  type Line,
  type RequestLine,
} from './eval-answers-file.ts';
import type { RunningModel } from './eval-answers-model.ts';
import { askInTurn } from './eval-answers-turns.ts';
import { readCommand, USAGE, type AnswersCommand } from './eval-answers-options.ts';
import { describeAnswers, type Scored } from './eval-answers-report.ts';
import { makeRequests, shownIn, type Request } from './eval-answers-requests.ts';

/** Tokens of a reply at most: what a small model adds after them is mostly repetition. */
const MAX_TOKENS = 160;

interface Task {
  request: RequestLine;
  opening: string;
}

const ofKind =
  <K extends Line['kind']>(kind: K) =>
  (line: Line): line is Extract<Line, { kind: K }> =>
    line.kind === kind;

const isRequest = (line: Line): line is Request =>
  line.kind === 'request' || line.kind === 'unasked';

const findAnswer = (lines: readonly Line[], { request, opening }: Task): AnswerLine | undefined =>
  lines.filter(ofKind('answer')).find((line) => line.id === request.id && line.opening === opening);

async function answer({ request, opening }: Task, model: RunningModel): Promise<AnswerLine> {
  const { id, prompt, nonce } = request;
  const { text, isCut, promptTokens, replyTokens } = await model.complete({
    ...{ prompt: prompt + opening, maxTokens: MAX_TOKENS },
    stop: [`-${nonce}`],
  });
  return { kind: 'answer', id, opening, reply: text, isCut, promptTokens, replyTokens };
}

function answerAll(
  tasks: readonly Task[],
  { gguf, threads, out }: AnswersCommand,
  signal: AbortSignal,
): Promise<void> {
  return askInTurn(tasks, {
    ...{ gguf, threads, signal, ask: answer },
    begin: ({ browser }) => {
      const date = new Date().toISOString().slice(0, 10);
      const made = { date, model: basename(gguf), browser, maxTokens: MAX_TOKENS };
      return appendLine(out, { kind: 'run', ...made });
    },
    keep: (line) => appendLine(out, line),
    name: ({ request, opening }) => `${request.id}, ${JSON.stringify(opening)}`,
  });
}

/** @throws {Error} where the file holds another model's answers. */
async function checkModel({ gguf, out }: AnswersCommand): Promise<void> {
  const runs = (await readLines(out)).filter(ofKind('run'));
  const other = runs.find(({ model }) => model !== basename(gguf));
  if (!other) return;
  throw new Error(`${out} holds answers of ${other.model}; name another file with --out.`);
}

/** The requests of all questions, those of earlier runs as they were; the others are kept for later ones. */
async function findRequests({ sites, limit, out }: AnswersCommand): Promise<Request[]> {
  const known = (await readLines(out)).filter(isRequest);
  const requests = await makeRequests(sites, { limit, known });
  for (const request of requests) if (!known.includes(request)) await appendLine(out, request);
  return requests;
}

async function run(command: AnswersCommand, signal: AbortSignal): Promise<void> {
  const { openings, out } = command;
  await checkModel(command);
  const requests = await findRequests(command);
  const tasks = requests
    .filter(ofKind('request'))
    .flatMap((request) => openings.map((opening) => ({ request, opening })));
  const before = await readLines(out);
  const open = tasks.filter((task) => !findAnswer(before, task));
  console.error(`${tasks.length - open.length} of ${tasks.length} answers are there already.`);
  if (open.length > 0 && !signal.aborted) await answerAll(open, command, signal);
  const lines = (await readLines(out)).map(withScores);
  await writeLines(out, lines);
  const answers = tasks.flatMap((task) => findAnswer(lines, task) ?? []);
  console.log(describeAnswers(answers.filter(isScored), openings));
  const unasked = requests.filter(ofKind('unasked')).map(({ id }) => id);
  if (unasked.length > 0) {
    console.log(`\nToo little was found, so no model is asked: ${unasked.join(', ')}`);
  }
  console.log(`\nWritten to ${out}`);
}

/** Scores are computed anew from the request and the reply, whichever run they come from. */
function withScores(line: Line, _: number, lines: readonly Line[]): Line {
  if (line.kind !== 'answer') return line;
  const request = lines.filter(ofKind('request')).find(({ id }) => id === line.id);
  if (!request) return line;
  const { facts, injected, nonce } = request;
  const { reply, isCut } = line;
  const scores = scoreAnswer({ reply, isCut, shown: shownIn(request), facts, injected, nonce });
  return { ...line, scores };
}

const isScored = (line: AnswerLine): line is Scored => line.scores !== undefined;

async function main(): Promise<number> {
  const command = readCommand(process.argv.slice(2), process.env);
  if (command.kind === 'help') {
    console.log(USAGE);
    return 0;
  }
  if (command.kind === 'wrong') {
    console.error(command.message);
    return 2;
  }
  const stop = new AbortController();
  process.once('SIGINT', () => {
    console.error('Stopping; the same command goes on from here.');
    stop.abort();
  });
  try {
    await run(command, stop.signal);
  } catch (thrown) {
    console.error(thrown instanceof Error ? thrown.message : String(thrown));
    return 1;
  }
  return stop.signal.aborted ? 130 : 0;
}

process.exitCode = await main();
