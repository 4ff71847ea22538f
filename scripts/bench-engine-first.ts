import type { BrowserContext } from 'playwright-core';
import { openBenchPage, type BenchSite } from './bench-engine-site.ts';
import type { FirstQuestion } from './bench-engine-start.ts';
import { ROUNDS } from './bench-page.ts';
import { figure, type Figure } from './bench-report.ts';

interface Round {
  warm: FirstQuestion;
  cold: FirstQuestion;
}

/** The first question after a start from stored files, with the engine's warm-up and without. */
export async function measureFirst(context: BrowserContext, site: BenchSite): Promise<Figure[]> {
  const page = await openBenchPage(context, site);
  const ask = (isWarm: boolean) =>
    page.evaluate(({ files, warm }) => askpageEngineBench.askFirst(files, warm), {
      files: site.files,
      warm: isWarm,
    });
  await ask(true);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const first = round % 2 === 0 ? await ask(true) : undefined;
    const cold = await ask(false);
    rounds.push({ warm: first ?? (await ask(true)), cold });
  }
  await page.close();
  const of = (kind: keyof Round, time: keyof FirstQuestion) =>
    rounds.map((round) => round[kind][time]);
  const name = 'first question after a start → first words';
  const unit = 'ms';
  return [
    figure({ name: `${name}, warmed up`, unit, rounds: of('warm', 'wordsMs') }),
    figure({ name: `${name}, not warmed up`, unit, rounds: of('cold', 'wordsMs') }),
    figure({ name: 'start from stored files, warmed up', unit, rounds: of('warm', 'readyMs') }),
    figure({ name: 'start from stored files, not warmed up', unit, rounds: of('cold', 'readyMs') }),
  ];
}
