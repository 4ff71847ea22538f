import type { Browser } from 'playwright-core';
import { useShortRequest } from './test-engine-prompt.ts';
import { EngineReader, recordEnds } from './test-engine-reader.ts';
import { serveEngineSite } from './test-engine-site.ts';
import { expectThat, type Findings, type StepLog } from './test-engine-steps.ts';
import { compareTurns, keepSession } from './test-engine-turns.ts';
import { serveWeights, WEIGHTS_PATH, type Weights } from './test-engine-weights.ts';
import { CHANNEL, workerPrelude } from './test-engine-worker.ts';

const MODEL = 'Qwen2.5-0.5B';

const FIRST = 'Which port?';
const SECOND = 'Which host?';

export interface WebllmRun {
  browser: Browser;
  /** Folder, or address of one, with models in it. */
  modelBase: string;
  webllm: string | undefined;
  isFast: boolean;
  log: StepLog;
  /** Milliseconds for each wait. */
  limit: number;
}

export async function runWebllm(run: WebllmRun): Promise<void> {
  const weights = serveWeights(run.modelBase);
  const site = await serveEngineSite({
    attributes: `debug engine="webllm" model="${MODEL}" model-base="${WEIGHTS_PATH}"`,
    mounts: {},
    handle: weights.handle,
    webllm: run.webllm,
    prelude: { file: /webllm-worker/, text: workerPrelude(run.isFast) },
  });
  try {
    const page = await run.browser.newPage();
    page.setDefaultTimeout(run.limit);
    await page.addInitScript('globalThis.__name ??= (target) => target;');
    await page.addInitScript(recordEnds);
    await page.goto(`${site.url}index.html`);
    await page.evaluate(keepSession);
    await page.evaluate(useShortRequest, {
      ...{ passageLength: 8, instruction: 'Answer.' },
      replyTokens: run.isFast ? 8 : 3,
    });
    await takeSteps(run, new EngineReader(page, run.limit), weights);
  } finally {
    await site.close();
  }
}

async function written(reader: EngineReader, question?: string): Promise<Findings> {
  const { promptTokens, firstWordMs, doneMs, pieces, text } =
    question === undefined ? await reader.stream(1) : await reader.ask(question);
  expectThat(pieces > 0 || text !== '', 'words in the answer');
  return { promptTokens, firstWordMs, doneMs, pieces, letters: text.length };
}

async function takeSteps(
  { log }: WebllmRun,
  reader: EngineReader,
  weights: Weights,
): Promise<void> {
  const shards = () => weights.requests.filter((name) => name.includes('params_shard')).length;
  await log.run('A first question is quoted, and a model offered', async () => {
    await reader.quotes(FIRST);
    await reader.until('an offer', ({ cardKind }) => cardKind === 'offered');
    expectThat(weights.requests.length === 0, 'nothing fetched before the consent');
    return {};
  });
  await log.run('A piece of the weights with a wrong byte is refused', async () => {
    weights.isSpoilt = true;
    await reader.find('[part=engine] .primary').click();
    const report = await reader.until('the refusal', ({ cardKind }) => cardKind === 'failed');
    weights.isSpoilt = false;
    return { words: report.card, pieces: shards() };
  });
  await log.run('Tried again, only what is missing is fetched; it is loaded', async () => {
    const before = shards();
    const { steps, loadMs } = await reader.consent('button:text-is("Try again")');
    const fetched = shards() - before;
    // The store fetches four at once: three may have been on their way when the wrong one came.
    expectThat(fetched > 0 && fetched <= 4, `one to four pieces to be fetched, not ${fetched}`);
    return { loadMs, fetched, reports: steps.length, last: steps.at(-1) ?? '' };
  });
  await log.run('The answer to the first question is written', () => written(reader));
  await log.run('A second one is stopped after its first word', async () => {
    await reader.ask(SECOND, { stopAfter: 1 });
    return { stopMs: await reader.stop() };
  });
  await log.run('Asked again, it is written', () => written(reader, SECOND));
  await log.run('A second question, in sticky and in ephemeral turns', () =>
    compareTurns(reader.page),
  );
  await log.run('The graphics device is lost; the next question finds it again', async () => {
    const before = weights.requests.length;
    await reader.page.evaluate((name) => new BroadcastChannel(name).postMessage('lose'), CHANNEL);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const found = await written(reader, FIRST);
    return { ...found, requests: weights.requests.length - before };
  });
  await log.run('The model is deleted, and nothing of it is left', async () => {
    const left = await reader.deleteModels();
    expectThat(left.length === 0, `no caches, not ${left.join(', ')}`);
    return {};
  });
}
