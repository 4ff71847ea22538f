import type { Browser, BrowserContext } from 'playwright-core';
import {
  chooseEncoder,
  encodedBy,
  newContext,
  openDialog,
  QUESTIONS,
  visit,
  waitUntil,
} from './bench-page.ts';
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

/** From Enter to the drawn quote: by token vectors, and by the full model, cold and loaded. */
export async function measureAnswer(browser: Browser, site: string): Promise<Figure[]> {
  const light: number[] = [];
  const cold: number[] = [];
  const warm: number[] = [];
  for (const question of QUESTIONS) {
    const context = await newContext(browser);
    light.push(await enterToAnswer(context, { site, question, state: 'light' }));
    cold.push(await enterToAnswer(context, { site, question, state: 'cold' }));
    warm.push(await enterToAnswer(context, { site, question, state: 'warm' }));
    await context.close();
  }
  const unit = 'ms';
  const name = 'Enter → extractive answer';
  return [
    figure({ name: `${name}, token vectors, nothing cached`, unit, rounds: light }),
    figure({ name: `${name}, full model, not loaded`, unit, rounds: cold }),
    figure({ name: `${name}, full model, loaded`, unit, rounds: warm }),
  ];
}

interface Asking {
  site: string;
  question: string;
  /** By token vectors; by the full model that is fetched for this question; by the loaded one. */
  state: 'light' | 'cold' | 'warm';
}

async function enterToAnswer(
  context: BrowserContext,
  { site, question, state }: Asking,
): Promise<number> {
  const page = await visit(context, site);
  if (state !== 'light') await chooseEncoder(page, 'full');
  await openDialog(page);
  await page.keyboard.insertText(question);
  if (state === 'warm') await waitUntil(page, ({ encoder }) => encoder === 'ready');
  await page.keyboard.press('Enter');
  const { recording } = await waitUntil(page, (report) => report.recording.ends > 0);
  const by = await encodedBy(page);
  if (by !== (state === 'light' ? 'light' : 'full')) {
    throw new Error(`"${question}" was encoded by ${by}.`);
  }
  await page.close();
  return (recording.answerDrawn ?? NaN) - (recording.enter ?? NaN);
}
