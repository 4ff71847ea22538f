import { INJECTED } from './asked.ts';
import type { Estimate, Pairing } from './bootstrap.ts';
import { RANK_FIGURES } from './metrics.ts';
import type { OtherSummary, RankEstimates, Summary } from './summary.ts';

/** Names of figures in print. */
export const FIGURE_LABELS = {
  recall1: 'recall@1',
  recall3: 'recall@3',
  recall5: 'recall@5',
  mrr10: 'MRR@10',
  ndcg10: 'nDCG@10',
} as const;

const LABEL_WIDTH = 33;
const CELL_WIDTH = 16;

/** A share or score as `.74 [.65, .83]`. */
export function printEstimate(estimate: Estimate | undefined): string {
  if (!estimate) return '–';
  return `${decimal(estimate.value)} [${decimal(estimate.low)}, ${decimal(estimate.high)}]`;
}

/** Two digits without the zero before them; 1 stays as wide as the others, and no zero is negative. */
const decimal = (value: number) =>
  (Math.round(value * 100) / 100 || 0)
    .toFixed(2)
    .replace(/^(-?)0\./, '$1.')
    .replace('1.00', '1.0');

/** All figures of one corpus, or of the pool. */
export function printSummary(summary: Summary, threshold: number): string {
  return [
    printCounts(summary),
    printRow(
      '',
      RANK_FIGURES.map((name) => FIGURE_LABELS[name]),
    ),
    ...printRanking('page', summary.page),
    ...printRanking('section', summary.section),
    ...summary.others.flatMap(printOther),
    ...printFacts(summary),
    ...printAbstention(summary, threshold),
  ].join('\n');
}

function printCounts({ name, questions, passages, ...counts }: Summary): string {
  const kinds = [
    `${counts.answerable} answerable`,
    counts.followups > 0 && plural(counts.followups, 'follow-up'),
    counts.unanswerable > 0 && `${counts.unanswerable} unanswerable`,
  ].filter((kind) => kind !== false);
  return `${name}: ${plural(questions, 'question')} (${kinds.join(', ')}), ${passages} passages`;
}

const printRow = (label: string, cells: readonly string[]) =>
  `  ${label.padEnd(LABEL_WIDTH)}${cells.map((cell) => cell.padEnd(CELL_WIDTH)).join('')}`.trimEnd();

function printRanking(label: string, estimates: RankEstimates | undefined): string[] {
  if (!estimates) return [];
  return [
    printRow(
      label,
      RANK_FIGURES.map((name) => printEstimate(estimates[name])),
    ),
  ];
}

function printOther({ label, page, section, against }: OtherSummary): string[] {
  return [
    ...printRanking(`${label}, page`, page),
    ...printRanking(`${label}, section`, section),
    printRow('', [`askpage against it, by page: ${printPairing(against.page)}`]),
    ...(against.section
      ? [printRow('', [`askpage against it, by section: ${printPairing(against.section)}`])]
      : []),
  ];
}

const plural = (count: number, one: string, several = `${one}s`) =>
  `${count} ${count === 1 ? one : several}`;

/** `12 wins, 1 loss, 68 ties; MRR@10 +.05 [.00, .11]`. */
export function printPairing({ wins, losses, ties, difference }: Pairing): string {
  const counts = [plural(wins, 'win'), plural(losses, 'loss', 'losses'), plural(ties, 'tie')].join(
    ', ',
  );
  if (!difference) return counts;
  const sign = difference.value > 0 ? '+' : '';
  return `${counts}; MRR@10 ${sign}${printEstimate(difference)}`;
}

function printFacts({ facts, withFacts }: Summary): string[] {
  if (withFacts === 0) return [];
  const budget = ({ maxPassages, maxPassageTokens }: (typeof INJECTED)['injected']) =>
    `${maxPassages} passages, ${maxPassageTokens} tokens`;
  return [
    `  all facts of ${plural(withFacts, 'question')} are in`,
    printRow(`  ${budget(INJECTED.injected)}`, [printEstimate(facts.injected)]),
    printRow(`  ${budget(INJECTED.injected5)}`, [printEstimate(facts.injected5)]),
    printRow('  extractive answer', [printEstimate(facts.extractive)]),
  ];
}

function printAbstention(summary: Summary, threshold: number): string[] {
  const { abstain, answerable, followups, unanswerable } = summary;
  const { refusedAnswerable, refusedUnanswerable } = abstain;
  if (!refusedAnswerable || !refusedUnanswerable || !abstain.auroc) return [];
  const row = (label: string, share: Estimate, total: number) => {
    const refused = Math.round(share.value * total);
    const cells = [`${refused} refused`, `${total - refused} answered`, printEstimate(share)];
    return printRow(`  ${label}`, cells);
  };
  return [
    `  abstention: AUROC ${printEstimate(abstain.auroc)}; at the threshold of ${threshold}`,
    row('answerable', refusedAnswerable, answerable + followups),
    row('unanswerable', refusedUnanswerable, unanswerable),
  ];
}
