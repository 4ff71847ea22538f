import { confidence, type ConfidenceFeatures } from './confidence.ts';
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
}

export interface Ranking {
  /** Best first. */
  ranked: FusedCandidate[];
  /** 0 to 1: how likely it is that these rows hold an answer. */
  confidence: number;
}

/**
 * The passages that most likely answer a question: candidates of both sides, each scored exactly by
 * both, fused, repetitions dropped, and a confidence for the whole. Pure: equal requests give equal
 * rankings.
 */
export function rank(request: RankRequest): Ranking {
  const fused = fuse(collectCandidates(request));
  const rows = vectorRows(request);
  const ranked = diversify(fused, {
    limit: request.limit ?? DEFAULT_LIMIT,
    perPage: request.perPage,
    pageKey: ({ row }) => request.pageKey(row),
    fingerprint: ({ row }) => request.fingerprint(row),
    vector: rows && (({ row }) => vectorOf(rows, row)),
  });
  const best = ranked[0];
  return { ranked, confidence: best ? confidence(features(request, best)) : 0 };
}

function vectorRows({ queryVector, vectors }: RankRequest): VectorRows | undefined {
  if (!queryVector || !vectors) return undefined;
  return { vectors, dimensions: queryVector.length };
}

function vectorOf({ vectors, dimensions }: VectorRows, row: number): Float32Array {
  return vectors.subarray(row * dimensions, (row + 1) * dimensions);
}

function collectCandidates(request: RankRequest): Candidate[] {
  const { keyword, queryVector, candidates } = request;
  const rows = vectorRows(request);
  const keywordScores = keyword.scores(request.query, keywordOptions(request));
  const proposed = new Set(topRows(keywordScores, CANDIDATES).map(({ row }) => row));
  if (rows && queryVector) {
    const near = candidates ?? exactScan(rows, queryVector, CANDIDATES).map(({ row }) => row);
    for (const row of near) proposed.add(row);
  }
  return [...proposed].map((row) => ({
    row,
    score: rows && queryVector ? cosineOfRow(rows, row, queryVector) : 0,
    keywordScore: keywordScores[row] ?? 0,
  }));
}

function features(request: RankRequest, best: FusedCandidate): ConfidenceFeatures {
  const highest = request.keyword.highestScore(request.query, keywordOptions(request));
  return {
    cosine: vectorRows(request) && best.score,
    keywordShare: highest > 0 ? best.keywordScore / highest : 0,
  };
}

const keywordOptions = ({ prefix }: RankRequest): KeywordOptions => ({ prefix: prefix ?? false });
