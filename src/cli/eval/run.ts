import { AskPageError } from '../../core/errors.ts';
import { pageOf } from '../../core/page-url.ts';
import type { Hit, Reranker } from '../../core/ports.ts';
import type { Retrieval } from '../../worker/retrieval.ts';
import { createAsker, type Asked, type Asker, type Injected } from './asked.ts';
import { createBaselines, queryText, type Baseline } from './baselines.ts';
import type { Corpus } from './corpus.ts';
import type { EvalEncoder } from './encoder.ts';
import { missingFacts } from './facts.ts';
import { createGoldResolver, type ResolvedGold } from './gold.ts';
import { firstRight, pageGains, rankFigures, sectionGains, type RankFigures } from './metrics.ts';
import type { EvalQuestion } from './question.ts';

/** How well one system ranked for one question. */
export interface Ranked {
  page: RankFigures;
  section: RankFigures;
  pageRank: number | undefined;
  sectionRank: number | undefined;
  /** Addresses of the sections that it gave, best first. */
  urls: string[];
}

/** Facts that are missing, by where they were looked for. */
export type FactMisses = Record<keyof Injected | 'extractive', string[]>;

export interface Outcome {
  question: EvalQuestion;
  confidence: number;
  isRefused: boolean;
  /** Nothing for unanswerable questions. */
  ranked: Ranked | undefined;
  /** By baseline, for the same questions. */
  others: ReadonlyMap<Baseline['id'], Ranked>;
  /** Nothing where the question names no facts. */
  facts: FactMisses | undefined;
  /** First hits, for looking at. */
  hits: readonly Hit[];
  quote: string;
}

export interface CorpusRun {
  name: string;
  /** Judged documents (BEIR): no sections, no facts, and not pooled with other questions. */
  isJudged: boolean;
  passages: number;
  outcomes: Outcome[];
  /** Labels of the baselines, in order. */
  labels: ReadonlyMap<Baseline['id'], string>;
  /** Sentences about what was odd, for the owner. */
  notices: string[];
}

export interface RunParts {
  name: string;
  corpus: Corpus;
  questions: readonly EvalQuestion[];
  isJudged: boolean;
  retrieval: Retrieval;
  encoder: EvalEncoder;
  /** The embedding model, where the encoder is another and both are to be compared. */
  full?: EvalEncoder | undefined;
  /** What reads the best hits again, if anything does; the order before is compared as well. */
  reranker?: Reranker | undefined;
  compare: boolean;
  signal: AbortSignal;
}

/** Asks every question of one corpus. @throws {AskPageError} `bad-file` for gold that names no page. */
export async function runCorpus(parts: RunParts): Promise<CorpusRun> {
  const { corpus, questions, signal } = parts;
  const resolve = createGoldResolver(corpus);
  const golds = new Map(questions.map((question) => [question, resolve(question)]));
  refuseUnknownPages(golds);
  const asker = createAsker(parts.retrieval, parts.encoder, parts.reranker);
  const baselines = parts.compare ? await allBaselines(parts) : [];
  const outcomes: Outcome[] = [];
  for (const [question, gold] of golds) {
    signal.throwIfAborted();
    const asked = parts.isJudged ? await searchOnly(asker, question) : await ask(asker, question);
    const others = question.type === 'unanswerable' ? [] : baselines;
    outcomes.push({
      ...judge(question, gold, asked),
      others: await rankOthers(others, question, gold),
    });
  }
  return {
    name: parts.name,
    isJudged: parts.isJudged,
    passages: corpus.passages.length,
    outcomes,
    labels: new Map(baselines.map(({ id, label }) => [id, label])),
    notices: sectionNotices(golds),
  };
}

const ask = (asker: Asker, { question, history }: EvalQuestion) => asker.ask(question, history);

async function searchOnly(asker: Asker, { question, history }: EvalQuestion): Promise<Asked> {
  const { hits, confidence } = await asker.search(question, history);
  const injected = { injected: [], injected5: [] };
  return { ranking: hits, confidence, isRefused: false, injected, quote: '' };
}

function judge(question: EvalQuestion, gold: ResolvedGold, asked: Asked): Omit<Outcome, 'others'> {
  const { confidence, isRefused, ranking, quote } = asked;
  const urls = ranking.map(({ passage }) => passage.section.url);
  return {
    question,
    confidence,
    isRefused,
    ranked: question.type === 'unanswerable' ? undefined : judgeRanking(urls, gold),
    facts: question.facts.length > 0 ? factMisses(question.facts, asked) : undefined,
    hits: ranking.slice(0, 5),
    quote,
  };
}

/** Pages and sections are ranked by their first hit. */
export function judgeRanking(urls: string[], gold: ResolvedGold): Ranked {
  const pages = pageGains(urls.map(pageOf), gold.pages);
  const sections = sectionGains(urls, gold.sections);
  return {
    page: rankFigures(pages, [...gold.pages.values()]),
    section: rankFigures(
      sections,
      gold.sections.map(({ grade }) => grade),
    ),
    pageRank: firstRight(pages),
    sectionRank: firstRight(sections),
    urls,
  };
}

function factMisses(facts: readonly string[], { injected, quote }: Asked): FactMisses {
  return {
    injected: missingFacts(facts, injected.injected),
    injected5: missingFacts(facts, injected.injected5),
    extractive: missingFacts(facts, [quote]),
  };
}

async function allBaselines(parts: RunParts): Promise<Baseline[]> {
  const baselines = await createBaselines(parts);
  const { full, retrieval, encoder, reranker } = parts;
  const ranking = (asker: Asker) => async (query: string) =>
    (await asker.search(query, [])).hits.map(({ passage }) => passage.section.url);
  if (full) {
    const rank = ranking(createAsker(retrieval, full, reranker));
    baselines.push({ id: 'full', label: 'full encoder', rank });
  }
  if (reranker) {
    const rank = ranking(createAsker(retrieval, encoder));
    baselines.push({ id: 'first', label: 'without the reranker', rank });
  }
  return baselines;
}

async function rankOthers(
  baselines: readonly Baseline[],
  { question, history }: EvalQuestion,
  gold: ResolvedGold,
): Promise<Map<Baseline['id'], Ranked>> {
  const ranked = new Map<Baseline['id'], Ranked>();
  for (const baseline of baselines) {
    const urls = await baseline.rank(queryText(question, history));
    ranked.set(baseline.id, judgeRanking(urls, gold));
  }
  return ranked;
}

type Golds = ReadonlyMap<EvalQuestion, ResolvedGold>;

/** Named in one message; more would hide the remedy. */
const NAMED = 5;

function refuseUnknownPages(golds: Golds): void {
  const unknown = [...golds].flatMap(([{ place }, { unknownPages }]) =>
    unknownPages.map((gold) => `${place} "${gold}"`),
  );
  if (unknown.length === 0) return;
  const named = unknown.slice(0, NAMED).join(', ');
  const more = unknown.length > NAMED ? ` and ${unknown.length - NAMED} more` : '';
  throw new AskPageError(
    'bad-file',
    `Gold that names no page of the corpus: ${named}${more}. Name pages by their path in the ` +
      'corpus, or give the corpus that the questions were written for.',
  );
}

function sectionNotices(golds: Golds): string[] {
  return [...golds].flatMap(([{ place }, { unknownSections }]) =>
    unknownSections.map(
      (gold) => `${place}: "${gold}" names no section of that page; by section it can't be found.`,
    ),
  );
}
