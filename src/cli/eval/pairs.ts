import { access, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AskPageError } from '../../core/errors.ts';

/** What belongs together: documents, questions about them, and judgements where there are any. */
export interface PairPaths {
  corpus: string;
  questions: string;
  qrels?: string | undefined;
}

/** An option as it was given, in order. */
export interface Given {
  name: string;
  value: string;
}

/**
 * Pairs from the order of `--corpus`, `--questions` and `--qrels`: the first corpus goes with the
 * first questions, and judgements with the questions before them.
 * @throws {AskPageError} `bad-option` where one has no partner.
 */
export function pairGiven(given: readonly Given[]): PairPaths[] {
  const corpora = given.filter(({ name }) => name === 'corpus').map(({ value }) => value);
  const questions: { file: string; qrels: string | undefined }[] = [];
  for (const { name, value } of given) {
    if (name === 'questions') questions.push({ file: value, qrels: undefined });
    if (name !== 'qrels') continue;
    const last = questions.at(-1);
    if (!last || last.qrels !== undefined)
      throw unpaired(`--qrels ${value} follows no --questions of its own`);
    last.qrels = value;
  }
  if (corpora.length !== questions.length) {
    throw unpaired(`${corpora.length} × --corpus and ${questions.length} × --questions`);
  }
  return questions.map(({ file, qrels }, index) => ({
    corpus: corpora[index] ?? '',
    questions: file,
    qrels,
  }));
}

const unpaired = (what: string) =>
  new AskPageError('bad-option', `${what}. Give --corpus PATH --questions FILE for each site.`);

/**
 * Every pair of a folder: `corpora/NAME.jsonl` or a folder `corpora/NAME/` with each
 * `questions/NAME.jsonl` or `questions/NAME.….jsonl`, and `NAME.qrels….tsv` beside `NAME.queries.jsonl`.
 * @throws {AskPageError} `bad-file` where there is none.
 */
export async function findPairs(folder: string): Promise<PairPaths[]> {
  const corpora = await names(join(folder, 'corpora'));
  const files = await names(join(folder, 'questions'));
  const pairs = corpora.flatMap((entry) => {
    const name = entry.replace(/\.jsonl$/, '');
    const own = files.filter((file) => file === `${name}.jsonl` || isOf(file, name));
    return own
      .filter((file) => file.endsWith('.jsonl'))
      .map((file): PairPaths => {
        const qrels = isQueries(file) && files.find((each) => isQrels(each, name));
        return {
          corpus: join(folder, 'corpora', entry),
          questions: join(folder, 'questions', file),
          ...(qrels && { qrels: join(folder, 'questions', qrels) }),
        };
      });
  });
  if (pairs.length > 0) return pairs;
  throw new AskPageError(
    'bad-file',
    `No pair was found in ${folder}. It has to hold corpora/NAME.jsonl and questions/NAME.jsonl.`,
  );
}

async function names(folder: string): Promise<string[]> {
  try {
    const found = await readdir(folder, { withFileTypes: true });
    return found
      .filter((entry) => entry.isDirectory() || /\.(?:jsonl|tsv)$/.test(entry.name))
      .map(({ name }) => name)
      .sort();
  } catch (cause) {
    throw new AskPageError(
      'bad-file',
      `There is no folder ${folder}. --all wants a folder that holds corpora/ and questions/.`,
      { cause },
    );
  }
}

const isOf = (file: string, name: string) => file.startsWith(`${name}.`);
const isQueries = (file: string) => /\.queries\.jsonl$/.test(file);
const isQrels = (file: string, name: string) => isOf(file, name) && /\.qrels\b.*\.tsv$/.test(file);

/** Names of pairs for people: the corpus', and the questions' where a corpus has several. */
export function pairNames(pairs: readonly PairPaths[]): string[] {
  const own = pairs.map(({ corpus }) => basename(corpus).replace(/\.jsonl$/i, ''));
  const isUnique = (name: string) => own.filter((each) => each === name).length === 1;
  const longer = pairs.map(({ questions }, index) =>
    isUnique(own[index] ?? '') ? (own[index] ?? '') : basename(questions).replace(/\.jsonl$/i, ''),
  );
  return longer.map((name, index) => {
    const before = longer.slice(0, index).filter((each) => each === name).length;
    return before === 0 ? name : `${name} (${before + 1})`;
  });
}

/** Whether a file can be made at a path: told before minutes of work, not after. */
export async function checkFolder(file: string): Promise<void> {
  await access(dirname(file)).catch((cause: unknown) => {
    throw new AskPageError('bad-option', `There is no folder for ${file}. Make it first.`, {
      cause,
    });
  });
}
