import { headingPath } from '../../core/documents/passages.ts';
import type { Hit } from '../../core/ports.ts';
import type { Gold } from './question.ts';
import type { CorpusRun, Outcome } from './run.ts';

/** A question that something went wrong with. */
export interface Miss {
  corpus: string;
  id: string;
  question: string;
  history: string[];
  /** What went wrong, as sentences. */
  misses: string[];
  gold: string[];
  /** Addresses and headings of the first hits. */
  came: string[];
  /** The beginning of the extractive answer, where it lacks a fact. */
  quote: string | undefined;
}

const SHOWN_HITS = 3;
const SHOWN_QUOTE = 400;

/** Every question whose right page or section isn't first, that lacks a fact, or was wrongly refused or answered. */
export function findMisses({ name, isJudged, outcomes }: CorpusRun): Miss[] {
  return outcomes.flatMap((outcome) => {
    const misses = isJudged ? rankMisses(outcome, ['page']) : allMisses(outcome);
    if (misses.length === 0) return [];
    const { id, question, history, gold } = outcome.question;
    const lacksFact = (outcome.facts?.extractive.length ?? 0) > 0;
    return [
      {
        ...{ corpus: name, id, question, history, misses },
        gold: gold.map(written),
        came: outcome.hits.slice(0, SHOWN_HITS).map(place),
        quote: lacksFact ? outcome.quote.slice(0, SHOWN_QUOTE) : undefined,
      },
    ];
  });
}

const allMisses = (outcome: Outcome) => [
  ...rankMisses(outcome, ['page', 'section']),
  ...factMisses(outcome),
  ...abstentionMisses(outcome),
];

function rankMisses({ ranked }: Outcome, levels: readonly ('page' | 'section')[]): string[] {
  if (!ranked) return [];
  const ranks = { page: ranked.pageRank, section: ranked.sectionRank };
  return levels.flatMap((level) => {
    const rank = ranks[level];
    if (rank === 1) return [];
    return [rank === undefined ? `right ${level} not found` : `right ${level} at rank ${rank}`];
  });
}

function factMisses({ facts }: Outcome): string[] {
  if (!facts) return [];
  const names = {
    injected: '3 passages',
    injected5: '5 passages',
    extractive: 'the extractive answer',
  };
  return Object.entries(names).flatMap(([key, name]) => {
    const missing = facts[key as keyof typeof names];
    const list = missing.map((fact) => JSON.stringify(fact)).join(', ');
    return missing.length > 0 ? [`not in ${name}: ${list}`] : [];
  });
}

function abstentionMisses({ question, isRefused, confidence }: Outcome): string[] {
  const isUnanswerable = question.type === 'unanswerable';
  if (isRefused === isUnanswerable) return [];
  const sure = `confidence ${confidence.toFixed(2)}`;
  return [isUnanswerable ? `answered though unanswerable, ${sure}` : `refused, ${sure}`];
}

const written = ({ page, anchor }: Gold) => (anchor === undefined ? page : `${page}#${anchor}`);

const place = ({ passage: { section } }: Hit) => `${section.url} (${headingPath(section)})`;

/** One block a question. */
export function printMisses(misses: readonly Miss[]): string {
  return misses.map(printMiss).join('\n\n');
}

function printMiss({ corpus, id, history, question, misses, gold, came, quote }: Miss): string {
  const asked = [...history, question].join(' / ');
  return [
    `${corpus} ${id}: ${asked}`,
    ...misses.map((miss) => `  ${miss}`),
    ...gold.map((each) => `  right:  ${each}`),
    ...came.map((each, index) => `  came ${index + 1}: ${each}`),
    ...(quote === undefined ? [] : [`  answer: ${quote.replace(/\s+/g, ' ')}`]),
  ].join('\n');
}
