import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AskPageError, describeThrown } from '../../core/errors.ts';
import { findPairs, pairGiven, type PairPaths } from './pairs.ts';

export const USAGE = `askpage eval --corpus PATH --questions FILE [--qrels FILE] ... [options]
askpage eval --all FOLDER [options]
askpage eval --grounding FOLDER [options]

Asks questions whose answers are known, and tells how many the search finds.

  --corpus PATH     a folder of built pages, or a JSON lines file of documents; may be given several times
  --questions FILE  JSON lines with "question", "gold" and "answer_facts"; one for each corpus
  --qrels FILE      BEIR's judgements for the --questions before it
  --all FOLDER      every pair in FOLDER/corpora and FOLDER/questions
  --grounding FOLDER  checks labelled answers of a model instead: passages.jsonl, claims.jsonl and
                    probes.jsonl in FOLDER
  --encoder NAME    how questions are encoded: full (default) or light
  --compare         ranks with plain BM25, vectors alone and MiniSearch as well
  --misses          lists each question that was missed, with what came instead
  --json            prints one JSON object
  --svg FILE        writes a chart
  --models DIR      folder that holds the embedding model; default: the one that came with askpage
  --model ID        name of the model's folder in it
  --reranker ID     name of a cross-encoder's folder in it, which reads the best hits again
  --cache FILE      where vectors are kept between runs; default .cache/eval-vectors`;

export interface EvalArguments {
  pairs: PairPaths[];
  encoder: 'light' | 'full';
  compare: boolean;
  misses: boolean;
  json: boolean;
  svg: string | undefined;
  models: string | undefined;
  model: string | undefined;
  reranker: string | undefined;
  /** Without extension. */
  cache: string;
}

/** What is asked for: search, or the check of generated answers. */
export type EvalTask =
  | ({ kind: 'search' } & EvalArguments)
  | ({ kind: 'grounding'; folder: string } & Omit<
      EvalArguments,
      'pairs' | 'encoder' | 'reranker' | 'compare' | 'svg'
    >);

const OPTIONS = {
  corpus: { type: 'string', multiple: true },
  questions: { type: 'string', multiple: true },
  qrels: { type: 'string', multiple: true },
  all: { type: 'string' },
  grounding: { type: 'string' },
  encoder: { type: 'string', default: 'full' },
  compare: { type: 'boolean', default: false },
  misses: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  svg: { type: 'string' },
  models: { type: 'string' },
  model: { type: 'string' },
  reranker: { type: 'string' },
  cache: { type: 'string', default: '.cache/eval-vectors' },
  help: { type: 'boolean' },
} as const;

/**
 * Reads the words behind `askpage eval`.
 * @returns `undefined` where help is asked for.
 * @throws {AskPageError} `bad-option` for words that can't be used.
 */
export async function parseEvalArguments(args: readonly string[]): Promise<EvalTask | undefined> {
  const { values, tokens } = parse(args);
  if (values.help) return undefined;
  const given = tokens.flatMap((token) =>
    token.kind === 'option' && token.value !== undefined
      ? [{ name: token.name, value: token.value }]
      : [],
  );
  const { encoder, all } = values;
  if (encoder !== 'light' && encoder !== 'full') {
    throw new AskPageError('bad-option', `--encoder ${encoder} is unknown. Use full or light.`);
  }
  const { misses, json, models, model } = values;
  const cache = resolve(values.cache);
  const common = { misses, json, models, model, cache };
  if (values.grounding !== undefined)
    return { kind: 'grounding', folder: resolve(values.grounding), ...common };
  const pairs = [...pairGiven(given), ...(all === undefined ? [] : await findPairs(all))];
  if (pairs.length === 0) {
    throw new AskPageError(
      'bad-option',
      'Nothing to ask. Give --corpus and --questions, --all FOLDER, or --grounding FOLDER.',
    );
  }
  const { compare, reranker } = values;
  const svg = values.svg === undefined ? undefined : resolve(values.svg);
  return { kind: 'search', pairs, encoder, reranker, compare, svg, ...common };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, tokens: true });
  } catch (cause) {
    const remedy = 'See askpage eval --help.';
    throw new AskPageError('bad-option', `${describeThrown(cause)}. ${remedy}`, { cause });
  }
}
