import type { Estimate, Pairing } from './bootstrap.ts';
import type { Miss } from './misses.ts';
import type { OtherSummary, RankSummary, Summary } from './summary.ts';

interface Report {
  pooled: Summary;
  corpora: readonly Summary[];
  encoder: string;
  threshold: number;
  misses: readonly Miss[] | undefined;
}

/**
 * The object that `--json` prints: the pooled figures, and under `corpora` those of each corpus.
 * Figures are plain numbers (null where nothing was asked), their intervals stand beside them in
 * `intervals` under the same names.
 */
export function toJson({ pooled, corpora, encoder, threshold, misses }: Report): object {
  return {
    encoder,
    threshold,
    ...summaryJson(pooled),
    corpora: Object.fromEntries(corpora.map((summary) => [summary.name, summaryJson(summary)])),
    ...(misses && { misses }),
  };
}

function summaryJson(summary: Summary): object {
  const { page, section, facts, abstain, others } = summary;
  const { questions, answerable, followups, unanswerable } = summary;
  return {
    ...{ questions, answerable, followups, unanswerable },
    ...rankJson({ page, section }),
    facts: values(facts),
    abstain: values(abstain),
    intervals: {
      ...rankIntervals({ page, section }),
      facts: intervals(facts),
      abstain: intervals(abstain),
    },
    ...(others.length > 0 && {
      compare: Object.fromEntries(others.map((other) => [other.id, otherJson(other)])),
    }),
  };
}

const otherJson = ({ page, section, against }: OtherSummary) => ({
  ...rankJson({ page, section }),
  intervals: rankIntervals({ page, section }),
  against: {
    page: pairingJson(against.page),
    section: against.section ? pairingJson(against.section) : null,
  },
});

const pairingJson = ({ wins, losses, ties, difference }: Pairing) => ({
  ...{ wins, losses, ties },
  mrr10: difference ? round(difference.value) : null,
  interval: difference ? interval(difference) : null,
});

const rankJson = ({ page, section }: RankSummary) => ({
  page: values(page),
  section: section ? values(section) : null,
});

const rankIntervals = ({ page, section }: RankSummary) => ({
  page: intervals(page),
  section: section ? intervals(section) : null,
});

type Figures = Readonly<Record<string, Estimate | undefined>>;

const values = (figures: Figures) => mapFigures(figures, ({ value }) => round(value));
const intervals = (figures: Figures) => mapFigures(figures, interval);

const mapFigures = <T>(figures: Figures, change: (estimate: Estimate) => T) =>
  Object.fromEntries(
    Object.entries(figures).map(([name, estimate]) => [name, estimate ? change(estimate) : null]),
  );

const interval = ({ low, high }: Estimate) => [round(low), round(high)];

const round = (value: number) => Math.round(value * 1e4) / 1e4;
