import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { watchContext } from './ask-watch.ts';
import {
  chooseEncoder,
  encodedBy,
  newContext,
  openDialog,
  QUESTIONS,
  visit,
  waitUntil,
} from './bench-page.ts';
import { figure, type Results, type Stage } from './bench-report.ts';

/** Milliseconds without a request after which a stage counts as over. */
const QUIET = 700;

/** All that a first visit to the demo may fetch up to an answer by meaning, in kB under gzip. */
const MOST = 1500;

const ENCODERS = [
  { choice: 'auto', wanted: 'light', name: 'token vectors' },
  { choice: 'full', wanted: 'full', name: 'the full model' },
] as const;

/** Bytes up to a first answer by meaning, with either encoder of questions. */
export async function measureBytes(browser: Browser, site: string): Promise<Results> {
  const results: Results = { figures: [], stages: [] };
  for (const encoder of ENCODERS) {
    const stages = await measureVisit(browser, site, encoder);
    results.stages.push(...stages);
    const total = stages.reduce((sum, { gzip }) => sum + gzip, 0) / 1000;
    results.figures.push(
      figure({
        name: `first visit up to an answer by ${encoder.name}, gzip`,
        unit: 'kB',
        rounds: [total],
        ...(encoder.choice === 'auto' && { wanted: { atMost: MOST } }),
      }),
    );
  }
  return results;
}

/**
 * What is fetched at which point, the widget's and the index's files only. The local server doesn't
 * compress, so the size under gzip is computed from the files.
 */
async function measureVisit(
  browser: Browser,
  site: string,
  encoder: (typeof ENCODERS)[number],
): Promise<Stage[]> {
  const context = await newContext(browser);
  const { urls } = watchContext(context, new URL(site).origin);
  const seen = new Set<string>();
  const stages: Stage[] = [];
  const close = async (name: string) => {
    await quiet(urls);
    const fresh = [...new Set(urls)].filter((url) => !seen.has(url) && isOurs(url, site));
    for (const url of fresh) seen.add(url);
    stages.push(await toStage(`${encoder.name}: ${name}`, fresh, site));
  };
  const page = await visit(context, site);
  await chooseEncoder(page, encoder.choice);
  await close('page loaded, widget closed');
  await openDialog(page);
  await waitUntil(page, ({ site: kind }) => kind === 'ready');
  await close('dialog opened');
  await page.keyboard.type('k');
  await waitUntil(page, ({ recording }) => recording.hitsDrawn !== undefined);
  await close('first key');
  await page.keyboard.type(QUESTIONS[1].slice(1));
  await page.keyboard.press('Enter');
  await waitUntil(page, ({ recording }) => recording.ends > 0);
  const by = await encodedBy(page);
  if (by !== encoder.wanted) throw new Error(`The question was encoded by ${by}.`);
  await close('first answer by meaning');
  await context.close();
  return stages;
}

const isOurs = (url: string, site: string) =>
  ['askpage/', 'askpage-index/'].some((folder) => url.startsWith(site + folder));

async function quiet(urls: readonly string[]): Promise<void> {
  for (let count = -1; count !== urls.length;) {
    count = urls.length;
    await new Promise((resolve) => setTimeout(resolve, QUIET));
  }
}

async function toStage(name: string, urls: readonly string[], site: string): Promise<Stage> {
  const files: Stage['files'] = [];
  for (const url of urls) {
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
    const path = url.slice(site.length);
    files.push({ path, raw: bytes.length, gzip: gzipSync(bytes).length });
  }
  const sum = (of: 'raw' | 'gzip') => files.reduce((total, file) => total + file[of], 0);
  return { name, raw: sum('raw'), gzip: sum('gzip'), files };
}
