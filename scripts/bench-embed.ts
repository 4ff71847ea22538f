import type { Browser } from 'playwright-core';
import type { Session } from '../src/page/session.ts';
import { BARE_PATH, bareFiles } from './bench-bare.ts';
import type { BareRequest } from './bench-bare-worker.ts';
import { newContext, openDialog, ROUNDS, visit, waitUntil } from './bench-page.ts';
import { figure, type Figure } from './bench-report.ts';

/** Passages a round: enough for a steady rate, few enough for one worker. */
const COUNT = 40;

interface Setup {
  worker: string;
  files: BareRequest & { kind: 'load' };
  rounds: number;
  count: number;
}

interface Round {
  /** Milliseconds for all texts. */
  widget: number;
  bare: number;
}

/** Passages per second through the widget's embed worker against bare transformers.js, turn by turn. */
export async function measureEmbedding(browser: Browser, site: string): Promise<Figure[]> {
  const context = await newContext(browser);
  const page = await visit(context, `${site}article.html`);
  await openDialog(page);
  await waitUntil(page, ({ site: kind }) => kind === 'ready');
  const setup = { worker: `${BARE_PATH}bare.js`, files: await bareFiles() };
  const rounds = await page.evaluate(race, { ...setup, rounds: ROUNDS, count: COUNT });
  await context.close();
  const rates = (of: keyof Round) => rounds.map((each) => (COUNT / each[of]) * 1000);
  const unit = 'passages/s';
  return [
    figure({
      name: 'embedding speed, widget over bare transformers.js',
      unit: 'ratio',
      rounds: rounds.map(({ widget, bare }) => bare / widget),
      wanted: { atLeast: 0.95 },
    }),
    figure({ name: 'embedding, widget, one worker', unit, rounds: rates('widget') }),
    figure({ name: 'embedding, bare transformers.js, one worker', unit, rounds: rates('bare') }),
  ];
}

/** Runs in the page, on passages of the page itself. */
async function race({ worker, files, rounds, count }: Setup): Promise<Round[]> {
  const scope = globalThis as unknown as Record<
    symbol,
    { entries: Map<string, { session: Session }> } | undefined
  >;
  const session = [...(scope[Symbol.for('askpage')]?.entries.values() ?? [])][0]?.session;
  if (!session) throw new Error('The widget has no session.');
  const { pool } = session.runtime;
  const { missing } = await session.runtime.prepare();
  const step = Math.floor(missing.length / count);
  const texts = missing.filter((_, index) => index % step === 0).slice(0, count);

  const bare = new Worker(worker, { type: 'module' });
  const tell = (request: BareRequest) =>
    new Promise<Float32Array>((resolve, reject) => {
      bare.onerror = (event) => reject(new Error(event.message));
      bare.onmessage = ({ data }: MessageEvent<{ vectors: Float32Array; error?: string }>) =>
        data.error ? reject(new Error(data.error)) : resolve(data.vectors);
      bare.postMessage(request);
    });
  const byBare = (list: string[]) => tell({ kind: 'embed', texts: list });
  const byWidget = async (list: string[]) => {
    const all = new Float32Array(list.length * pool.dimensions);
    const keep = (first: number, _: number, vectors: Float32Array) =>
      Promise.resolve(all.set(vectors, first * pool.dimensions));
    await pool.embedMany(list, keep, new AbortController().signal);
    return all;
  };
  const time = async (work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };

  await tell(files);
  await pool.load();
  const list = texts.map(({ text }) => text);
  // Both are warmed up, and have to compute the same.
  const [ours, theirs] = [await byWidget(list.slice(0, 8)), await byBare(list.slice(0, 8))];
  if (ours.some((value, index) => Math.abs(value - (theirs[index] ?? NaN)) > 1e-4)) {
    throw new Error('The widget and bare transformers.js computed different vectors.');
  }
  const results: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    // Whoever starts has the cooler processor, so they take turns.
    const first = round % 2 === 0 ? await time(() => byWidget(list)) : undefined;
    const bareTime = await time(() => byBare(list));
    results.push({ widget: first ?? (await time(() => byWidget(list))), bare: bareTime });
  }
  bare.terminate();
  return results;
}
