import type { Browser, Page } from 'playwright-core';
import type { Message } from '../src/core/ports.ts';
import type { EngineName } from './ask-options.ts';
import { readPage, record, type PageReport, type Recording } from './ask-recorder.ts';
import { watchContext, type Requests } from './ask-watch.ts';

/** What one question led to, as a reader saw it. */
export interface Asked {
  question: string;
  engine: EngineName;
  /** Null where the question failed. */
  answer: {
    kind: 'extractive' | 'generated' | 'abstained';
    /** Markdown with citations like `[2]`. */
    text: string;
    /** Ids of the sources that are cited. */
    citations: number[];
  } | null;
  /** All passages that were found, best first, cited or not. */
  sources: { id: number; title: string; url: string; score: number }[];
  /** The request that a language model was, or would have been, given. */
  prompt: Message[];
  /** Milliseconds; null for what did not come about. */
  timings: { openMs: number | null; firstHitsMs: number | null; answerMs: number | null };
  requests: Requests;
  errors: string[];
}

export interface AskInBrowserOptions {
  /** Address of the page. */
  url: string;
  question: string;
  engine: EngineName;
  /** Milliseconds for this question. Default: 60,000. */
  limit?: number;
}

/** Milliseconds between two keys, as quick hands type. */
const KEY_DELAY = 25;

/** Milliseconds that a ready site gets to find the typed words before Enter is pressed anyway. */
const NO_HITS = 1000;

/**
 * Asks as a reader does, in a fresh context: opens the page and the dialog, types, waits for the
 * first hits, presses Enter and waits for the end. Never throws: what went wrong is in `errors`.
 */
export async function askInBrowser(
  browser: Browser,
  { url, question, engine, limit = 60_000 }: AskInBrowserOptions,
): Promise<Asked> {
  const context = await browser.newContext();
  const watch = watchContext(context, new URL(url).origin);
  let report: PageReport | undefined;
  let failure: string | undefined;
  try {
    // The compiler wraps named functions in a helper that the page does not have.
    await context.addInitScript('globalThis.__name ??= (target) => target;');
    await context.addInitScript(record);
    const page = await context.newPage();
    const reader = new Reader(page, Date.now() + limit);
    try {
      await reader.ask(url, question, engine);
    } catch (thrown) {
      failure = thrown instanceof Error ? thrown.message : String(thrown);
    }
    report = await page.evaluate(readPage);
  } catch (thrown) {
    failure ??= thrown instanceof Error ? thrown.message : String(thrown);
  }
  watch.stop();
  await context.close();
  const errors = [...watch.errors, ...questionErrors(report), ...(failure ? [failure] : [])];
  return { question, engine, ...summary(report), requests: watch.requests, errors };
}

class Reader {
  readonly #page: Page;
  readonly #deadline: number;

  constructor(page: Page, deadline: number) {
    this.#page = page;
    this.#deadline = deadline;
  }

  async ask(url: string, question: string, engine: EngineName): Promise<void> {
    await this.#visit(url, engine);
    await this.#open();
    await this.#page.keyboard.type(question, { delay: KEY_DELAY });
    await this.#hits();
    await this.#page.keyboard.press('Enter');
    await this.#until('an answer', ({ recording }) => recording.ends > 0);
    if (engine === 'webllm') await this.#generate();
  }

  async #visit(url: string, engine: EngineName): Promise<void> {
    const page = this.#page;
    page.setDefaultTimeout(Math.min(15_000, this.#left));
    const response = await page.goto(url, { timeout: this.#left });
    if (!response?.ok()) throw new Error(`There is no page at ${url}: check --page.`);
    await page.bringToFront();
    const elements = page.locator('ask-page');
    if ((await elements.count()) === 0) throw new Error(`${url} has no <ask-page> element.`);
    await elements.last().evaluate((element, name) => element.setAttribute('engine', name), engine);
  }

  async #open(): Promise<void> {
    await this.#page.locator('ask-page').last().locator('button.trigger').click();
    await this.#until('the dialog', ({ recording }) => recording.openDrawn !== undefined);
  }

  /** Waits for results of what was typed; where a ready site finds none, not for long. */
  async #hits(): Promise<void> {
    const settled = (kind: PageReport['site']) => kind !== undefined && !/idle|loading/.test(kind);
    let since: number | undefined;
    await this.#until('results', ({ recording, site }) => {
      if (settled(site)) since ??= Date.now();
      return recording.hitsDrawn !== undefined || (since ?? Infinity) + NO_HITS < Date.now();
    });
  }

  /** Says yes to the download, if one is offered, and waits for what the model writes. */
  async #generate(): Promise<void> {
    const { recording } = await this.#page.evaluate(readPage);
    if (recording.error || recording.answers.at(-1)?.answer.kind !== 'extractive') return;
    const { engine } = await this.#until('the language model', ({ engine: kind }) =>
      /none|offered|ready|failed/.test(kind ?? ''),
    );
    if (engine === 'offered') {
      await this.#page.locator('ask-page').last().locator('.engine .primary').click();
    }
    const isOver = ({ engine: kind, recording: { ends, answers } }: PageReport) =>
      kind === 'none' || kind === 'failed' || (ends > 1 && answers.length > 2);
    const end = await this.#until('the generated answer', isOver);
    if (end.engine !== 'ready') {
      throw new Error(`The language model gave no answer: ${end.engineReason ?? 'it stopped'}`);
    }
  }

  get #left(): number {
    return Math.max(1, this.#deadline - Date.now());
  }

  /** Asks the page again and again: a strict policy forbids the driver's own waiting functions. */
  async #until(what: string, holds: (report: PageReport) => boolean): Promise<PageReport> {
    for (;;) {
      const report = await this.#page.evaluate(readPage);
      if (holds(report)) return report;
      if (Date.now() > this.#deadline) throw new Error(`Waited too long for ${what}.`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

function questionErrors(report: PageReport | undefined): string[] {
  const error = report?.recording.error;
  return error ? [`${error.code}: ${error.message}`] : [];
}

function summary(
  report: PageReport | undefined,
): Pick<Asked, 'answer' | 'sources' | 'prompt' | 'timings'> {
  const recording: Recording = report?.recording ?? { answers: [], ends: 0 };
  const last = recording.answers.at(-1);
  const { openedBy, openDrawn, firstKey, hitsDrawn, enter, answerDrawn } = recording;
  const { kind, text, citations } = last?.answer ?? {};
  return {
    answer: kind && text !== undefined ? { kind, text, citations: citations ?? [] } : null,
    sources: (last?.hits ?? []).map(({ passage: { section }, score }, index) => ({
      ...{ id: index + 1, title: section.title, url: section.url },
      score: Number(score.toFixed(4)),
    })),
    prompt: report?.prompt ?? [],
    timings: {
      openMs: between(openedBy, openDrawn),
      firstHitsMs: between(firstKey, hitsDrawn),
      answerMs: between(enter, answerDrawn),
    },
  };
}

function between(from: number | undefined, to: number | undefined): number | null {
  return from === undefined || to === undefined ? null : Math.round((to - from) * 10) / 10;
}
