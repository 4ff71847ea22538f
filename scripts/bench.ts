import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { serveSite } from './ask-site.ts';
import { BARE_FOLDER, BARE_PATH, buildBareWorker } from './bench-bare.ts';
import { measureBytes } from './bench-bytes.ts';
import { measureEmbedding } from './bench-embed.ts';
import { measureIndexing } from './bench-index.ts';
import { LARGE_FOLDER, LARGE_PATH } from './bench-large-site.ts';
import { measureLarge } from './bench-large.ts';
import { measureLight } from './bench-light.ts';
import { describeResults, type Results } from './bench-report.ts';
import { measureAnswer, measureOpen } from './bench-times.ts';
import { measureTwoWorkers } from './bench-two.ts';
import { launchChromium } from './chromium.ts';

type Measure = (browser: Browser, site: string) => Promise<Partial<Results>>;

const MEASURES: Readonly<Record<string, Measure>> = {
  bytes: (browser, site) => measureBytes(browser, site),
  light: async (browser, site) => ({ figures: await measureLight(browser, site) }),
  open: async (browser, site) => ({ figures: await measureOpen(browser, site) }),
  answer: async (browser, site) => ({ figures: await measureAnswer(browser, site) }),
  embed: async (browser, site) => ({
    figures: [
      ...(await measureEmbedding(browser, site)),
      ...(await measureTwoWorkers(browser, site)),
    ],
  }),
  index: async (browser, site) => ({ figures: await measureIndexing(browser, site) }),
  large: async (browser, site) => ({ figures: await measureLarge(browser, site) }),
};

const USAGE = `npm run bench [-- --only NAME] [--json FILE]

  --only NAME   one of ${Object.keys(MEASURES).join(', ')}; default all
  --json FILE   where the figures go; default docs/bench/<date>.json`;

function readOptions(): { names: string[]; file: string | undefined } {
  try {
    const options = { only: { type: 'string' }, json: { type: 'string' } } as const;
    const { only, json } = parseArgs({ options }).values;
    if (only !== undefined && !Object.hasOwn(MEASURES, only)) {
      throw new Error(`--only ${only} is not known.`);
    }
    return { names: only === undefined ? Object.keys(MEASURES) : [only], file: json };
  } catch (thrown) {
    console.error(`${thrown instanceof Error ? thrown.message : String(thrown)}\n\n${USAGE}`);
    process.exit(2);
  }
}

const { names, file } = readOptions();
await buildBareWorker();
const site = await serveSite({
  report: (line) => console.error(line),
  extraMounts: { [BARE_PATH]: BARE_FOLDER, [LARGE_PATH]: LARGE_FOLDER },
});
const browser = await launchChromium();
const results: Results = { figures: [], stages: [] };
for (const name of names) {
  console.error(`Measuring: ${name}`);
  const { figures = [], stages = [] } = (await MEASURES[name]?.(browser, site.url)) ?? {};
  results.figures.push(...figures);
  results.stages.push(...stages);
}
const date = new Date().toISOString().slice(0, 10);
const machine = {
  cores: availableParallelism(),
  chromium: browser.version(),
  node: process.version,
};
await browser.close();
await site.close();
console.log(`${machine.cores} cores, Chromium ${machine.chromium}, Node ${machine.node}\n`);
console.log(describeResults(results));
const path = file ?? `docs/bench/${date}.json`;
await mkdir(dirname(path), { recursive: true });
await writeFile(path, `${JSON.stringify({ date, machine, ...results }, null, 1)}\n`);
console.log(`\nWritten to ${path}`);
