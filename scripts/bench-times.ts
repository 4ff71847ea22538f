import type { Browser, BrowserContext } from 'playwright-core';
import { newContext, openDialog, QUESTIONS, visit, waitUntil } from './bench-page.ts';
import { figure, type Figure } from './bench-report.ts';

/** From the click that opens the dialog to drawn results, the word being pasted at once. */
export async function measureOpen(browser: Browser, site: string): Promise<Figure[]> {
  const cold: number[] = [];
  const warm: number[] = [];
  for (const question of QUESTIONS) {
    const context = await newContext(browser);
    cold.push(await openToHits(context, site, question));
    warm.push(await openToHits(context, site, question));
    await context.close();
  }
  const unit = 'ms';
  return [
    figure({ name: 'open → first keyword hits, nothing cached', unit, rounds: cold }),
    figure({ name: 'open → first keyword hits, files in the cache', unit, rounds: warm }),
  ];
}

async function openToHits(
  context: BrowserContext,
  site: string,
  question: string,
): Promise<number> {
  const page = await visit(context, site);
  await openDialog(page);
  await page.keyboard.insertText(question);
  const { recording } = await waitUntil(page, (report) => report.recording.hitsDrawn !== undefined);
  await page.close();
  return (recording.hitsDrawn ?? NaN) - (recording.openedBy ?? NaN);
}

/** From Enter to the drawn quote, cold and with the model loaded. */
export async function measureAnswer(browser: Browser, site: string): Promise<Figure[]> {
  const cold: number[] = [];
  const warm: number[] = [];
  for (const question of QUESTIONS) {
    const context = await newContext(browser);
    cold.push(await enterToAnswer(context, { site, question, isWarm: false }));
    warm.push(await enterToAnswer(context, { site, question, isWarm: true }));
    await context.close();
  }
  const unit = 'ms';
  return [
    figure({ name: 'Enter → extractive answer, nothing cached or loaded', unit, rounds: cold }),
    figure({ name: 'Enter → extractive answer, search model loaded', unit, rounds: warm }),
  ];
}

async function enterToAnswer(
  context: BrowserContext,
  { site, question, isWarm }: { site: string; question: string; isWarm: boolean },
): Promise<number> {
  const page = await visit(context, site);
  await openDialog(page);
  await page.keyboard.insertText(question);
  if (isWarm) await waitUntil(page, ({ encoder }) => encoder === 'ready');
  await page.keyboard.press('Enter');
  const { recording } = await waitUntil(page, (report) => report.recording.ends > 0);
  await page.close();
  return (recording.answerDrawn ?? NaN) - (recording.enter ?? NaN);
}
