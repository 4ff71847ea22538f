import type { Answer, GeneratedAnswer } from '../../core/answer.ts';
import { standingAnswer } from '../../core/ask-support.ts';
import type { Quote } from '../../core/grounding/quote.ts';
import type {
  SourceQuote,
  SupportedClaim,
  SupportReport,
  TextPart,
} from '../../core/grounding/support-report.ts';
import type { EncoderKind, Hit, Passage, SearchResult } from '../../core/ports.ts';
import type { Entry } from './entry.ts';
import { NO_FEEDBACK } from './feedback.ts';

/** What is kept of an exchange: all that its drawing, and a follow-up that reads its passages again, needs. */
export interface StoredEntry {
  question: string;
  quote: Answer;
  generated?: Answer;
  stopped: boolean;
  encoder: EncoderKind;
  confidence: number;
  origin?: string;
  /** The sources by their numbers; the hits come first. */
  list: Omit<Hit, 'around'>[];
  /** How many of `list` are hits. */
  hits: number;
}

export function storedOf({ done, sources, origin }: Entry): StoredEntry {
  const { question, quote, generated, stopped, result } = done;
  const { encoder, confidence, hits } = result;
  const list = (sources?.list ?? hits).map(withoutNeighbours);
  return {
    ...{ question, quote, stopped, encoder, confidence, list, hits: hits.length },
    ...(generated && { generated }),
    ...(origin !== undefined && { origin }),
  };
}

/** They are a large part of it, and only a prompt with room to spare takes them in. */
const withoutNeighbours = ({ passage, score, keywordScore, fused, rank }: Hit): Hit => ({
  ...{ passage, score, keywordScore, fused, rank },
});

/** The exchange as it was drawn. @returns undefined where what was kept is nothing of the kind. */
export function entryOf(id: string, stored: unknown): Entry | undefined {
  if (!isStoredEntry(stored)) return undefined;
  const { question, quote, generated, stopped, encoder, confidence, list, origin } = stored;
  const hits = list.slice(0, stored.hits);
  const result: SearchResult = { hits, confidence, encoder, notices: [] };
  const numbered = new Map(list.map((hit, index) => [index + 1, hit]));
  const places = new Map(list.map((_, index) => [index + 1, index + 1]));
  return {
    ...{ id, origin, feedback: NO_FEEDBACK },
    done: {
      ...{ kind: 'done', question, result, quote, generated, stopped },
      engineError: undefined,
    },
    sources: { byNumber: numbered, list, places },
    turn: { question, answer: standingAnswer(stored).text, result },
  };
}

const ENCODERS: readonly unknown[] = ['light', 'full', 'keyword'] satisfies EncoderKind[];

function isStoredEntry(value: unknown): value is StoredEntry {
  const { question, quote, generated, list, hits, ...rest } = fieldsOf<StoredEntry>(value);
  const { encoder, confidence, stopped, origin = '' } = rest;
  return (
    areTexts([question, origin]) &&
    ENCODERS.includes(encoder) &&
    areNumbers([hits, confidence]) &&
    typeof stopped === 'boolean' &&
    isAnswer(quote) &&
    (generated === undefined || isAnswer(generated)) &&
    isListOf(list, isSource)
  );
}

function isAnswer(value: unknown): value is Answer {
  const { kind, text, citations, ...rest } = fieldsOf<Answer>(value);
  if (!areTexts([text]) || !isListOf(citations, (each) => areNumbers([each]))) return false;
  if (kind === 'extractive') return isListOf(fieldsOf<Extractive>(rest).quotes, isQuote);
  const { model, support } = fieldsOf<GeneratedAnswer>(rest);
  if (kind !== 'generated') return kind === 'abstained';
  return areTexts([model]) && (support === undefined || isSupport(support));
}

type Extractive = Answer & { kind: 'extractive' };

function isQuote(value: unknown): boolean {
  const { kind, text, language, heading, source } = fieldsOf<Quote>(value);
  return areTexts([kind, text, language, heading]) && areNumbers([source]);
}

function isSupport(value: unknown): boolean {
  const { claims, verdict } = fieldsOf<SupportReport>(value);
  return areTexts([verdict]) && isListOf(claims, isClaim);
}

function isClaim(value: unknown): boolean {
  const { start, end, sources, missing } = fieldsOf<SupportedClaim>(value);
  return areNumbers([start, end]) && isListOf(sources, isSourceQuote) && isListOf(missing, isPart);
}

function isSourceQuote(value: unknown): boolean {
  const { source, text } = fieldsOf<SourceQuote>(value);
  return areNumbers([source]) && areTexts([text]);
}

function isPart(value: unknown): boolean {
  const { start, end, text } = fieldsOf<TextPart>(value);
  return areNumbers([start, end]) && areTexts([text]);
}

function isSource(value: unknown): boolean {
  const { passage, score, keywordScore, fused, rank } = fieldsOf<Hit>(value);
  const { text, section } = fieldsOf<Passage>(passage);
  const { url, title, headings } = fieldsOf<Passage['section']>(section);
  const isUrl = typeof url === 'string' && URL.canParse(url, 'https://any.test/');
  return (
    isUrl &&
    areTexts([text, title]) &&
    areNumbers([score, keywordScore, fused, rank]) &&
    isListOf(headings, isText)
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';
const areTexts = (values: readonly unknown[]): boolean => values.every(isText);
const areNumbers = (values: readonly unknown[]): boolean =>
  values.every((value) => typeof value === 'number');

const isListOf = (value: unknown, isMeant: (each: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isMeant);

const fieldsOf = <Whole>(value: unknown): Partial<Whole> => value ?? {};
