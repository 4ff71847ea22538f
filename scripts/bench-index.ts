import type { Browser, Page } from 'playwright-core';
import type { Session } from '../src/page/session.ts';
import { describeLongest, readMeter, startMeter, type Meter } from './bench-meter.ts';
import { newContext, openDialog, percentile, QUESTIONS, ROUNDS, visit } from './bench-page.ts';
import { figure, type Figure } from './bench-report.ts';

/** Passages that are indexed while the main thread is watched. */
const PASSAGES = 300;

/** Milliseconds that this may take at most: many times what it takes. */
const PATIENCE = 300_000;

/** Keyword searches timed at a stretch, and milliseconds between two of them. */
const SEARCHES = 60;
const PAUSE = 40;

interface Run extends Meter {
  /** Seconds from the first key to the last of the passages. */
  seconds: number;
  /** Milliseconds of each search. */
  busy: number[];
  idle: number[];
}

interface PageScope {
  askpageSession?: Session;
  [registry: symbol]: { entries: Map<string, { session: Session }> } | undefined;
}

/** Watches the page's own thread while a long page is indexed, and keyword search beside it. */
export async function measureIndexing(browser: Browser, site: string): Promise<Figure[]> {
  const runs: Run[] = [];
  for (let round = 0; round < ROUNDS; round++) runs.push(await indexOnce(browser, site));
  const pick = (of: (run: Run) => number) => runs.map(of);
  return [
    figure({
      name: 'keyword search p95, while embedding over idle',
      unit: 'ratio',
      rounds: pick(({ busy, idle }) => percentile(busy, 0.95) / percentile(idle, 0.95)),
      wanted: { atMost: 2 },
      note: 'embedding begins nothing new for 200 ms after a key',
    }),
    figure({
      name: `longest main-thread task, ${PASSAGES} passages indexed`,
      unit: 'ms',
      rounds: pick(({ longest }) => longest),
      wanted: { atMost: 50 },
      note: describeLongest(runs),
    }),
    figure({
      name: `most delayed frame, ${PASSAGES} passages indexed`,
      unit: 'ms',
      rounds: pick(({ gap }) => gap),
      note: 'beyond the usual 17 ms; other programs on the machine delay frames as well',
    }),
    figure({
      name: `whole widget, ${PASSAGES} passages from the first key`,
      unit: 'passages/s',
      rounds: pick(({ seconds }) => PASSAGES / seconds),
      note: 'with loading the model and storing the vectors',
    }),
    figure({
      name: 'keyword search p95, idle',
      unit: 'ms',
      rounds: pick(({ idle }) => percentile(idle, 0.95)),
    }),
    figure({
      name: 'keyword search p95, while embedding',
      unit: 'ms',
      rounds: pick(({ busy }) => percentile(busy, 0.95)),
    }),
  ];
}

async function indexOnce(browser: Browser, site: string): Promise<Run> {
  const context = await newContext(browser);
  const page = await visit(context, `${site}article.html`);
  await page.evaluate(startMeter);
  await openDialog(page);
  const started = performance.now();
  await page.keyboard.press('r');
  await page.evaluate(indexed, { count: PASSAGES, patience: PATIENCE });
  const seconds = (performance.now() - started) / 1000;
  const meter = await page.evaluate(readMeter);
  const busy = await search(page);
  // Ends the embedding where it stands; what is indexed stays.
  await page.evaluate(() =>
    (globalThis as unknown as PageScope).askpageSession?.runtime.pool.stop(),
  );
  await page.waitForTimeout(300);
  const idle = await search(page);
  await context.close();
  return { ...meter, seconds, busy, idle };
}

/** Runs in the page: ends when so many passages of the page have their vectors. */
async function indexed({ count, patience }: { count: number; patience: number }): Promise<void> {
  const scope = globalThis as unknown as PageScope;
  const wait = () => new Promise((resolve) => setTimeout(resolve, 100));
  const find = () => [...(scope[Symbol.for('askpage')]?.entries.values() ?? [])][0]?.session;
  while (!find()) await wait();
  const session = find() as Session;
  scope.askpageSession = session;
  const { missing } = await session.runtime.prepare();
  // Loading the model has a fraction as well; its text tells the two apart.
  const done = () => {
    const { site } = session.runtime;
    const [, passages] =
      (site.kind === 'embedding' && /(\d+) of \d+ passages/.exec(site.text)) || [];
    return Number(passages ?? 0);
  };
  if (missing.length <= count) throw new Error(`The page has only ${missing.length} passages.`);
  for (const end = performance.now() + patience; done() < count; await wait()) {
    if (performance.now() > end) throw new Error(`Only ${done()} passages were embedded in time.`);
  }
}

/** Times searches through the widget's runtime, as typing makes them. */
function search(page: Page): Promise<number[]> {
  return page.evaluate(
    async ({ questions, searches, pause }) => {
      const { askpageSession: session } = globalThis as unknown as PageScope;
      if (!session) throw new Error('The widget has no session.');
      const times: number[] = [];
      for (let index = 0; index < searches; index++) {
        const question = questions[index % questions.length] ?? '';
        const typed = question.slice(0, 4 + ((index * 7) % question.length));
        const start = performance.now();
        await session.runtime.keywords(typed, new AbortController().signal);
        times.push(performance.now() - start);
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
      return times;
    },
    { questions: [...QUESTIONS], searches: SEARCHES, pause: PAUSE },
  );
}
