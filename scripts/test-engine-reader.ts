import type { Locator, Page } from 'playwright-core';
import { expectThat } from './test-engine-steps.ts';

interface PageScope {
  askpageTold?: { ends: number; error: string };
}

/** Runs in the page before its own scripts: counts how often a question came to its end. */
export function recordEnds(): void {
  const told = { ends: 0, error: '' };
  (globalThis as unknown as PageScope).askpageTold = told;
  addEventListener('ask-done', (event) => {
    told.ends++;
    told.error = (event as Event & { error?: Error }).error?.message ?? '';
  });
}

/** Runs in the page: what a reader sees of question and language model, as plain data. */
function readWidget() {
  const root = document.querySelector('ask-page')?.shadowRoot;
  const textOf = (selector: string) => {
    const element = root?.querySelector<HTMLElement>(selector);
    // What was withdrawn is there, but not drawn.
    return (element?.innerText || element?.textContent || '').replace(/\s+/g, ' ').trim();
  };
  const card = root?.querySelector('[part=engine]');
  const progress = root?.querySelector<HTMLProgressElement>('progress[value]');
  const request = root?.querySelector('[part=inspector] p')?.textContent ?? '';
  return {
    ...((globalThis as unknown as PageScope).askpageTold ?? { ends: 0, error: '' }),
    status: textOf('[role=status]'),
    quote: textOf('[part=answer]'),
    /** What the model has written so far, and the line below it. */
    written: textOf('.generated'),
    notice: textOf('.notice'),
    card: textOf('[part=engine]'),
    cardKind: !card
      ? ('none' as const)
      : card.querySelector('[role=alert]')
        ? ('failed' as const)
        : card.querySelector('.primary')
          ? ('offered' as const)
          : ('loading' as const),
    fraction: progress?.value ?? 0,
    /** Of the last request; shown where the element has the attribute `debug`. */
    promptTokens: Number(/; (\d+)\s+of/.exec(request)?.[1] ?? 0),
  };
}

export type WidgetReport = ReturnType<typeof readWidget>;

/** How a reply came. Times are milliseconds since the question was sent. */
export interface Streamed {
  promptTokens: number;
  firstWordMs: number;
  doneMs: number;
  /** How often the text grew. */
  pieces: number;
  text: string;
}

/** Between two looks at the page, in milliseconds. */
const LOOK = 20;

/** A reader of a page with the widget, who asks a language model. */
export class EngineReader {
  readonly page: Page;
  readonly #limit: number;

  /** @param limit Milliseconds for each wait. */
  constructor(page: Page, limit: number) {
    this.page = page;
    this.#limit = limit;
  }

  read(): Promise<WidgetReport> {
    return this.page.evaluate(readWidget);
  }

  find(selector: string): Locator {
    return this.page.locator(`ask-page ${selector}`).first();
  }

  /** Looks again and again; a strict policy forbids the driver's own waiting functions. */
  async until(
    what: string,
    holds: (report: WidgetReport) => boolean,
    limit = this.#limit,
  ): Promise<WidgetReport> {
    const deadline = Date.now() + limit;
    for (;;) {
      const report = await this.read();
      if (holds(report)) return report;
      if (Date.now() > deadline) {
        const { status, card, error } = report;
        const words = [status, card, error].filter(Boolean).join('; ');
        throw new Error(`Waited too long for ${what}. The widget says: ${words}`);
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK));
    }
  }

  /** Types and presses Enter. @returns How many questions had ended before. */
  async submit(question: string): Promise<number> {
    if (!(await this.find('dialog').isVisible())) await this.find('[part=trigger]').click();
    const { ends } = await this.read();
    await this.find('[part=input]').fill(question);
    await this.page.keyboard.press('Enter');
    return ends;
  }

  /** Asks without a model: what is quoted from the pages. */
  async quotes(question: string): Promise<WidgetReport> {
    const before = await this.submit(question);
    const report = await this.until('the quotes', ({ ends }) => ends > before);
    expectThat(report.error === '' && report.quote !== '', `quotes, not "${report.error}"`);
    return report;
  }

  /** The reader's yes, and all until the model is ready. */
  async consent(button = '.primary'): Promise<{ steps: string[]; loadMs: number }> {
    const begun = Date.now();
    const before = await this.read();
    await this.find(`[part=engine] ${button}`).click();
    const steps: string[] = [];
    let fraction = 0;
    const report = await this.until('the model', ({ card, cardKind, ...now }) => {
      if (cardKind === 'loading') {
        if (steps.at(-1) !== card) steps.push(card);
        expectThat(now.fraction >= fraction, 'progress that only rises');
        fraction = now.fraction;
      }
      return cardKind === 'none' || (cardKind === 'failed' && card !== before.card);
    });
    expectThat(report.cardKind === 'none', `a loaded model, not "${report.card}"`);
    return { steps, loadMs: Date.now() - begun };
  }

  /**
   * Follows a reply that is on its way, to its end or until it has grown `stopAfter` times.
   * @param before How many questions had ended before it.
   */
  async stream(before: number, { stopAfter = Infinity } = {}): Promise<Streamed> {
    const begun = Date.now();
    const seen: Streamed = { promptTokens: 0, firstWordMs: 0, doneMs: 0, pieces: 0, text: '' };
    const report = await this.until('the written answer', (now) => {
      const isWriting = now.ends > before || now.status.endsWith('is writing');
      if (isWriting && now.written.length > seen.text.length) {
        seen.pieces++;
        seen.text = now.written;
        seen.firstWordMs ||= Date.now() - begun;
      }
      return seen.pieces >= stopAfter || now.ends > before;
    });
    const { error, notice, written, promptTokens } = report;
    expectThat(error === '' && notice === '', `a written answer, not "${error || notice}"`);
    return { ...seen, promptTokens, doneMs: Date.now() - begun, text: written };
  }

  async ask(question: string, options?: { stopAfter?: number }): Promise<Streamed> {
    return this.stream(await this.submit(question), options);
  }

  /** Stops the reply that is being written. @returns Milliseconds until the widget said so. */
  async stop(): Promise<number> {
    const begun = Date.now();
    await this.find('button:text-is("Stop")').click();
    await this.until('the stop', ({ written }) => written.includes('Stopped.'), 5_000);
    return Date.now() - begun;
  }

  /** Deletes all stored models, as a reader does. @returns What is left in Cache Storage. */
  async deleteModels(): Promise<string[]> {
    await this.find('[part=models-toggle]').click();
    const button = this.find('[part=models] li button');
    await button.waitFor({ timeout: 5_000 });
    while ((await button.count()) > 0) {
      const rows = this.page.locator('ask-page [part=models] li');
      const count = await rows.count();
      await button.click();
      const deadline = Date.now() + 10_000;
      while ((await rows.count()) >= count) {
        expectThat(Date.now() < deadline, 'a model that can be deleted');
        await new Promise((resolve) => setTimeout(resolve, LOOK));
      }
    }
    return this.page.evaluate(() => caches.keys());
  }
}
