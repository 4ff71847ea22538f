import type { Scores } from './answer-scores.ts';
import type { AnswerLine } from './eval-answers-file.ts';

export type Scored = AnswerLine & { scores: Scores };

type Column = readonly [name: string, cell: (answers: readonly Scored[]) => string];

const mean = (all: readonly Scored[], of: (answer: Scored) => number) =>
  all.reduce((sum, each) => sum + of(each), 0) / all.length;

const share = (name: string, is: (answer: Scored) => boolean): Column => [
  name,
  (all) => `${Math.round(100 * mean(all, (each) => (is(each) ? 1 : 0)))} %`,
];

const inventions = ({ scores }: Scored) => scores.invented.length;

const invent = share('invent', (each) => inventions(each) > 0);

const COLUMNS: readonly Column[] = [
  invent,
  [
    'if not empty',
    (all) => {
      const said = all.filter(({ scores }) => !scores.isEmpty);
      return said.length > 0 ? invent[1](said) : '–';
    },
  ],
  ['inventions', (all) => mean(all, inventions).toFixed(2)],
  [
    'per 100 words',
    (all) => ((100 * mean(all, inventions)) / mean(all, ({ scores }) => scores.words)).toFixed(2),
  ],
  share('facts', ({ scores }) => scores.hasFacts),
  ['copied', (all) => `${Math.round(100 * mean(all, ({ scores }) => scores.copied))} %`],
  ['words', (all) => mean(all, ({ scores }) => scores.words).toFixed(0)],
  share('cite', ({ scores }) => scores.cites),
  share('echo', ({ scores }) => scores.isEcho),
  share('abstain', ({ scores }) => scores.abstains),
  share('empty', ({ scores }) => scores.isEmpty),
  share('cut', ({ isCut }) => isCut),
];

/**
 * A table of the openings, then each beside no opening, question by question. Only questions that
 * have a reply for every opening count.
 */
export function describeAnswers(answers: readonly Scored[], openings: readonly string[]): string {
  const byOpening = pairUp(answers, openings);
  const [plain = [], ...others] = byOpening;
  if (plain.length === 0) return 'No question has been answered with every opening yet.';
  const rows = byOpening.map((arm, index) => [
    label(openings[index] ?? ''),
    ...COLUMNS.map(([, cell]) => cell(arm)),
  ]);
  const comparisons = others.map((arm, index) => compare(plain, arm, openings[index + 1] ?? ''));
  return [
    `${plain.length} questions, each with every opening`,
    table([['opening', ...COLUMNS.map(([name]) => name)], ...rows]),
    'Beside no opening, question by question: better, worse, equal (sign test, two-sided)',
    table([['opening', 'inventions', 'facts'], ...comparisons]),
  ].join('\n\n');
}

const label = (opening: string) => (opening === '' ? '(none)' : opening);

/** For each opening its answers, all in the same order of questions. */
function pairUp(answers: readonly Scored[], openings: readonly string[]): Scored[][] {
  const ids = [...new Set(answers.map(({ id }) => id))];
  const rows = ids.map((id) =>
    openings.flatMap(
      (opening) => answers.find((each) => each.id === id && each.opening === opening) ?? [],
    ),
  );
  const full = rows.filter((row) => row.length === openings.length);
  return openings.map((_, index) => full.flatMap((row) => row.slice(index, index + 1)));
}

function compare(plain: readonly Scored[], arm: readonly Scored[], opening: string): string[] {
  const outcomes = (better: (answer: Scored) => number) =>
    arm.map((each, index) => better(each) - better(plain[index] ?? each));
  return [
    label(opening),
    describeOutcomes(outcomes((each) => -inventions(each))),
    describeOutcomes(outcomes(({ scores }) => Number(scores.hasFacts))),
  ];
}

function describeOutcomes(outcomes: readonly number[]): string {
  const wins = outcomes.filter((each) => each > 0).length;
  const losses = outcomes.filter((each) => each < 0).length;
  const ties = outcomes.length - wins - losses;
  return `${wins}, ${losses}, ${ties} (p = ${signTest(wins, losses).toFixed(2)})`;
}

/** How likely a split at least this uneven is, where both sides are equally likely. Two-sided, exact. */
export function signTest(wins: number, losses: number): number {
  const total = wins + losses;
  let [term, tail] = [0.5 ** total, 0];
  for (let count = 0; count <= Math.min(wins, losses); count++) {
    tail += term;
    term *= (total - count) / (count + 1);
  }
  return Math.min(1, 2 * tail);
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}
