import type { Browser, BrowserContext, Page } from 'playwright-core';
import { readPage, record } from './ask-recorder.ts';

/** Rounds of every measurement; the median counts. */
export const ROUNDS = 5;

export const QUESTIONS = [
  'turn off the built-in json and text body parsers',
  'keep the authorization header out of the logs',
  'request.ip shows the load balancer address',
  'test routes without opening a port',
  'how do I log the request body',
] as const;

/** A context in which nothing is cached yet. */
export async function newContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext();
  // The compiler wraps named functions in a helper that the page does not have.
  await context.addInitScript('globalThis.__name ??= (target) => target;');
  await context.addInitScript(record);
  return context;
}

export async function visit(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** Has questions encoded so; to be called before the dialog is opened. */
export async function chooseEncoder(page: Page, encoder: 'auto' | 'full'): Promise<void> {
  const element = page.locator('ask-page');
  await element.evaluate((node: Element, name) => node.setAttribute('encoder', name), encoder);
}

/** What encoded the question that was answered last. */
export function encodedBy(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    interface Inside {
      session: { ask: { result?: { encoder: string } } };
    }
    const scope = globalThis as unknown as Record<
      symbol,
      { entries: Map<string, Inside> } | undefined
    >;
    const entries = [...(scope[Symbol.for('askpage')]?.entries.values() ?? [])];
    return entries.at(-1)?.session.ask.result?.encoder;
  });
}

export async function openDialog(page: Page): Promise<void> {
  await page.locator('ask-page button.trigger').click();
}

type Report = ReturnType<typeof readPage>;

/** Looks every 20 ms: often enough for waiting, and what is measured is timed in the page itself. */
export async function waitUntil(page: Page, holds: (report: Report) => boolean): Promise<Report> {
  for (let end = Date.now() + 60_000; Date.now() < end;) {
    const report = await page.evaluate(readPage);
    if (holds(report)) return report;
    await page.waitForTimeout(20);
  }
  throw new Error('Waited a minute for the widget in vain.');
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value below which the share `p` of all lies, by linear interpolation. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * p;
  const low = sorted[Math.floor(place)] ?? NaN;
  const high = sorted[Math.ceil(place)] ?? NaN;
  return low + (high - low) * (place - Math.floor(place));
}
