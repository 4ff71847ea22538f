import { parseArgs } from 'node:util';

/** A corpus with the questions about it, as paths of JSON-lines files. */
export interface Site {
  corpus: string;
  questions: string;
}

export interface AnswersCommand {
  kind: 'answers';
  gguf: string;
  sites: Site[];
  /** Texts that a reply is made to start with; the first is empty. */
  openings: string[];
  /** Questions at most, over all sites. */
  limit: number;
  threads: number;
  out: string;
}

export type Command = AnswersCommand | { kind: 'help' } | { kind: 'wrong'; message: string };

/** The opening that is compared where none is named. */
const DEFAULT_OPENING = 'According to the documentation,';

export const USAGE = `npm run eval:answers -- --gguf FILE --corpus FILE --questions FILE [options]

Asks a small language model the same questions with and without a fixed opening of its reply, and
counts what it invents. Can be stopped with Ctrl+C; the same command goes on where it stopped.

  --gguf FILE       a ChatML model, such as SmolLM2-135M-Instruct; default $ASKPAGE_GGUF
  --corpus FILE     pages as JSON lines: id, title, text (Markdown)
  --questions FILE  questions about it as JSON lines: id, type, question, answer_facts; those of the
                    type "answerable" are asked. Both may be given several times, as pairs
  --opening TEXT    may be given several times; default "${DEFAULT_OPENING}"
  --limit N         questions at most, taken from the pairs in turn; default all
  --threads N       threads of the model; default 1, which is fastest beside other work
  --out FILE        where the answers go; default docs/eval/answers-<date>.jsonl`;

/** @param env Holds `ASKPAGE_GGUF` where the model isn't named. */
export function readCommand(args: readonly string[], env: NodeJS.ProcessEnv): Command {
  try {
    return read(args, env);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return { kind: 'wrong', message: `${message}\n\n${USAGE}` };
  }
}

function read(args: readonly string[], env: NodeJS.ProcessEnv): Command {
  const [text, list] = [{ type: 'string' }, { type: 'string', multiple: true }] as const;
  const lists = { corpus: list, questions: list, opening: list };
  const options = { ...lists, gguf: text, limit: text, threads: text, out: text };
  const { values } = parseArgs({
    args: [...args],
    options: { ...options, help: { type: 'boolean' } },
  });
  if (values.help) return { kind: 'help' };
  const gguf = values.gguf ?? env.ASKPAGE_GGUF;
  if (!gguf) throw new Error('The model is missing: add --gguf and the name of a file.');
  return {
    ...{ kind: 'answers', gguf, sites: pair(values.corpus ?? [], values.questions ?? []) },
    openings: [...new Set(['', ...(values.opening ?? [DEFAULT_OPENING])])],
    limit: readCount('--limit', values.limit) ?? Infinity,
    threads: readCount('--threads', values.threads) ?? 1,
    out: values.out ?? `docs/eval/answers-${new Date().toISOString().slice(0, 10)}.jsonl`,
  };
}

function pair(corpora: readonly string[], questions: readonly string[]): Site[] {
  if (corpora.length === 0 || corpora.length !== questions.length) {
    throw new Error(
      `Give as many --questions as --corpus, at least one of each; here are ${questions.length} and ${corpora.length}.`,
    );
  }
  return corpora.map((corpus, index) => ({ corpus, questions: questions[index] ?? '' }));
}

function readCount(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^[1-9]\d*$/.test(value)) return Number(value);
  throw new Error(`${option} "${value}" is no whole number above 0.`);
}
