import { claimsOf, type Claim } from './claims.ts';
import { likenessOf, similaritiesOf, type Similarity, type SourceLikeness } from './likeness.ts';
import { createLookup, type Lookup } from './lookup.ts';
import { alterations } from './near-copy.ts';
import { readSources, type SourcePassage, type Sources } from './sources.ts';
import {
  reportOf,
  type SourceQuote,
  type SupportedClaim,
  type SupportReport,
  type TextPart,
  type Verdict,
} from './support-report.ts';
import {
  judgeLikeness,
  SETTINGS,
  type ScoreContext,
  type SupportSettings,
} from './support-score.ts';

/** An answer, and what it is to be checked against. */
export interface SupportQuery {
  /** Markdown, its citations as `[2]`. */
  answer: string;
  question: string;
  /** What the model was given. */
  passages: readonly SourcePassage[];
}

export interface SupportRequest extends SupportQuery {
  /** Of `textsToCompare`; without them words decide. */
  vectors?: TextVectors | undefined;
  settings?: SupportSettings | undefined;
}

/** Unit vectors, row after row. */
export interface TextVectors {
  rows: Float32Array;
  dimensions: number;
}

/** The texts by whose vectors meaning is compared, each once; none where nothing is claimed. */
export function textsToCompare({ answer, question, passages }: SupportQuery): string[] {
  const claims = claimsOf(answer, question);
  if (claims.length === 0) return [];
  return distinct(claimTexts(claims, question), readSources(passages));
}

/** Checks each claim of an answer against the passages that the model was given. */
export function checkSupport(request: SupportRequest): SupportReport {
  const { answer, question, passages, vectors, settings = SETTINGS } = request;
  const claims = claimsOf(answer, question);
  const sources = readSources(passages);
  const similarities = vectors && compare({ claims, sources, question }, vectors);
  const lookup = createLookup([question, ...sources.texts]);
  const judge = { sources, lookup, settings };
  return reportOf(claims.map((claim, index) => judgeClaim(claim, similarities?.[index], judge)));
}

/** A claim of so few words is compared together with the question, or with the claim before it. */
const SHORT = 2;

/** The texts by which each claim is compared. */
const claimTexts = (claims: readonly Claim[], question: string): string[][] =>
  claims.map(({ plain, content }, index) => {
    if (content.length > SHORT) return [plain];
    const before = claims[index - 1];
    const contexts = before?.kind === 'sentence' ? [question, before.plain] : [question];
    return contexts.map((context) => `${context} ${plain}`);
  });

/** What is compared, each text once; vectors come in this order. */
const distinct = (texts: readonly string[][], { toEmbed }: Sources): string[] => [
  ...new Set([...texts.flat(), ...toEmbed]),
];

interface Compared {
  claims: readonly Claim[];
  sources: Sources;
  question: string;
}

/** Similarities of each claim to the sources; where it is compared by several texts, the highest. */
function compare({ claims, sources, question }: Compared, vectors: TextVectors): Similarity[][] {
  const texts = claimTexts(claims, question);
  const rowOf = new Map(distinct(texts, sources).map((text, row) => [text, row]));
  const { rows, dimensions } = vectors;
  const vectorOf = (text: string) => {
    const start = (rowOf.get(text) ?? 0) * dimensions;
    return rows.subarray(start, start + dimensions);
  };
  const sourceVectors = sources.toEmbed.map(vectorOf);
  return texts.map((own) =>
    highest(own.map((text) => similaritiesOf(vectorOf(text), sourceVectors, sources))),
  );
}

/** The highest of each place. */
const highest = (lists: readonly Similarity[][]): Similarity[] =>
  (lists[0] ?? []).map(({ unit }, place) => ({
    unit,
    cosine: Math.max(...lists.map((list) => list[place]?.cosine ?? -1)),
  }));

interface Judge {
  sources: Sources;
  lookup: Lookup;
  settings: SupportSettings;
}

function judgeClaim(
  claim: Claim,
  similarities: readonly Similarity[] | undefined,
  { sources, lookup, settings }: Judge,
): SupportedClaim {
  const likeness = likenessOf(claim, sources, similarities);
  const missing = claim.values.filter((value) => !lookup.has(value, isBrokenOff(claim, value)));
  const altered = alterations(claim, sources.sentences);
  const context = { kind: claim.kind, settings, isMissing: missing.length > 0 };
  const judged = judgeLikeness(likeness, context);
  const verdict = altered.length > 0 ? 'not' : lowered(judged.verdict, missing.length > 0);
  const nearest = quoteOf(sources, likeness.unit);
  return {
    ...partOf(claim),
    ...{ kind: claim.kind, verdict, isStruck: judged.isStruck, score: judged.score },
    sources: verdict === 'not' ? [] : supporting(likeness, sources, context),
    ...(nearest && { nearest }),
    missing: missing.map(partOf),
    altered: altered.map(partOf),
  };
}

const partOf = ({ text, start, end }: TextPart): TextPart => ({ text, start, end });

const lowered = (verdict: Verdict, isMissing: boolean): Verdict =>
  verdict === 'supported' && isMissing ? 'partly' : verdict;

/** The answer may have ended within a name. */
const isBrokenOff = ({ isCut, end }: Claim, value: TextPart) => isCut && value.end >= end;

function quoteOf({ units }: Sources, index: number): SourceQuote | undefined {
  const unit = units[index];
  return unit && { source: unit.number, text: unit.text };
}

/** What passages say it by themselves, best first; the best one even where it takes several. */
function supporting(
  { passages }: SourceLikeness,
  sources: Sources,
  context: ScoreContext,
): SourceQuote[] {
  return passages
    .map((passage) => ({ ...judgeLikeness(passage, context), unit: passage.unit }))
    .sort((a, b) => b.score - a.score)
    .filter(({ verdict }, index) => index === 0 || verdict !== 'not')
    .flatMap(({ unit }) => quoteOf(sources, unit) ?? []);
}
