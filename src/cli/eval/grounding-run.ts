import { checkSupport, textsToCompare } from '../../core/grounding/support.ts';
import type { SupportedClaim } from '../../core/grounding/support-report.ts';
import type { SupportSettings } from '../../core/grounding/support-score.ts';
import { vectorsOf } from '../../core/grounding/text-vectors.ts';
import type { Embedder } from '../../core/ports.ts';
import { tokenise } from '../../core/ranking/tokenise.ts';
import type {
  Given,
  GroundingData,
  LabelledAnswer,
  LabelledSentence,
  Probe,
} from './grounding-data.ts';

/** A labelled sentence, or a probe, and what the check says of it. */
export interface CheckedSentence {
  corpus: string;
  id: string;
  text: string;
  label: LabelledSentence['label'] | Probe['kind'];
  /** The claims that it holds; none where the check takes it for no claim. */
  claims: SupportedClaim[];
}

/** An answer, by its labels and by the check. */
export interface CheckedAnswer {
  corpus: string;
  /** More than half of its claims are labelled unsupported. */
  isMostlyUnsupported: boolean;
  isWithdrawn: boolean;
}

export interface CheckedData {
  sentences: CheckedSentence[];
  probes: CheckedSentence[];
  answers: CheckedAnswer[];
}

interface CheckOptions {
  embedder: Embedder | undefined;
  settings: SupportSettings | undefined;
}

/** Checks every answer as a whole, and every probe. */
export async function checkAll(data: GroundingData, options: CheckOptions): Promise<CheckedData> {
  const checked: CheckedData = { sentences: [], probes: [], answers: [] };
  const known: KnownLabel[] = [];
  for (const answer of data.answers) {
    const { text, places } = joinSentences(answer.sentences);
    const report = await check(answer.given, text, options);
    const { corpus, id } = answer.given;
    const sentences = answer.sentences.map(({ text: sentence, label }, index) => ({
      ...{ corpus, id, label, text: sentence },
      claims: report.claims.filter((claim) => isWithin(claim, places[index])),
    }));
    checked.sentences.push(...sentences);
    const isWithdrawn = report.verdict === 'unsupported';
    const isMostlyUnsupported = mostlyUnsupported(answer, known);
    if (isMostlyUnsupported !== undefined)
      checked.answers.push({ corpus, isMostlyUnsupported, isWithdrawn });
  }
  for (const { given, kind, text } of data.probes) {
    const { claims } = await check(given, text, options);
    checked.probes.push({ corpus: given.corpus, id: given.id, text, label: kind, claims });
  }
  return checked;
}

async function check(given: Given, answer: string, { embedder, settings }: CheckOptions) {
  const query = { answer, question: given.question, passages: given.passages };
  const vectors = await vectorsOf(textsToCompare(query), embedder);
  return checkSupport({ ...query, vectors, settings });
}

interface Place {
  start: number;
  end: number;
}

const isWithin = (claim: Place, place: Place | undefined) =>
  place !== undefined && claim.start < place.end && place.start < claim.end;

/** The answer again, and where each of its sentences stands in it. */
function joinSentences(sentences: readonly LabelledSentence[]): { text: string; places: Place[] } {
  let text = '';
  const places = sentences.map(({ text: sentence }) => {
    if (text) text += gapBetween(text, sentence);
    const start = text.length;
    text += sentence;
    return { start, end: text.length };
  });
  return { text, places };
}

const BLOCK = /^(?:```|[-*+] |\d+[.)] )/;

/** Code that was cut off is closed before what follows. */
function gapBetween(before: string, next: string): string {
  const fences = before.match(/^```/gm)?.length ?? 0;
  if (fences % 2 === 1) return '\n```\n\n';
  return BLOCK.test(next) || !/[.!?]\)?$/.test(before) ? '\n\n' : ' ';
}

interface KnownLabel {
  id: string;
  terms: string[];
  label: LabelledSentence['label'];
}

/**
 * Whether most claims of an answer are labelled unsupported; nothing where it has none. A repetition
 * of a sentence in another answer to the same question has that one's label; one of its own doesn't
 * count again.
 */
function mostlyUnsupported({ given: { id }, sentences }: LabelledAnswer, known: KnownLabel[]) {
  const own = new Set<KnownLabel>();
  for (const { text, label } of sentences) {
    const terms = tokenise(text);
    const candidates = known.filter((each) => each.id === id);
    if (label === 'repeat') {
      const first = mostAlike(terms, candidates);
      if (first) own.add(first);
    } else if (label !== 'no_claim') {
      const claim = { id, terms, label };
      known.push(claim);
      own.add(claim);
    }
  }
  if (own.size === 0) return undefined;
  const unsupported = [...own].filter(({ label }) => label === 'unsupported').length;
  return unsupported > own.size / 2;
}

/** Share of a repetition's words that stand in what it repeats, which may go on longer. */
const ALIKE = 0.75;

function mostAlike(terms: readonly string[], known: readonly KnownLabel[]): KnownLabel | undefined {
  const shares = known.map((each) => {
    const words = new Set(each.terms);
    return terms.filter((term) => words.has(term)).length / (terms.length || 1);
  });
  const most = Math.max(0, ...shares);
  return most >= ALIKE ? known[shares.lastIndexOf(most)] : undefined;
}
