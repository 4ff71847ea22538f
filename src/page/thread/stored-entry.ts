import type { Answer } from '../../core/answer.ts';
import { isWithdrawn } from '../../core/ask-support.ts';
import type { EncoderKind, Hit, SearchResult } from '../../core/ports.ts';
import type { Entry } from './entry.ts';
import { NO_FEEDBACK } from './feedback.ts';

/** What is kept of an exchange: all that its drawing needs, and no vector or score that it doesn't. */
export interface StoredEntry {
  question: string;
  quote: Answer;
  generated?: Answer;
  stopped: boolean;
  encoder: EncoderKind;
  confidence: number;
  origin?: string;
  /** The sources by their numbers; the hits come first. */
  list: Pick<Hit, 'passage' | 'rank'>[];
  /** How many of `list` are hits. */
  hits: number;
}

export function storedOf({ done, sources, origin }: Entry): StoredEntry {
  const { question, quote, generated, stopped, result } = done;
  const { encoder, confidence, hits } = result;
  const list = (sources?.list ?? hits).map(({ passage, rank }) => ({ passage, rank }));
  return {
    ...{ question, quote, stopped, encoder, confidence, list, hits: hits.length },
    ...(generated && { generated }),
    ...(origin !== undefined && { origin }),
  };
}

/** The exchange as it was drawn. @returns undefined where what was kept is nothing of the kind. */
export function entryOf(id: string, stored: unknown): Entry | undefined {
  if (!isStoredEntry(stored)) return undefined;
  const { question, quote, generated, stopped, encoder, confidence, origin } = stored;
  const list = stored.list.map((hit) => ({ ...hit, score: 0, keywordScore: 0, fused: 0 }));
  const hits = list.slice(0, stored.hits);
  const result: SearchResult = { hits, confidence, encoder, notices: [] };
  const numbered = new Map(list.map((hit, index) => [index + 1, hit]));
  const places = new Map(list.map((_, index) => [index + 1, index + 1]));
  const kept = isWithdrawn(generated) ? undefined : generated;
  return {
    ...{ id, origin, feedback: NO_FEEDBACK },
    done: {
      ...{ kind: 'done', question, result, quote, generated, stopped },
      engineError: undefined,
    },
    sources: { byNumber: numbered, list, places },
    turn: { question, answer: (kept ?? quote).text, result },
  };
}

const ENCODERS: readonly unknown[] = ['light', 'full', 'keyword'] satisfies EncoderKind[];

function isStoredEntry(value: unknown): value is StoredEntry {
  const { question, quote, generated, list, encoder, hits } = (value ?? {}) as Partial<StoredEntry>;
  return (
    typeof question === 'string' &&
    ENCODERS.includes(encoder) &&
    isAnswer(quote) &&
    (generated === undefined || isAnswer(generated)) &&
    typeof hits === 'number' &&
    Array.isArray(list) &&
    list.every(isSource)
  );
}

function isAnswer(value: unknown): value is Answer {
  const { kind, text, citations, ...rest } = (value ?? {}) as Partial<Answer>;
  if (typeof text !== 'string' || !Array.isArray(citations)) return false;
  if (kind === 'extractive') return Array.isArray((rest as { quotes?: unknown }).quotes);
  if (kind === 'generated') return typeof (rest as { model?: unknown }).model === 'string';
  return kind === 'abstained';
}

function isSource(value: unknown): boolean {
  const { passage } = (value ?? {}) as Partial<Hit>;
  const { text, section } = (passage ?? {}) as Partial<Hit['passage']>;
  const { url, title, headings } = (section ?? {}) as Partial<Hit['passage']['section']>;
  return [text, url, title].every((each) => typeof each === 'string') && Array.isArray(headings);
}
