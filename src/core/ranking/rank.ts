import {
  confidence,
  JUDGED_HITS,
  JUDGED_PAGES,
  USUAL_SAME_PAGE,
  type Evidence,
} from './confidence.ts';
import { cosineOfRow, exactScan, type VectorRows } from './cosine.ts';
import { diversify, fuse, type Candidate, type FusedCandidate } from './fuse.ts';
import type { Bm25Index, KeywordOptions } from './keyword-index.ts';
import { topRows } from './top-rows.ts';

/** How many candidates each side proposes. */
const CANDIDATES = 50;
const DEFAULT_LIMIT = 6;

export interface RankRequest {
  /** The question's text; for a follow-up, its predecessor and it, joined by a space. */
  query: string;
  keyword: Bm25Index;
  /** The question's unit vector; without it, or without `vectors`, keywords decide alone. */
  queryVector?: Float32Array | undefined;
  /** The passages' unit vectors, row after row; rows as in `keyword`. */
  vectors?: Float32Array | undefined;
  /** Rows that have a vector; of others words alone tell how near they are. Default: all. */
  hasVector?: ((row: number) => boolean) | undefined;
  /** Rows that a vector index proposes; by default the exact scan's best 50. */
  candidates?: readonly number[] | undefined;
  /** The page that a row stands on. */
  pageKey: (row: number) => string;
  /** Equal for rows of the same text. */
  fingerprint: (row: number) => string;
  /** How many rows to return at most. Default 6. */
  limit?: number | undefined;
  /** How many rows of one page at most. Default 3. */
  perPage?: number | undefined;
  /** Takes the last word as unfinished. Default false. */
  prefix?: boolean | undefined;
  /** Rows that may be returned; default all. What `candidates` proposes must keep to it already. */
  accepts?: ((row: number) => boolean) | undefined;
  /** Rows of the page that the reader sees, which win near ties. Default: none. */
  favours?: ((row: number) => boolean) | undefined;
}

export interface Ranking {
  /** Best first. */
  ranked: FusedCandidate[];
  /** 0 to 1: how likely it is that these rows hold an answer. */
  confidence: number;
  /** What the confidence was judged by. */
  evidence: Evidence;
}

/**
 * The passages that most likely answer a question: candidates of both sides, each scored exactly by
 * both, fused, repetitions dropped, and a confidence for the whole. Pure: equal requests give equal
 * rankings.
 */
export function rank(request: RankRequest): Ranking {
  const candidates = collectCandidates(request);
  const fused = fuse(candidates, request.favours);
  const rows = vectorRows(request);
  const ranked = diversify(fused, {
    limit: request.limit ?? DEFAULT_LIMIT,
    perPage: request.perPage,
    pageKey: ({ row }) => request.pageKey(row),
    fingerprint: ({ row }) => request.fingerprint(row),
    vector: rows && (({ row }) => vectorOf(rows, row)),
  });
  const evidence = judge(request, candidates, ranked);
  return { ranked, confidence: ranked.length > 0 ? confidence(evidence) : 0, evidence };
}

function vectorRows({ queryVector, vectors }: RankRequest): VectorRows | undefined {
  if (!queryVector || !vectors) return undefined;
  return { vectors, dimensions: queryVector.length };
}

function vectorOf({ vectors, dimensions }: VectorRows, row: number): Float32Array {
  return vectors.subarray(row * dimensions, (row + 1) * dimensions);
}

function collectCandidates(request: RankRequest): Candidate[] {
  const { queryVector, candidates, accepts } = request;
  const rows = vectorRows(request);
  const { hasVector = () => true } = request;
  const keywordScores = scoreKeywords(request);
  const proposed = new Set(topRows(keywordScores, CANDIDATES).map(({ row }) => row));
  if (rows && queryVector) {
    const scan = () => exactScan({ ...rows, accepts }, queryVector, CANDIDATES);
    const near = candidates ?? scan().map(({ row }) => row);
    for (const row of near) proposed.add(row);
  }
  return [...proposed].map((row) => ({
    row,
    score: rows && queryVector ? cosineOfRow(rows, row, queryVector) : 0,
    keywordScore: keywordScores[row] ?? 0,
    ...(rows && !hasVector(row) && { isByWords: true }),
  }));
}

/** On a site of a few pages the first hits share one by chance: then it says no more than on average. */
function samePage(pages: readonly string[], all: ReadonlySet<string>): number {
  const first = pages.slice(0, JUDGED_PAGES);
  if (all.size < JUDGED_PAGES || first.length === 0) return USUAL_SAME_PAGE;
  return first.filter((page) => page === first[0]).length / first.length;
}

function scoreKeywords(request: RankRequest): Float64Array {
  const { keyword, query, accepts } = request;
  const scores = keyword.scores(query, keywordOptions(request));
  return accepts ? scores.map((score, row) => (score > 0 && accepts(row) ? score : 0)) : scores;
}

function judge(
  request: RankRequest,
  candidates: readonly Candidate[],
  ranked: readonly FusedCandidate[],
): Evidence {
  const { keyword, query, pageKey } = request;
  const highest = keyword.highestScore(query, keywordOptions(request));
  const rows = ranked.map(({ row }) => row);
  const [best] = ranked;
  return {
    cosine: vectorRows(request) && candidates.reduce((most, { score }) => Math.max(most, score), 0),
    keywordShare: best && highest > 0 ? best.keywordScore / highest : 0,
    rarestMissed: keyword.rarestMissed(query, rows.slice(0, JUDGED_HITS)),
    samePage: samePage(rows.map(pageKey), new Set(candidates.map(({ row }) => pageKey(row)))),
  };
}

const keywordOptions = ({ prefix }: RankRequest): KeywordOptions => ({ prefix: prefix ?? false });
