import type { Stopped } from './bench-engine-widget.ts';
import { QUESTION } from './bench-engine-speed.ts';
import { ROUNDS } from './bench-page.ts';
import { figure, type Figure } from './bench-report.ts';
import type { EngineReader } from './test-engine-reader.ts';

/** When a reader clicks on Stop: while the request is read, or when the answer has some words. */
const MOMENTS = [
  { name: 'while it writes', wait: writesWords },
  { name: 'while it reads the request', wait: readsRequest },
] as const;

const WORDS = 4;
const READING_MS = 300;

/** Milliseconds after which a reader wonders whether the click was seen. */
const LONGEST_STOP = 300;

/** From the click on Stop to the page that shows it, and to a llama.cpp that takes the next request. */
export async function measureStops(reader: EngineReader): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, wait } of MOMENTS) {
    const stops: Stopped[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await wait(reader);
      await reader.find('button:text-is("Stop")').click();
      stops.push(await reader.page.evaluate(() => askpageEngineBench.widget.stopped()));
    }
    figures.push(
      figure({
        name: `Stop ${name} → the page shows it`,
        unit: 'ms',
        rounds: stops.map(({ shownMs }) => shownMs),
        wanted: { atMost: LONGEST_STOP },
      }),
      figure({
        name: `Stop ${name} → llama.cpp takes the next request`,
        unit: 'ms',
        rounds: stops.map(({ freeMs }) => freeMs),
      }),
    );
  }
  return figures;
}

/** The request is one that llama.cpp knows, so that words come soon. */
async function writesWords(reader: EngineReader): Promise<void> {
  await reader.submit(QUESTION);
  await reader.page.evaluate((words) => askpageEngineBench.widget.grown(words), WORDS);
}

async function readsRequest(reader: EngineReader): Promise<void> {
  await reader.page.evaluate(() => askpageEngineBench.renew());
  await reader.submit(QUESTION);
  await reader.page.evaluate((ms) => askpageEngineBench.widget.reading(ms), READING_MS);
}
