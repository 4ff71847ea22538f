import { basename, dirname, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { EngineReader, recordEnds, type Streamed } from './test-engine-reader.ts';
import { serveEngineSite } from './test-engine-site.ts';
import { expectThat, type Findings, type StepLog } from './test-engine-steps.ts';
import { useShortRequest, type ShortRequest } from './test-engine-prompt.ts';

/** Some 150 tokens, and a short reply: two threads read 30 tokens a second, and write 20. */
export const SHORT: ShortRequest = {
  passageLength: 250,
  replyTokens: 32,
  instruction: 'Answer from the passage in one short sentence.',
};

const FIRST = 'What is the default port that the server listens on?';
const SECOND = 'How do I change the limit of the body size?';
const FOLLOW_UP = 'And its default?';

/** Tokens after which the second reply is stopped. */
const STOP_AFTER = 5;
const LONGEST_PROMPT = 250;
const STOP_LIMIT = 300;

export interface LlamaRun {
  browser: Browser;
  /** Path of the GGUF file. */
  model: string;
  log: StepLog;
  /** Milliseconds for each wait. */
  limit: number;
}

export function foundIn({ promptTokens, firstWordMs, doneMs, pieces, text }: Streamed): Findings {
  expectThat(text.trim() !== '', 'words in the answer');
  expectThat(
    promptTokens <= LONGEST_PROMPT,
    `a request of ${LONGEST_PROMPT} tokens at most, not ${promptTokens}`,
  );
  const rate = (pieces - 1) / ((doneMs - firstWordMs) / 1000);
  return {
    ...{ promptTokens, firstWordMs, doneMs, pieces },
    piecesPerSecond: Number.isFinite(rate) ? Math.round(rate * 10) / 10 : 0,
    text: text.slice(0, 60),
  };
}

/** Opens the demo's front page with the file as the owner's model. */
export async function openLlamaPage(run: LlamaRun, url: string): Promise<EngineReader> {
  const page = await run.browser.newPage();
  page.setDefaultTimeout(run.limit);
  // The compiler wraps named functions in a helper that the page does not have.
  await page.addInitScript('globalThis.__name ??= (target) => target;');
  await page.addInitScript(recordEnds);
  await page.goto(url);
  await page.evaluate(useShortRequest, SHORT);
  return new EngineReader(page, run.limit);
}

export async function runLlama(run: LlamaRun): Promise<void> {
  const file = resolve(run.model);
  const site = await serveEngineSite({
    attributes: `debug engine="llama-cpp" gguf="/gguf/${encodeURIComponent(basename(file))}"`,
    mounts: { '/gguf/': dirname(file) },
  });
  try {
    await takeSteps(run, await openLlamaPage(run, `${site.url}index.html`));
  } finally {
    await site.close();
  }
}

async function takeSteps({ log }: LlamaRun, reader: EngineReader): Promise<void> {
  await log.run('A first question is quoted, and a model offered', async () => {
    await reader.quotes(FIRST);
    await reader.until('an offer', ({ cardKind }) => cardKind === 'offered');
    return { isolated: await reader.page.evaluate(() => crossOriginIsolated) };
  });
  await log.run('The reader agrees; it is stored, started and warmed up', async () => {
    const { steps, loadMs } = await reader.consent();
    expectThat(
      steps.some((step) => step.includes('Warming up')),
      'a warm-up',
    );
    return { loadMs, reports: steps.length };
  });
  await log.run('The answer to the first question is written', async () =>
    foundIn(await reader.stream(1)),
  );
  await log.run(`A second one is stopped after ${STOP_AFTER} words`, async () => {
    const { pieces, firstWordMs } = await reader.ask(SECOND, { stopAfter: STOP_AFTER });
    const stopMs = await reader.stop();
    expectThat(stopMs <= STOP_LIMIT, `a stop within ${STOP_LIMIT} ms, not ${stopMs}`);
    return { pieces, firstWordMs, stopMs };
  });
  await log.run('Asked again, it is written to its end', async () =>
    foundIn(await reader.ask(SECOND)),
  );
  await log.run('A follow-up is written', async () => foundIn(await reader.ask(FOLLOW_UP)));
  await log.run('The model is deleted, and nothing of it is left', async () => {
    const left = await reader.deleteModels();
    expectThat(left.length === 0, `no caches, not ${left.join(', ')}`);
    return {};
  });
}
