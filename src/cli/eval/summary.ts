import { auroc } from './metrics.ts';
import { RANK_FIGURES, type RankFigures } from './metrics.ts';
import { bootstrap, bootstrapMean, pair, type Estimate, type Pairing } from './bootstrap.ts';
import type { CorpusRun, FactMisses, Outcome, Ranked } from './run.ts';

export type RankEstimates = Record<keyof RankFigures, Estimate | undefined>;

/** One system's ranking over all questions that have an answer. */
export interface RankSummary {
  page: RankEstimates;
  /** Nothing where documents are judged whole. */
  section: RankEstimates | undefined;
}

export const FACT_FIGURES = ['injected', 'injected5', 'extractive'] as const;

export interface OtherSummary extends RankSummary {
  id: string;
  label: string;
  /** The shipped search against it, by MRR@10. */
  against: { page: Pairing; section: Pairing | undefined };
}

export interface Summary extends RankSummary {
  name: string;
  passages: number;
  questions: number;
  answerable: number;
  followups: number;
  unanswerable: number;
  /** Share of questions whose facts are all there; nothing where no question names facts. */
  facts: Record<keyof FactMisses, Estimate | undefined>;
  withFacts: number;
  abstain: {
    /** Whether confidence parts answerable from unanswerable questions. */
    auroc: Estimate | undefined;
    /** Shares that the default threshold refuses. */
    refusedAnswerable: Estimate | undefined;
    refusedUnanswerable: Estimate | undefined;
  };
  others: OtherSummary[];
}

/** Figures of one corpus, or of several as if their questions were one list. */
export function summarise(name: string, runs: readonly CorpusRun[]): Summary {
  const outcomes = runs.flatMap((run) => run.outcomes);
  const isJudged = runs.some((run) => run.isJudged);
  const ranked = outcomes.flatMap((outcome) => outcome.ranked ?? []);
  const count = (type: Outcome['question']['type']) =>
    outcomes.filter(({ question }) => question.type === type).length;
  return {
    name,
    passages: runs.reduce((sum, { passages }) => sum + passages, 0),
    questions: outcomes.length,
    answerable: count('answerable'),
    followups: count('followup'),
    unanswerable: count('unanswerable'),
    ...summariseRanking(ranked, isJudged),
    ...summariseFacts(outcomes),
    abstain: summariseAbstention(isJudged ? [] : outcomes),
    others: [...(runs[0]?.labels ?? [])].map(([id, label]) => ({
      id,
      label,
      ...summariseOther(
        ranked,
        outcomes.flatMap(({ others }) => others.get(id) ?? []),
        isJudged,
      ),
    })),
  };
}

const level = (ranked: readonly Ranked[], which: 'page' | 'section', name: keyof RankFigures) =>
  ranked.map((each) => each[which][name]);

function summariseRanking(ranked: readonly Ranked[], isJudged: boolean): RankSummary {
  const at = (which: 'page' | 'section') =>
    Object.fromEntries(
      RANK_FIGURES.map((name) => [name, bootstrapMean(level(ranked, which, name))]),
    ) as RankEstimates;
  return { page: at('page'), section: isJudged ? undefined : at('section') };
}

function summariseFacts(outcomes: readonly Outcome[]): Pick<Summary, 'facts' | 'withFacts'> {
  const misses = outcomes.flatMap(({ facts }) => facts ?? []);
  const facts = Object.fromEntries(
    FACT_FIGURES.map((name) => [
      name,
      bootstrapMean(misses.map((missing) => (missing[name].length === 0 ? 1 : 0))),
    ]),
  ) as Summary['facts'];
  return { facts, withFacts: misses.length };
}

function summariseAbstention(outcomes: readonly Outcome[]): Summary['abstain'] {
  const isAnswerable = ({ question }: Outcome) => question.type !== 'unanswerable';
  const answerable = outcomes.filter(isAnswerable);
  const unanswerable = outcomes.filter((outcome) => !isAnswerable(outcome));
  const confidences = (some: readonly Outcome[]) => some.map(({ confidence }) => confidence);
  const refused = (some: readonly Outcome[]) =>
    bootstrapMean(some.map(({ isRefused }) => (isRefused ? 1 : 0)));
  return {
    auroc: bootstrap(
      [confidences(answerable), confidences(unanswerable)],
      ([higher = [], lower = []]) => auroc(higher, lower),
    ),
    refusedAnswerable: refused(answerable),
    refusedUnanswerable: refused(unanswerable),
  };
}

function summariseOther(
  ours: readonly Ranked[],
  theirs: readonly Ranked[],
  isJudged: boolean,
): Omit<OtherSummary, 'id' | 'label'> {
  const paired = (which: 'page' | 'section') =>
    pair(level(ours, which, 'mrr10'), level(theirs, which, 'mrr10'));
  return {
    ...summariseRanking(theirs, isJudged),
    against: { page: paired('page'), section: isJudged ? undefined : paired('section') },
  };
}
