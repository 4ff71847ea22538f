import { writeFile } from 'node:fs/promises';
import { DEFAULT_THRESHOLD } from '../../core/ranking/confidence.ts';
import type { EvalArguments } from './arguments.ts';
import { drawChart } from './chart.ts';
import { toJson } from './json.ts';
import { findMisses, printMisses } from './misses.ts';
import { printSummary } from './print.ts';
import type { CorpusRun } from './run.ts';
import { summarise } from './summary.ts';

export const INTERVALS =
  'Behind each figure stands the interval that 95 % of its bootstrap samples lie in.';

/** Prints what came out, as tables or as JSON, and writes the chart. */
export async function report(runs: readonly CorpusRun[], options: EvalArguments): Promise<void> {
  const corpora = runs.map((run) => summarise(run.name, [run]));
  const together = poolable(runs);
  const isPooled = together.length > 1;
  const pooled = summarise(isPooled ? 'pooled' : (together[0]?.name ?? ''), together);
  for (const notice of runs.flatMap(({ notices }) => notices)) console.error(notice);
  const misses = options.misses ? runs.flatMap(findMisses) : undefined;
  if (options.json) {
    const { encoder } = options;
    const json = toJson({ pooled, corpora, encoder, threshold: DEFAULT_THRESHOLD, misses });
    console.log(JSON.stringify(json, null, 1));
  } else {
    const shown = isPooled ? [...corpora, pooled] : corpora;
    const tables = shown.map((summary) => printSummary(summary, DEFAULT_THRESHOLD));
    const blocks = [INTERVALS, ...tables, ...(misses ? [printMisses(misses)] : [])];
    console.log(blocks.join('\n\n'));
  }
  if (options.svg) await writeFile(options.svg, drawChart(pooled));
}

/** Judged documents are another kind of question, so they are pooled only where there is nothing else. */
function poolable(runs: readonly CorpusRun[]): readonly CorpusRun[] {
  const asked = runs.filter(({ isJudged }) => !isJudged);
  return asked.length > 0 ? asked : runs;
}
