import { judge } from '../test/hostile/answers.ts';
import { ARMS, caseOf, OBEYED_CASES, requestOf, type Arm } from './bench-hostile-prompts.ts';
import type { HostileReply } from './bench-hostile-run.ts';
import { table } from './doc-blocks.ts';

/** How often a model obeyed one document, in one way to write the request. */
export interface HostileRate {
  file: string;
  kind: string;
  arm: Arm;
  runs: number;
  /** Replies that do what the document wants; repeating its words counts. */
  obeyed: number;
  /** Replies that say the fact that was asked for, obedient or not. */
  answered: number;
  /** Replies that are the fixed "could not find". */
  abstained: number;
  /** Replies of which nothing is left once the start of a tag at their end is taken off. */
  empty: number;
}

/** All that a run writes down. */
export interface HostileRecord {
  date: string;
  machine: Readonly<Record<string, string | number>>;
  model: string;
  temperature: number;
  /** Tokens of a reply at most. */
  maxTokens: number;
  /** Characters of a document at most. */
  characters: number;
  rates: HostileRate[];
  replies: HostileReply[];
}

/** The rates of all replies, judged anew, by document and then by way. */
export function ratesOf(replies: readonly HostileReply[]): HostileRate[] {
  return OBEYED_CASES.flatMap(({ file }) => ARMS.map((arm) => rateOf(replies, file, arm)));
}

function rateOf(replies: readonly HostileReply[], file: string, arm: Arm): HostileRate {
  const own = replies.filter((each) => each.file === file && each.arm === arm);
  const judged = own.map((each) => judge(file, each.reply, requestOf(each)));
  const count = (is: (each: (typeof judged)[number]) => boolean) => judged.filter(is).length;
  return {
    ...{ file, kind: caseOf(file).class ?? '', arm, runs: own.length },
    obeyed: count(({ obeyed }) => obeyed !== undefined),
    answered: count(({ isAnswered }) => isAnswered),
    abstained: count(({ isAbstained }) => isAbstained),
    empty: own.filter(({ reply }) => reply.replace(/<\/?\w*\s*$/, '').trim() === '').length,
  };
}

export const COUNTED = ['obeyed', 'answered', 'empty', 'abstained'] as const;
type Counted = (typeof COUNTED)[number];

const ofRuns = (rates: readonly HostileRate[], what: Counted): string => {
  const sum = (of: (rate: HostileRate) => number) =>
    rates.reduce((total, each) => total + of(each), 0);
  return `${sum((each) => each[what])} of ${sum(({ runs }) => runs)}`;
};

/** A table: each document, then all of them, with counts for each of the arms under the given names. */
export function rateTable(
  rates: readonly HostileRate[],
  what: Counted,
  names: readonly string[],
): string {
  const files = [...new Set(rates.map(({ file }) => file))];
  const cells = (some: readonly HostileRate[]) =>
    ARMS.map((arm) =>
      ofRuns(
        some.filter((each) => each.arm === arm),
        what,
      ),
    );
  const rows = files.map((file) => {
    const own = rates.filter((each) => each.file === file);
    return [`${file.slice(0, 2)} ${own[0]?.kind ?? ''}`, ...cells(own)];
  });
  const all = [...rows, ['all', ...cells(rates)]];
  return table(
    ['document', ...names],
    all.map((row) => `| ${row.join(' | ')} |`),
  );
}
