import type { Browser } from 'playwright-core';
import type { Session } from '../src/page/session.ts';
import { newContext, openDialog, ROUNDS, visit, waitUntil } from './bench-page.ts';
import { figure, type Figure } from './bench-report.ts';

/** Passages a round: the fewest for which the widget's pool takes a second worker. */
const COUNT = 100;

interface Round {
  /** Milliseconds for all texts. */
  one: number;
  two: number;
}

/** Two embed workers of the widget's pool against one, on the same passages, turn by turn. */
export async function measureTwoWorkers(browser: Browser, site: string): Promise<Figure[]> {
  const context = await newContext(browser);
  const page = await visit(context, `${site}article.html`);
  await openDialog(page);
  await waitUntil(page, ({ site: kind }) => kind === 'ready');
  const cores = await page.evaluate(() => navigator.hardwareConcurrency);
  const rounds = await page.evaluate(race, { rounds: ROUNDS, count: COUNT });
  const workers = page.workers().filter((each) => each.url().includes('askpage-embed-'));
  if (workers.length !== 2) throw new Error(`${workers.length} embed workers ran instead of two.`);
  await context.close();
  const own = Math.min(4, Math.max(1, cores - 1));
  const rates = (of: keyof Round) => rounds.map((each) => (COUNT / each[of]) * 1000);
  const unit = 'passages/s';
  return [
    figure({
      name: 'embedding speed, two workers over one',
      unit: 'ratio',
      rounds: rounds.map(({ one, two }) => one / two),
      wanted: { atLeast: 1.6 },
      note: `${cores} cores; left alone, the widget uses ${own === 1 ? 'one worker' : `${own} workers`} here: one core stays free`,
    }),
    figure({ name: 'embedding, two workers', unit, rounds: rates('two') }),
    figure({ name: 'embedding, one worker', unit, rounds: rates('one') }),
  ];
}

/** Runs in the page, on passages of the page itself. */
async function race({ rounds, count }: { rounds: number; count: number }): Promise<Round[]> {
  const scope = globalThis as unknown as Record<
    symbol,
    { entries: Map<string, { session: Session }> } | undefined
  >;
  const session = [...(scope[Symbol.for('askpage')]?.entries.values() ?? [])][0]?.session;
  if (!session) throw new Error('The widget has no session.');
  const { pool } = session.runtime;
  const { missing } = await session.runtime.prepare();
  const step = Math.floor(missing.length / count);
  if (step === 0) throw new Error(`The page has only ${missing.length} passages.`);
  const chosen = missing.filter((_, index) => index % step === 0).slice(0, count);
  const texts = chosen.map(({ text }) => text);

  const embed = async (workers: number) => {
    // The pool leaves one core free, and asks for their number each time.
    const value = workers + 1;
    Object.defineProperty(navigator, 'hardwareConcurrency', { value, configurable: true });
    const all = new Float32Array(count * pool.dimensions);
    const keep = (first: number, _: number, vectors: Float32Array) =>
      Promise.resolve(all.set(vectors, first * pool.dimensions));
    const start = performance.now();
    await pool.embedMany(texts, keep, new AbortController().signal);
    return { all, time: performance.now() - start };
  };

  // Both workers are warmed up, and have to compute the same.
  const [two, one] = [await embed(2), await embed(1)];
  if (one.all.some((value, i) => Math.abs(value - (two.all[i] ?? NaN)) > 1e-4)) {
    throw new Error('One worker and two computed different vectors.');
  }
  const results: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    // Whoever starts has the cooler processor, so they take turns.
    const first = round % 2 === 0 ? await embed(1) : undefined;
    const { time } = await embed(2);
    results.push({ one: (first ?? (await embed(1))).time, two: time });
  }
  return results;
}
