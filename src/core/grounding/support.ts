import type { Embedder } from '../ports.ts';
import { claimsOf, type Claim } from './claims.ts';
import { mergeEntailment, type Entailment, type EntailmentModel } from './entailment.ts';
import { likenessOf, similaritiesOf, type Similarity, type SourceLikeness } from './likeness.ts';
import { createLookup, type Lookup } from './lookup.ts';
import { alterations, type Alteration } from './near-copy.ts';
import { readSources, type SourcePassage, type Sources, type SourceUnit } from './sources.ts';
import {
  judgeLikeness,
  SETTINGS,
  type ScoreContext,
  type SupportSettings,
} from './support-score.ts';

/** Whether the passages say what a claim says. "not" means not found in them, never that it is wrong. */
export type Verdict = 'supported' | 'partly' | 'not';

export interface SupportedClaim {
  kind: 'sentence' | 'code';
  /** `answer.slice(start, end)` */
  text: string;
  start: number;
  end: number;
  verdict: Verdict;
  /** Nothing like it is in the passages: it can be struck out, as what is `missing`. */
  isStruck: boolean;
  /** How well it is supported, 0 to 1. */
  score: number;
  /** Number of the passage that supports it best; nothing where none does. */
  source?: number;
  /** Numbers of all passages that support it by themselves, best first. */
  sources: number[];
  /** The sentence or code of the passages that is nearest to it, as it stands there. */
  quote?: string;
  /** Names, options, paths and numbers that stand in no passage, nor in the question. */
  missing: TextPart[];
  /** Where it copies a sentence, but for another value or the contrary. */
  altered: Alteration[];
}

/** A part of the answer. */
export interface TextPart {
  text: string;
  start: number;
  end: number;
}

export interface SupportReport {
  claims: SupportedClaim[];
  /**
   * Of the whole answer: every claim supported; more than half of them not; something between. "empty"
   * where it claims nothing.
   */
  verdict: 'supported' | 'mixed' | 'unsupported' | 'empty';
}

export interface SupportRequest {
  /** Markdown, its citations as `[2]`. */
  answer: string;
  question: string;
  /** What the model was given. */
  passages: readonly SourcePassage[];
  /** The full embedding model; without it words decide. */
  embedder?: Embedder | undefined;
  /** Heard about each claim that has a nearest sentence. */
  entailment?: EntailmentModel | undefined;
  settings?: SupportSettings | undefined;
  signal?: AbortSignal | undefined;
}

/** Share of unsupported claims above which an answer is better withdrawn. */
const MOSTLY = 0.5;

/** Checks each claim of an answer against the passages that the model was given. */
export async function checkSupport(request: SupportRequest): Promise<SupportReport> {
  const { answer, question, passages } = request;
  const read = claimsOf(answer, question);
  const sources = readSources(passages);
  const similarities = await compare(request, read, sources);
  const lookup = createLookup([question, ...sources.texts]);
  const judge = { sources, lookup, settings: request.settings ?? SETTINGS };
  const judged = read.map((claim, index) => judgeClaim(claim, similarities?.[index], judge));
  const claims = await hearEntailment(request, judged);
  return { claims, verdict: wholeVerdict(claims) };
}

/** A claim of so few words is compared together with the question, or with the claim before it. */
const SHORT = 2;

/** The texts by which a claim is compared. */
function comparedTexts(claims: readonly Claim[], index: number, question: string): string[] {
  const { plain = '', content = [] } = claims[index] ?? {};
  if (content.length > SHORT) return [plain];
  const before = claims[index - 1];
  const contexts = before?.kind === 'sentence' ? [question, before.plain] : [question];
  return contexts.map((context) => `${context} ${plain}`);
}

/** Similarities of each claim to the sources; nothing without a full model, or where it fails. */
async function compare(
  { question, embedder, signal }: SupportRequest,
  claims: readonly Claim[],
  sources: Sources,
): Promise<Similarity[][] | undefined> {
  if (!embedder || embedder.encoder === 'light' || claims.length === 0) return undefined;
  const texts = claims.map((_, index) => comparedTexts(claims, index, question));
  const all = [...texts.flat(), ...sources.toEmbed];
  try {
    const rows = await embedOnce(embedder, all, signal);
    const vectors = { rows, dimensions: embedder.dimensions, first: texts.flat().length };
    const byText = texts.flat().map((_, row) => similaritiesOf(vectors, sources, row));
    return texts.map((own) => highest(byText.splice(0, own.length)));
  } catch {
    signal?.throwIfAborted();
    // Words alone still tell most.
    return undefined;
  }
}

/** Rows of all texts, of which equal ones are embedded once: a passage may have no heading. */
async function embedOnce(embedder: Embedder, texts: readonly string[], signal?: AbortSignal) {
  const { dimensions } = embedder;
  const rowOf = new Map([...new Set(texts)].map((text, row) => [text, row]));
  const unique = await embedder.embed([...rowOf.keys()], signal ? { signal } : {});
  const rows = new Float32Array(texts.length * dimensions);
  for (const [index, text] of texts.entries()) {
    const start = (rowOf.get(text) ?? 0) * dimensions;
    rows.set(unique.subarray(start, start + dimensions), index * dimensions);
  }
  return rows;
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
): JudgedClaim {
  const likeness = likenessOf(claim, sources, similarities);
  const missing = claim.values.filter((value) => !lookup.has(value, isBrokenOff(claim, value)));
  const altered = alterations(claim, sources.sentences);
  const context = { kind: claim.kind, settings, isMissing: missing.length > 0 };
  const judged = judgeLikeness(likeness, context);
  const verdict = altered.length > 0 ? 'not' : lowered(judged.verdict, missing.length > 0);
  const near = sources.units[likeness.unit];
  const checked: SupportedClaim = {
    ...partOf(claim),
    ...{ kind: claim.kind, verdict, isStruck: judged.isStruck, score: judged.score },
    ...(verdict === 'not' ? { sources: [] } : supporting(likeness, context)),
    ...(near && { quote: near.text }),
    missing: missing.map(partOf),
    altered: altered.map(partOf),
  };
  return { claim: checked, near };
}

interface JudgedClaim {
  claim: SupportedClaim;
  /** What `quote` is of. */
  near: SourceUnit | undefined;
}

const partOf = ({ text, start, end }: TextPart): TextPart => ({ text, start, end });

const lowered = (verdict: Verdict, isMissing: boolean): Verdict =>
  verdict === 'supported' && isMissing ? 'partly' : verdict;

/** The answer may have ended within a name. */
const isBrokenOff = ({ isCut, end }: Claim, value: TextPart) => isCut && value.end >= end;

/** What each passage says by itself, best first; the best one even where it takes several. */
function supporting(
  { passages }: SourceLikeness,
  context: ScoreContext,
): Pick<SupportedClaim, 'source' | 'sources'> {
  const judged = passages
    .map((passage) => ({ ...judgeLikeness(passage, context), number: passage.number }))
    .sort((a, b) => b.score - a.score);
  const sources = judged
    .filter(({ verdict }, index) => index === 0 || verdict !== 'not')
    .map(({ number }) => number);
  const [source] = sources;
  return source === undefined ? { sources } : { source, sources };
}

/** Lets the entailment model change verdicts; a claim that it brings back has its quote's source. */
async function hearEntailment(
  { entailment, signal }: SupportRequest,
  judged: readonly JudgedClaim[],
): Promise<SupportedClaim[]> {
  const claims = judged.map(({ claim }) => claim);
  const asked = judged.filter(({ claim, near }) => near && claim.kind === 'sentence');
  if (!entailment || asked.length === 0) return claims;
  const pairs = asked.map(({ claim, near }) => ({
    premise: near?.text ?? '',
    hypothesis: claim.text,
  }));
  const heard = await entailment.judge(pairs, signal ? { signal } : {});
  return judged.map((each) => {
    const opinion = heard[asked.indexOf(each)];
    return opinion ? withOpinion(each, opinion) : each.claim;
  });
}

function withOpinion({ claim, near }: JudgedClaim, opinion: Entailment): SupportedClaim {
  const verdict = mergeEntailment(claim.verdict, opinion, claim.missing.length > 0);
  if (verdict === claim.verdict || !near) return claim;
  if (verdict !== 'not') {
    const sources = claim.sources.length > 0 ? claim.sources : [near.number];
    return { ...claim, verdict, isStruck: false, source: claim.source ?? near.number, sources };
  }
  const refused: SupportedClaim = { ...claim, verdict, sources: [] };
  delete refused.source;
  return refused;
}

function wholeVerdict(claims: readonly SupportedClaim[]): SupportReport['verdict'] {
  if (claims.length === 0) return 'empty';
  const share = claims.filter(({ verdict }) => verdict === 'not').length / claims.length;
  if (share > MOSTLY) return 'unsupported';
  return claims.every(({ verdict }) => verdict === 'supported') ? 'supported' : 'mixed';
}
