import { tokenise } from '../ranking/tokenise.ts';
import { negations, type Claim } from './claims.ts';
import { occurs } from './lookup.ts';
import type { SourceSentence } from './sources.ts';
import { valuesInProse, withoutValues } from './values.ts';

/** Where a claim that otherwise copies a sentence of the sources says something else. */
export interface Alteration {
  /** The claim's part; all of it where something was left out, as "not". */
  text: string;
  start: number;
  end: number;
}

/** Share of words in common, values apart, from which a claim is a copy. */
const COPY = 0.8;
/** With fewer words besides its values a claim says too little to be known again: "Type: `number`". */
const MIN_WORDS = 2;
/** Another sentence is as good a model of the claim where it has as many words in common, less this. */
const AS_GOOD = 0.1;

/**
 * What was changed in a claim that is nearly a sentence of the sources: another number or name in the
 * place of one, a negation more or less, a word's opposite. This sees only copies.
 */
export function alterations(claim: Claim, sentences: readonly SourceSentence[]): Alteration[] {
  if (claim.kind === 'code') return [];
  const copied = copiesOf(claim, sentences);
  if (copied.length === 0) return [];
  return [...changedValues(claim, copied), ...changedSense(claim, copied)];
}

interface Copied {
  text: string;
  likeness: number;
}

/** The sentences that a claim may be a copy of. */
function copiesOf(claim: Claim, sentences: readonly SourceSentence[]): Copied[] {
  const words = tokenise(withoutValues(claim.text));
  if (words.length < MIN_WORDS) return [];
  const alike = sentences.map(({ text, bare }) => ({ text, likeness: likeness(words, bare) }));
  const best = Math.max(0, ...alike.map((each) => each.likeness));
  if (best < COPY) return [];
  return alike.filter((each) => each.likeness >= best - AS_GOOD);
}

/** Dice's coefficient of two bags of words, 0 to 1. */
function likeness(words: readonly string[], others: readonly string[]): number {
  const left = [...others];
  const common = words.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return (2 * common.length) / (words.length + others.length || 1);
}

function changedValues(claim: Claim, copied: readonly Copied[]): Alteration[] {
  const offers = copied.some(({ text }) =>
    valuesInProse(text).some((value) => !occurs(value.text, fromCell(claim.text))),
  );
  if (!offers) return [];
  return claim.values.filter(
    (value) => !copied.some(({ text }) => occurs(fromCell(value.text), text)),
  );
}

/** Within a table's cell Markdown writes a bar as `\\|`; sentences of the sources have it plain. */
const fromCell = (text: string): string => text.replaceAll('\\|', '|');

/** Words of opposite sense, by their beginnings: what follows must be equal. */
const OPPOSITES = (
  'enable/disable true/false always/never before/after minimum/maximum min/max even/odd ' +
  'development/production synchronous/asynchronous allow/deny include/exclude required/optional ' +
  'increase/decrease first/last minor/major client/server'
)
  .split(' ')
  .map((pair) => pair.split('/') as [string, string]);
const PREFIXES = ['un', 'non', 'in', 'im', 'dis', 'milli', 'kilo'];

function changedSense(claim: Claim, copied: readonly Copied[]): Alteration[] {
  const model = modelOf(claim, copied);
  const { text, start, end } = claim;
  if (negations(claim.plain) % 2 !== negations(model) % 2) return [{ text, start, end }];
  const claimed = new Set(tokenise(claim.plain));
  const written = new Set(tokenise(model));
  const isTurned = [...claimed].some(
    (word) =>
      !written.has(word) &&
      [...written].some((other) => !claimed.has(other) && isOpposite(word, other)),
  );
  return isTurned ? [{ text, start, end }] : [];
}

/** The sentence that is most like the claim, values and all. */
function modelOf({ terms }: Claim, copied: readonly Copied[]): string {
  const all = copied.map(({ text }) => ({ text, likeness: likeness(terms, tokenise(text)) }));
  return all.reduce((best, each) => (each.likeness > best.likeness ? each : best)).text;
}

const isOpposite = (word: string, other: string): boolean =>
  OPPOSITES.some(([a, b]) => isPair(word, other, [a, b]) || isPair(other, word, [a, b])) ||
  PREFIXES.some((prefix) => word === prefix + other || other === prefix + word);

const isPair = (word: string, other: string, [a, b]: [string, string]): boolean =>
  word.startsWith(a) && other.startsWith(b) && word.slice(a.length) === other.slice(b.length);
