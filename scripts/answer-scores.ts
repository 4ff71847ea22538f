import { checkCitations } from '../src/core/grounding/citations.ts';
import { ABSTENTION } from '../src/core/prompt/turns.ts';

/** An answer with what its writer was shown. */
export interface ScoredAnswer {
  /** The reply as the model wrote it, without an opening that was written for it. */
  reply: string;
  /** Whether it met the limit of its tokens, so that its last word may be half a word. */
  isCut: boolean;
  /** Passages and question, as the model saw them. */
  shown: string;
  /** Strings that a right answer holds. */
  facts: readonly string[];
  /** Numbers by which the passages are cited. */
  injected: readonly number[];
  nonce: string;
}

export interface Scores {
  /** Names, options, paths, numbers and code words that stand in nothing the model was shown, each once. */
  invented: string[];
  /** Whether all facts stand in the answer. */
  hasFacts: boolean;
  /** Whether the model wrote the marks round passages and question. */
  isEcho: boolean;
  /** Share of the answer's pairs of neighbouring words that stand in what was shown, 0 to 1; 0 for fewer than two words. */
  copied: number;
  words: number;
  /** Whether it holds no word. */
  isEmpty: boolean;
  /** Whether it holds the fixed reply for "not found". */
  abstains: boolean;
  /** Whether it cites a passage that it was shown. */
  cites: boolean;
}

export function scoreAnswer(scored: ScoredAnswer): Scores {
  const { reply, isCut, shown, facts, injected, nonce } = scored;
  const whole = isCut ? reply.replace(/\S+$/, '') : reply;
  const { text, isEcho } = cutEcho(whole, { nonce, isCut });
  const checked = checkCitations(text, new Set(injected));
  const answer = checked.text.replace(/\[\d+\]/g, ' ').trim();
  const words = wordsOf(answer).length;
  return {
    invented: findInvented(answer, shown),
    hasFacts: hasFacts(answer, facts),
    isEcho,
    copied: shareCopied(answer, shown),
    words,
    isEmpty: words === 0,
    abstains: flatten(answer).includes(flatten(ABSTENTION)),
    cites: checked.citations.length > 0,
  };
}

const MARK = /<\/?(?:passages?|question)\b/i;

/** A mark's name at the end, where the generation was stopped at the code behind it. */
const STOPPED = /\b(?:the\s+)?(?:passages?|question)$/i;

/** The reply up to where it goes on in our own marks, with a code or without. */
export function cutEcho(
  reply: string,
  { nonce, isCut }: Pick<ScoredAnswer, 'nonce' | 'isCut'>,
): { text: string; isEcho: boolean } {
  const places = [
    reply.search(MARK),
    nonce ? reply.indexOf(nonce) : -1,
    isCut ? -1 : reply.search(STOPPED),
  ].filter((place) => place >= 0);
  return places.length === 0
    ? { text: reply, isEcho: false }
    : { text: reply.slice(0, Math.min(...places)), isEcho: true };
}

/** Words of any code example, and of abbreviations that look like names; they claim nothing about a site. */
const SYNTAX = new Set(
  (
    'as async await break case catch class const continue default delete do else export extends ' +
    'false finally for from function if import in instanceof interface let new null of return ' +
    'static super switch this throw true try type typeof undefined var void while with yield ' +
    'string number boolean object array promise error console log require module exports ' +
    'js javascript ts typescript json sh bash html css https http and or e g i'
  ).split(' '),
);

/** What only code and names look like: inner dots, slashes, capitals, underscores, dashes in front. */
const NAME =
  /(?:--?|[@$./])?[\p{L}_$][\p{L}\p{N}_$-]*(?:(?:[./:@\\]|\.\/)[\p{L}\p{N}_$*-]+)+|--[\p{L}\p{N}-]+|[@$][\p{L}_$][\p{L}\p{N}_$-]*|\p{L}*\p{Ll}\p{Lu}[\p{L}\p{N}]*|[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+/gu;

const ADDRESS = /https?:\/\/[^\s)>\]"'`]*[^\s)>\]"'`.,:;!?]/g;

const NUMBER = /(?<![\p{L}\p{N}_.$-])\d+(?:\.\d+)*/gu;

const CODE_WORD = /[\p{L}_$][\p{L}\p{N}_$]*(?:-[\p{L}\p{N}_$]+)*/gu;

/** Code in fences (also one that is not closed) and between backticks. */
const CODE = /(`{3,})[^\n]*\n([\s\S]*?)(?:\1|$)|`(?! )([^`\n]+)(?<! )`/g;

/** What a comment says is prose. */
const COMMENT = /(?<!:)\/\/.*|\/\*[\s\S]*?\*\//g;

/**
 * Names, options, paths, numbers and code words of an answer that stand nowhere in `shown`; letters'
 * case is ignored. A composed name counts as shown where each of its parts is. Numbers of list items
 * are left out. This misses false statements in plain words: of sentences that a small model wrote
 * and a reader labelled, 27 of 88 unsupported ones are told by it, and none of 46 supported ones.
 */
export function findInvented(answer: string, shown: string): string[] {
  const known = new Set(partsOf(shown));
  const invented = claimsOf(answer).filter((claim) => {
    const parts = partsOf(claim).filter((part) => !SYNTAX.has(part));
    return parts.some((part) => !known.has(part));
  });
  return [...new Set(invented.map((claim) => claim.toLowerCase()))];
}

function claimsOf(answer: string): string[] {
  const addresses = answer.match(ADDRESS) ?? [];
  const rest = answer.replace(ADDRESS, ' ');
  const code = [...rest.matchAll(CODE)].map(([, , block, inline]) =>
    (block ?? inline ?? '').replace(COMMENT, ''),
  );
  const prose = rest.replace(CODE, ' ').replace(/^\s*(?:\d+[.)]|[-*+])\s/gm, '');
  return [
    ...addresses,
    ...[prose, ...code].flatMap((text) => [...(text.match(NAME) ?? []), ...numbersOf(text)]),
    ...code.flatMap((text) => text.replace(NAME, ' ').match(CODE_WORD) ?? []),
  ].filter((claim) => claim.length > 1 || /\d/.test(claim));
}

const numbersOf = (text: string) => text.replace(NAME, ' ').match(NUMBER) ?? [];

/** Words, and numbers apart from their units. */
const partsOf = (text: string) =>
  text.toLowerCase().match(/\d+(?:\.\d+)*|[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];

const flatten = (text: string) => text.toLowerCase().replace(/[`*]/g, '').replace(/\s+/g, ' ');

/** Letters' case, white space, backticks and asterisks are ignored. */
export function hasFacts(answer: string, facts: readonly string[]): boolean {
  const flat = flatten(answer);
  return facts.every((fact) => flat.includes(flatten(fact)));
}

/** See `Scores.copied`. */
export function shareCopied(answer: string, shown: string): number {
  const pairs = pairsOf(answer);
  if (pairs.length === 0) return 0;
  const known = new Set(pairsOf(shown));
  return pairs.filter((pair) => known.has(pair)).length / pairs.length;
}

function pairsOf(text: string): string[] {
  const words = wordsOf(text);
  return words.slice(1).map((word, index) => `${words[index] ?? ''} ${word}`);
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? [];
