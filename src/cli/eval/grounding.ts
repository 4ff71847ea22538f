import type { SupportSettings } from '../../core/grounding/support-score.ts';
import { SETTINGS } from '../../core/grounding/support-score.ts';
import type { Embedder } from '../../core/ports.ts';
import { readGrounding, type GroundingData } from './grounding-data.ts';
import { groundingFigures, type GroundingFigures } from './grounding-figures.ts';
import { fitThreshold } from './grounding-fit.ts';
import { checkAll, type CheckedData } from './grounding-run.ts';

/** Figures of one part of the data, and by which threshold they came about. */
export interface GroundingRow {
  /** The corpus, or `pooled`. */
  name: string;
  /** Corpora that the threshold was fitted to; empty where it is the shipped one. */
  fittedTo: string[];
  /** Whether vectors were used. */
  evidence: 'meaning' | 'words';
  threshold: number;
  figures: GroundingFigures;
  checked: CheckedData;
}

/**
 * Checks labelled answers: with the shipped thresholds, and each corpus with the threshold fitted to
 * the others; with the embedding model, and by words alone.
 * @throws {AskPageError} `bad-file` for data that can't be used.
 */
export async function evaluateGrounding(
  folder: string,
  embedder: Embedder,
): Promise<GroundingRow[]> {
  const data = await readGrounding(folder);
  return [
    ...(await evaluateBy({ evidence: 'meaning', embedder }, data)),
    ...(await evaluateBy({ evidence: 'words', embedder: undefined }, data)),
  ];
}

interface Means {
  evidence: GroundingRow['evidence'];
  embedder: Embedder | undefined;
}

async function evaluateBy(means: Means, data: GroundingData): Promise<GroundingRow[]> {
  const corpora = [...new Set(data.answers.map(({ given }) => given.corpus))];
  const shipped = await row(means, data, { name: 'pooled', fittedTo: [], settings: SETTINGS });
  const rows: GroundingRow[] = [shipped];
  for (const name of corpora) {
    const fittedTo = corpora.filter((corpus) => corpus !== name);
    if (fittedTo.length === 0) break;
    const settings = fitThreshold(only(shipped.checked, fittedTo), means.evidence);
    rows.push(await row(means, ofCorpus(data, name), { name, fittedTo, settings }));
  }
  return rows;
}

interface RowOptions {
  name: string;
  fittedTo: string[];
  settings: SupportSettings;
}

async function row(
  { evidence, embedder }: Means,
  data: GroundingData,
  { name, fittedTo, settings }: RowOptions,
): Promise<GroundingRow> {
  const checked = await checkAll(data, { embedder, settings });
  const threshold = settings[evidence];
  return { name, fittedTo, evidence, threshold, checked, figures: groundingFigures(checked) };
}

const ofCorpus = ({ answers, probes }: GroundingData, name: string): GroundingData => ({
  answers: answers.filter(({ given }) => given.corpus === name),
  probes: probes.filter(({ given }) => given.corpus === name),
});

function only(
  { sentences, probes, answers }: CheckedData,
  corpora: readonly string[],
): CheckedData {
  const isIn = ({ corpus }: { corpus: string }) => corpora.includes(corpus);
  return {
    sentences: sentences.filter(isIn),
    probes: probes.filter(isIn),
    answers: answers.filter(isIn),
  };
}
