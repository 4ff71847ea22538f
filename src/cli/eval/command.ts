import { readFile } from 'node:fs/promises';
import { DEFAULT_MODEL, type EmbedderFiles, type EmbeddingModel } from '../../worker/embed-api.ts';
import type { CrossEncoder } from '../../worker/cross-encoder.ts';
import { loadVoy, type VoyFactory } from '../../worker/voy-index.ts';
import { parseEvalArguments, USAGE, type EvalArguments, type EvalTask } from './arguments.ts';
import { readCorpus, type Corpus } from './corpus.ts';
import type { BuildWork } from '../build-vectors.ts';
import { chooseModel } from '../chosen-model.ts';
import { interruptible } from '../interruptible.ts';
import { fitLight } from '../light-site.ts';
import { fullEncoder, lightEncoder } from './encoder.ts';
import { groundingJson, printGrounding, printGroundingMisses } from './grounding-print.ts';
import { evaluateGrounding } from './grounding.ts';
import { readJudgements } from './judgements.ts';
import { checkFolder, pairNames, type PairPaths } from './pairs.ts';
import { readQuestions } from './question.ts';
import { INTERVALS, report } from './report.ts';
import { runCorpus, type CorpusRun } from './run.ts';
import { openSite } from './site.ts';
import { openVectors, type Vectors } from './vectors.ts';

/** Where the command's own files lie, which differs between the repository and the package. */
export interface CommandFiles {
  models(folder: string | undefined): Promise<EmbedderFiles>;
  voyWasm(): Promise<string>;
}

/** `askpage eval`: prints how well the questions were answered. */
export async function evaluate(args: readonly string[], files: CommandFiles): Promise<void> {
  const options = await parseEvalArguments(args);
  if (!options) {
    console.log(USAGE);
    return;
  }
  if (options.kind === 'search' && options.svg) await checkFolder(options.svg);
  await interruptible(async (signal) => {
    const work: Work = { files, signal };
    if (options.kind === 'grounding') await checkGrounding(options, work);
    else await report(await runPairs(options, work), options);
  }, '\nStopped. What was embedded is kept: give the same command to go on.');
}

interface Work {
  files: CommandFiles;
  signal: AbortSignal;
}

async function runPairs(options: EvalArguments, { files, signal }: Work): Promise<CorpusRun[]> {
  return withVectors(options, { files, signal }, async (vectors, model) => {
    const voy = await loadVoy(await readFile(await files.voyWasm()));
    const reranker = await openReranker(options, files);
    return runAll({ options, files, model, vectors, voy, reranker, signal });
  });
}

async function openReranker({ reranker, models }: EvalArguments, files: CommandFiles) {
  if (reranker === undefined) return undefined;
  // With it comes transformers.js, which not every run needs.
  const { CrossEncoder: Encoder } = await import('../../worker/cross-encoder.ts');
  return Encoder.load(reranker, await files.models(models));
}

/** Does something with the embedding model and its cache, which is kept whatever happens. */
async function withVectors<T>(
  options: Pick<EvalArguments, 'model' | 'models' | 'cache'>,
  { files, signal }: Work,
  use: (vectors: Vectors, model: EmbeddingModel) => Promise<T>,
): Promise<T> {
  const model = await modelOf(options, files);
  const vectors = await openVectors({
    ...{ model, signal, cache: options.cache, onProgress: showProgress },
    files: () => files.models(options.models),
  });
  try {
    return await use(vectors, model);
  } finally {
    await vectors.save();
  }
}

type GroundingTask = Extract<EvalTask, { kind: 'grounding' }>;

async function checkGrounding(options: GroundingTask, work: Work): Promise<void> {
  const rows = await withVectors(options, work, (vectors) =>
    evaluateGrounding(options.folder, vectors),
  );
  if (options.json) {
    console.log(JSON.stringify(groundingJson(rows), null, 1));
    return;
  }
  const misses = options.misses ? rows.slice(0, 1).map(printGroundingMisses) : [];
  console.log([INTERVALS, printGrounding(rows), ...misses].join('\n\n'));
}

async function modelOf(
  { model, models }: Pick<EvalArguments, 'model' | 'models'>,
  files: CommandFiles,
) {
  return model === undefined ? DEFAULT_MODEL : chooseModel(model, await files.models(models));
}

interface Runner {
  options: EvalArguments;
  files: CommandFiles;
  model: EmbeddingModel;
  vectors: Vectors;
  voy: VoyFactory;
  reranker: CrossEncoder | undefined;
  signal: AbortSignal;
}

async function runAll(runner: Runner): Promise<CorpusRun[]> {
  const { pairs } = runner.options;
  const names = pairNames(pairs);
  // Everything is read before the first text is embedded: a broken line shows at once.
  const inputs = [];
  for (const [index, pair] of pairs.entries()) {
    inputs.push({ name: names[index] ?? pair.corpus, pair, ...(await readPair(pair)) });
  }
  const runs: CorpusRun[] = [];
  for (const input of inputs) runs.push(await runPair(runner, input));
  return runs;
}

async function readPair({ corpus, questions, qrels }: PairPaths) {
  const judgements = qrels === undefined ? undefined : await readJudgements(qrels);
  return {
    corpus: await readCorpus(corpus),
    questions: await readQuestions(questions, judgements),
  };
}

interface Input extends Awaited<ReturnType<typeof readPair>> {
  name: string;
  pair: PairPaths;
  corpus: Corpus;
}

async function runPair(runner: Runner, input: Input): Promise<CorpusRun> {
  const { options, model, vectors, voy, signal } = runner;
  const { name, pair, corpus, questions } = input;
  console.error(`${name}: ${corpus.passages.length} passages, ${questions.length} questions`);
  const { retrieval, light } = await openSite(corpus, {
    ...{ model, vectors, voy },
    light: options.encoder === 'light' ? await fitSite(runner, corpus) : undefined,
    onVoyFailure: (thrown) =>
      console.error(`Voy failed, the exact scan took its place: ${String(thrown)}`),
  });
  const full = fullEncoder(vectors, model);
  return runCorpus({
    ...{ name, corpus, questions, retrieval, signal },
    isJudged: pair.qrels !== undefined,
    encoder: light ? lightEncoder(light) : full,
    full: light && full,
    reranker: runner.reranker,
    compare: options.compare,
  });
}

async function fitSite(runner: Runner, { passages }: Corpus) {
  const { options, files, model, vectors, signal } = runner;
  return fitLight({
    ...{ model, passages, cache: vectors.file, signal },
    files: await files.models(options.models),
    onProgress: showProgress,
  });
}

/** Now and then a line, or one line that counts where somebody watches. */
function showProgress(done: number, total: number, what: BuildWork): void {
  const { stderr } = process;
  const line = `${done} of ${total} ${what}`.padEnd(40);
  if (stderr.isTTY) stderr.write(`\r${line}${done === total ? '\n' : ' '}`);
  else if (done % 1000 === 0 || done === total) stderr.write(`${line.trimEnd()}\n`);
}
