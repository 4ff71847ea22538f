import type { Estimate } from './bootstrap.ts';
import type { GroundingRow } from './grounding.ts';
import { isMarked, type Counted, type GroundingFigures } from './grounding-figures.ts';
import type { CheckedSentence } from './grounding-run.ts';
import { printEstimate } from './print.ts';

const SHARES = [
  ['precision', 'unsupported, precision'],
  ['recall', 'unsupported, recall'],
  ['supportedMarked', 'supported, marked'],
  ['supportedStruck', 'supported, struck'],
  ['struckRecall', 'struck, of not fully supported'],
  ['exactRecall', '  by missing names and numbers'],
  ['withdrawnPrecision', 'answers withdrawn, precision'],
  ['withdrawnRecall', 'answers withdrawn, recall'],
] as const;

const COUNTS = [
  ['paraphrases', 'correct paraphrases, marked'],
  ['paraphrasesStruck', 'correct paraphrases, struck'],
  ['edits', 'falsified copies, marked'],
] as const;

const LABEL_WIDTH = 34;

/** One block a row. */
export function printGrounding(rows: readonly GroundingRow[]): string {
  return rows.map(printRow).join('\n\n');
}

function printRow({ name, fittedTo, evidence, threshold, figures }: GroundingRow): string {
  const by = evidence === 'meaning' ? 'by meaning and words' : 'by words alone';
  const from = fittedTo.length > 0 ? `fitted to ${fittedTo.join(', ')}` : 'as shipped';
  const head = `${name}, ${by}: ${figures.claims} claims; threshold ${threshold.toFixed(3)}, ${from}`;
  const line = (label: string, value: string) => `  ${label.padEnd(LABEL_WIDTH)}${value}`;
  return [
    head,
    ...SHARES.map(([key, label]) => line(label, printEstimate(figures[key]))),
    ...COUNTS.map(([key, label]) => line(label, printCount(figures[key]))),
  ].join('\n');
}

const printCount = ({ count, total }: Counted) => `${count} of ${total}`;

/** Sentences that were judged otherwise than they are labelled. */
export function printGroundingMisses({ name, checked }: GroundingRow): string {
  const wrong = [...checked.sentences, ...checked.probes].filter(isMisjudged);
  const lines = wrong.map(({ id, label, text, claims }) => {
    const scores = claims.map(({ verdict, score }) => `${verdict} ${score.toFixed(2)}`).join(', ');
    return `  ${id} ${label}: ${scores || 'no claim'}: ${text.replace(/\s+/g, ' ').slice(0, 120)}`;
  });
  return [`${name}, judged otherwise than labelled`, ...lines].join('\n');
}

function isMisjudged(sentence: CheckedSentence): boolean {
  const isRight = sentence.label === 'supported' || sentence.label === 'paraphrase';
  const isWrong = sentence.label === 'unsupported' || sentence.label === 'edit';
  return isMarked(sentence) ? isRight : isWrong;
}

/** The object that `--json` prints: figures as plain numbers, their intervals beside them. */
export function groundingJson(rows: readonly GroundingRow[]): object {
  return {
    rows: rows.map(({ name, fittedTo, evidence, threshold, figures }) => ({
      ...{ name, fittedTo, evidence, threshold },
      ...figuresJson(figures),
    })),
  };
}

function figuresJson(figures: GroundingFigures): object {
  const of = <T>(change: (estimate: Estimate) => T) =>
    Object.fromEntries(SHARES.map(([key]) => [key, figures[key] ? change(figures[key]) : null]));
  return {
    claims: figures.claims,
    ...of(({ value }) => round(value)),
    ...Object.fromEntries(COUNTS.map(([key]) => [key, figures[key]])),
    intervals: of(({ low, high }) => [round(low), round(high)]),
  };
}

const round = (value: number) => Math.round(value * 1e4) / 1e4;
