import type { Browser, BrowserContext, Page, Worker } from 'playwright-core';
import type { Session } from '../src/page/session.ts';
import { largeQuestions } from './bench-large-questions.ts';
import { buildLargeSite, LARGE_PASSAGES, LARGE_PATH } from './bench-large-site.ts';
import { watchPeak, watchWorkers, type WorkerMemory } from './bench-memory.ts';
import { describeLongest, readMeter, startMeter, type Meter } from './bench-meter.ts';
import { newContext, openDialog, percentile, ROUNDS, visit } from './bench-page.ts';
import { figure, type Figure } from './bench-report.ts';

/** Questions timed at a stretch, and milliseconds between two of them. */
const SEARCHES = 60;
const PAUSE = 40;

/** Milliseconds in which the dialog is drawn, before the worker may begin. */
const SETTLING = 500;

/** What the worker's file is named like. */
const WORKER = 'askpage-retrieve-';

interface Run extends Meter, WorkerMemory {
  /** Milliseconds from the index's first request to the end of the first search. */
  ready: number;
  /** The same from the end of the last part's transfer. */
  arrived: number;
  /** Milliseconds of each search: page to worker and back, and the worker's share. */
  searches: number[];
  inside: number[];
  /** Milliseconds of each keyword search. */
  typed: number[];
  /** Megabytes. */
  peak: number | undefined;
}

interface PageScope {
  askpageSession?: Session;
  [registry: symbol]: { entries: Map<string, { session: Session }> } | undefined;
}

interface WorkerScope {
  askpageBusy?: number[];
  postMessage: (message: unknown, transfer: ArrayBuffer[]) => void;
}

/** A site of 20,000 passages in the widget's worker: how long a search takes, what opening and memory cost. */
export async function measureLarge(browser: Browser, site: string): Promise<Figure[]> {
  await buildLargeSite();
  const questions = await largeQuestions(SEARCHES);
  const runs: Run[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    runs.push(await visitOnce(browser, site + LARGE_PATH.slice(1), questions));
  }
  const size = LARGE_PASSAGES.toLocaleString('en');
  return [...timeFigures(runs, size), ...memoryFigures(runs, size)];
}

function timeFigures(runs: readonly Run[], size: string): Figure[] {
  const pick = (of: (run: Run) => number) => runs.map(of);
  const p95 = (of: (run: Run) => number[]) => runs.map((run) => percentile(of(run), 0.95));
  const unit = 'ms';
  return [
    figure({
      name: `search p95, ${size} passages`,
      ...{ unit, rounds: p95(({ searches }) => searches), wanted: { atMost: 30 } },
      note: `${SEARCHES} questions, encoded by token vectors; page to worker and back, all included`,
    }),
    figure({
      name: `search p95, ${size} passages, inside the worker`,
      ...{ unit, rounds: p95(({ inside }) => inside) },
    }),
    figure({
      name: `keyword search p95, ${size} passages`,
      ...{ unit, rounds: p95(({ typed }) => typed) },
    }),
    figure({
      name: `index ready, ${size} passages with vectors`,
      ...{ unit, rounds: pick(({ ready }) => ready), wanted: { atMost: 4000 } },
      note: 'from the first request to the end of the first search, which builds Voy; local server',
    }),
    figure({
      name: `the same from the last part's arrival`,
      ...{ unit, rounds: pick(({ arrived }) => arrived) },
    }),
    figure({
      name: `longest main-thread task, ${size} passages`,
      ...{ unit, rounds: pick(({ longest }) => longest), wanted: { atMost: 50 } },
      note: `opened and searched; ${describeLongest(runs)}`,
    }),
  ];
}

function memoryFigures(runs: readonly Run[], size: string): Figure[] {
  const pick = (of: (run: Run) => number) => runs.map(of);
  const unit = 'MB';
  const [wanted, peaks] = [{ atMost: 400 }, runs.flatMap(({ peak }) => peak ?? [])];
  const atRest = figure({
    name: `worker memory at rest, ${size} passages`,
    ...{ unit, rounds: pick(({ heap, wasm }) => heap + wasm), wanted },
    note: "after the searches: heap without garbage, typed arrays, and Voy's WebAssembly memory",
  });
  const wasm = figure({
    name: `of it Voy's WebAssembly memory`,
    ...{ unit, rounds: pick(({ wasm }) => wasm) },
  });
  const atPeak = figure({
    name: `worker memory at its peak, ${size} passages`,
    ...{ unit, rounds: peaks, wanted },
    note: "growth of the page's process (/proc) from the worker's start to the first search's end, garbage included",
  });
  return [atRest, wasm, ...(peaks.length > 0 ? [atPeak] : [])];
}

async function visitOnce(browser: Browser, url: string, questions: string[]): Promise<Run> {
  const context = await newContext(browser);
  const releaseWorker = await holdWorker(context);
  const page = await visit(context, url);
  const memoryOf = await watchWorkers(page);
  await page.evaluate(startMeter);
  await openDialog(page);
  await page.waitForTimeout(SETTLING);
  const readPeak = await watchPeak(browser);
  const opening = page.evaluate(openSite, questions[0] ?? '');
  releaseWorker();
  const { passages, end } = await opening;
  if (passages !== LARGE_PASSAGES) throw new Error(`${passages} passages were opened.`);
  const peak = await readPeak();
  const worker = workerOf(page);
  const transfer = await worker.evaluate(readTransfer);
  const times = await timeSearches(page, worker, questions);
  const meter = await page.evaluate(readMeter);
  const memory = await memoryOf(WORKER);
  await context.close();
  const [ready, arrived] = [end - transfer.start, end - transfer.end];
  return { ...meter, ...memory, ...times, ready, arrived, peak };
}

/**
 * Keeps the worker's script back, so that the memory before it is known, and puts a meter before its
 * own code: listeners are called in the order in which they came.
 */
async function holdWorker(context: BrowserContext): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await context.route(`**/${WORKER}*.js`, async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    await released;
    const meter = `globalThis.__name ??= (target) => target; (${String(noteBusy)})();`;
    await route.fulfill({ response, body: `${meter}\n${script}` });
  });
  return release;
}

function workerOf(page: Page): Worker {
  const worker = page.workers().find((each) => each.url().includes(WORKER));
  if (!worker) throw new Error('The widget has no retrieve worker.');
  return worker;
}

/** Runs in the page: ends when the site was searched once; `end` is in milliseconds since 1970. */
async function openSite(question: string): Promise<{ passages: number; end: number }> {
  const scope = globalThis as unknown as PageScope;
  const find = () => [...(scope[Symbol.for('askpage')]?.entries.values() ?? [])][0]?.session;
  while (!find()) await new Promise((resolve) => setTimeout(resolve, 5));
  const session = find() as Session;
  scope.askpageSession = session;
  const { passages } = await session.runtime.prepare();
  await session.runtime.search(question);
  const end = performance.timeOrigin + performance.now();
  // Without Voy, search goes on, and is another thing.
  for (const fault of session.runtime.takeFaults()) throw new Error(fault);
  return { passages, end };
}

/** Runs in the worker: when the index was first asked for, and when the last of it was there. */
function readTransfer(): { start: number; end: number } {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const files = entries.filter(({ name }) => name.includes('/index/'));
  if (files.length === 0) throw new Error('The worker fetched no index.');
  const { timeOrigin } = performance;
  return {
    start: timeOrigin + Math.min(...files.map(({ startTime }) => startTime)),
    end: timeOrigin + Math.max(...files.map(({ responseEnd }) => responseEnd)),
  };
}

async function timeSearches(page: Page, worker: Worker, questions: string[]) {
  const readBusy = () => (globalThis as unknown as WorkerScope).askpageBusy?.splice(0) ?? [];
  await worker.evaluate(readBusy);
  const searches = await page.evaluate(search, { questions, pause: PAUSE });
  const busy = await worker.evaluate(readBusy);
  // A question goes to the worker twice: how much of it is known, and what is found.
  if (busy.length !== 2 * questions.length) throw new Error(`The worker answered ${busy.length}×.`);
  const inside = questions.map((_, i) => (busy[2 * i] ?? NaN) + (busy[2 * i + 1] ?? NaN));
  return { searches, inside, typed: await page.evaluate(type, { questions, pause: PAUSE }) };
}

/** Runs in the worker: keeps how long each call takes, from its message's arrival to its answer. */
function noteBusy(): void {
  const scope = globalThis as unknown as WorkerScope;
  const busy: number[] = (scope.askpageBusy = []);
  const post = scope.postMessage.bind(scope);
  let start = 0;
  addEventListener('message', () => (start = performance.now()));
  scope.postMessage = (message, transfer) => {
    // Before it is sent: the page that it wakes may take the worker's processor.
    busy.push(performance.now() - start);
    post(message, transfer);
  };
}

interface Asking {
  questions: string[];
  pause: number;
}

/** Runs in the page. */
async function search({ questions, pause }: Asking): Promise<number[]> {
  const { askpageSession: session } = globalThis as unknown as PageScope;
  const times: number[] = [];
  for (const question of questions) {
    const start = performance.now();
    const result = await session?.runtime.search(question);
    times.push(performance.now() - start);
    if (result?.encoder !== 'light' || result.hits.length === 0) {
      throw new Error(`"${question}" was not searched by token vectors, or in vain.`);
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return times;
}

/** Runs in the page: the beginning of each question, as typing makes searches. */
async function type({ questions, pause }: Asking): Promise<number[]> {
  const { askpageSession: session } = globalThis as unknown as PageScope;
  const times: number[] = [];
  for (const [index, question] of questions.entries()) {
    const typed = question.slice(0, 4 + ((index * 7) % question.length));
    const start = performance.now();
    await session?.runtime.keywords(typed, new AbortController().signal);
    times.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return times;
}
