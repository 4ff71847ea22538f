import type { BrowserContext } from 'playwright-core';
import { openBenchPage, type BenchSite } from './bench-engine-site.ts';
import { LIMIT, QUESTION } from './bench-engine-speed.ts';
import type { BenchRequest } from './bench-engine-request.ts';
import type { Reply } from './bench-engine-widget.ts';
import { ROUNDS } from './bench-page.ts';
import { figure, type Figure } from './bench-report.ts';
import { EngineReader } from './test-engine-reader.ts';

const SECOND = 'How do I change the limit of the body size?';

const REQUEST = {
  replyTokens: 8,
  passageLength: 160,
  instruction: 'Answer from the note in one short sentence.',
};

type Turns = 'ephemeral' | 'sticky';

interface Visit {
  /** Milliseconds from Enter until the stored model was ready. */
  readyMs: number;
  /** What was asked of the model's file, and what came. */
  asked: number;
  fetched: number;
  bytes: number;
  second: Reply;
}

/** Later visits, with the model stored: what is fetched, and two questions, in two kinds of turns. */
export async function measureVisits(context: BrowserContext, site: BenchSite): Promise<Figure[]> {
  const rounds: Record<Turns, Visit>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const ephemeral = await visit(context, site, { ...REQUEST, turns: 'ephemeral' });
    const sticky = await visit(context, site, { ...REQUEST, turns: 'sticky' });
    rounds.push({ ephemeral, sticky });
  }
  const visits = rounds.flatMap(({ ephemeral, sticky }) => [ephemeral, sticky]);
  return [...visitFigures(visits), ...turnFigures(rounds)];
}

async function visit(
  context: BrowserContext,
  site: BenchSite,
  request: BenchRequest,
): Promise<Visit> {
  site.requests.length = 0;
  const page = await openBenchPage(context, site, request);
  const reader = new EngineReader(page, LIMIT);
  await reader.submit(QUESTION);
  const readyMs = await page.evaluate(() => askpageEngineBench.widget.ready());
  await page.evaluate(() => askpageEngineBench.widget.reply());
  await reader.submit(SECOND);
  const second = await page.evaluate(() => askpageEngineBench.widget.reply());
  await page.close();
  const fetches = site.requests.filter(({ method }) => method !== 'HEAD');
  const bytes = site.requests.reduce((sum, each) => sum + each.bytes, 0);
  const asked = site.requests.length - fetches.length;
  return { readyMs, asked, fetched: fetches.length, bytes, second };
}

function visitFigures(visits: readonly Visit[]): Figure[] {
  const sizes = visits.map(({ asked }) => asked);
  return [
    figure({
      name: "second visit, bytes of the model's file",
      unit: 'kB',
      rounds: visits.map(({ bytes }) => bytes / 1000),
      wanted: { atMost: 0 },
    }),
    figure({
      name: "second visit, requests for the model's file",
      unit: 'requests',
      rounds: visits.map(({ fetched }) => fetched),
      wanted: { atMost: 0 },
      note: `beside ${Math.max(...sizes)} by HEAD, for its size`,
    }),
    figure({
      name: 'second visit, first Enter → model ready',
      unit: 'ms',
      rounds: visits.map(({ readyMs }) => readyMs),
    }),
  ];
}

function turnFigures(rounds: readonly Record<Turns, Visit>[]): Figure[] {
  const of = (turns: Turns, value: (reply: Reply) => number) =>
    rounds.map((round) => value(round[turns].second));
  const words = ({ wordsMs }: Reply) => wordsMs;
  const each = (['ephemeral', 'sticky'] as const).flatMap((turns) => {
    const [{ [turns]: { second } } = { [turns]: {} as Visit }] = rounds;
    return [
      figure({
        name: `second question, Enter → first words, ${turns} turns`,
        unit: 'ms',
        rounds: of(turns, words),
        note: `${second.promptTokens} tokens to be read`,
      }),
      figure({
        name: `second question, tokens still known, ${turns} turns`,
        unit: 'tokens',
        rounds: of(turns, ({ cachedTokens }) => cachedTokens),
      }),
    ];
  });
  const times = of('ephemeral', words);
  const ratio = figure({
    name: 'second question, first words, ephemeral turns over sticky',
    unit: 'ratio',
    rounds: of('sticky', words).map((sticky, round) => (times[round] ?? NaN) / sticky),
  });
  return [ratio, ...each];
}
