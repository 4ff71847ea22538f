import type { Browser } from 'playwright-core';
import type { Session } from '../src/page/session.ts';
import { newContext, openDialog, QUESTIONS, ROUNDS, visit, waitUntil } from './bench-page.ts';
import { figure, type Figure } from './bench-report.ts';

/** Questions in one call, so that the call itself doesn't count. */
const COUNT = 1000;

interface Timed {
  /** Milliseconds a question, each round. */
  together: number[];
  /** Milliseconds of a call with one question, there and back. */
  alone: number[];
}

/** How long the retrieve worker takes to encode a question by the index's token vectors. */
export async function measureLight(browser: Browser, site: string): Promise<Figure[]> {
  const context = await newContext(browser);
  const page = await visit(context, site);
  await openDialog(page);
  await waitUntil(page, ({ site: kind }) => kind === 'ready');
  const setup = { questions: [...QUESTIONS], count: COUNT, rounds: ROUNDS };
  const { together, alone } = await page.evaluate(timeEncoding, setup);
  await context.close();
  const unit = 'ms';
  return [
    figure({
      name: 'a question encoded by token vectors, in the worker',
      ...{ unit, rounds: together, wanted: { atMost: 1 } },
      note: `${COUNT} in one call, divided`,
    }),
    figure({ name: 'the same for one question, there and back', unit, rounds: alone }),
  ];
}

interface Setup {
  questions: string[];
  count: number;
  rounds: number;
}

/** Runs in the page. */
async function timeEncoding({ questions, count, rounds }: Setup): Promise<Timed> {
  const scope = globalThis as unknown as Record<
    symbol,
    { entries: Map<string, { session: Session }> } | undefined
  >;
  const session = [...(scope[Symbol.for('askpage')]?.entries.values() ?? [])][0]?.session;
  const embedder = session?.runtime.readyEmbedder;
  if (!embedder || session.runtime.pool.isReady) throw new Error('The index has no token vectors.');
  const texts = Array.from({ length: count }, (_, i) => questions[i % questions.length] ?? '');
  const time = async (list: string[]) => {
    const start = performance.now();
    const vectors = await embedder.embed(list);
    const end = performance.now();
    const row = vectors.subarray(0, embedder.dimensions);
    if (!(Math.abs(Math.hypot(...row) - 1) < 1e-3)) throw new Error('A question has no vector.');
    return end - start;
  };
  await time(texts);
  const result: Timed = { together: [], alone: [] };
  for (let round = 0; round < rounds; round++) {
    result.together.push((await time(texts)) / count);
    result.alone.push(await time(texts.slice(round, round + 1)));
  }
  return result;
}
