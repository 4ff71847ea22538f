import { availableParallelism } from 'node:os';
import type { Browser } from 'playwright-core';
import { serveSite } from './ask-site.ts';
import { BARE_FOLDER, BARE_PATH, buildBareWorker } from './bench-bare.ts';
import { measureBytes } from './bench-bytes.ts';
import { measureEmbedding } from './bench-embed.ts';
import { measureEngine } from './bench-engine.ts';
import { writeRecord } from './bench-file.ts';
import { benchHostile } from './bench-hostile.ts';
import { measureIndexing } from './bench-index.ts';
import { LARGE_FOLDER, LARGE_PATH } from './bench-large-site.ts';
import { measureLarge } from './bench-large.ts';
import { measureLight } from './bench-light.ts';
import { readBenchOptions } from './bench-options.ts';
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
  engine: async (browser) => ({ figures: await measureEngine(browser, model ?? '') }),
  large: async (browser, site) => ({ figures: await measureLarge(browser, site) }),
};

const { names, file, isPart, model, isHostile } = readBenchOptions(Object.keys(MEASURES));
// It needs neither the built files nor the demo.
if (isHostile) process.exit(await benchHostile({ model: model ?? '', file }));
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
await writeRecord(path, { date, machine, ...results }, isPart);
console.log(`\nWritten to ${path}`);
