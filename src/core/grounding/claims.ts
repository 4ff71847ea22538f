import { tokenise } from '../ranking/tokenise.ts';
import { answerPieces, type AnswerPiece } from './answer-pieces.ts';
import { MARKER } from './citation-forms.ts';
import { isAnswerWord, isFunctionWord, isLeadInWord } from './function-words.ts';
import { valuesInCode, valuesInProse, type ExactValue } from './values.ts';

/** Something that an answer says, and that its sources should say as well. */
export interface Claim extends AnswerPiece {
  /** Without markup, citations and openings like "According to passage 1": what is compared. */
  plain: string;
  /** Terms of `plain` in order. */
  terms: readonly string[];
  /** Distinct terms that say something; of code, all. */
  content: readonly string[];
  /** What can be looked up letter by letter; places are of the answer. */
  values: readonly ExactValue[];
}

/**
 * The claims of an answer, in order. Echoes of the question, repetitions, lead-ins and broken-off
 * beginnings of sentences are none.
 */
export function claimsOf(answer: string, question: string): Claim[] {
  const isEcho = echoTest(question);
  const claims: Claim[] = [];
  for (const claim of answerPieces(answer).map(toClaim)) {
    if (says(claim) && !isEcho(claim) && !claims.some((known) => repeats(claim, known)))
      claims.push(claim);
  }
  return claims;
}

function toClaim(piece: AnswerPiece): Claim {
  const isCode = piece.kind === 'code';
  const plain = isCode ? piece.text : plainText(piece.text);
  const terms = tokenise(plain);
  const found = isCode ? valuesInCode(piece.text) : valuesInProse(piece.text);
  return {
    ...piece,
    plain,
    terms,
    content: [...new Set(terms)].filter(
      (term) => isCode || !(isFunctionWord(term) || isAnswerWord(term)),
    ),
    values: found.map((value) => ({
      ...value,
      start: piece.start + value.start,
      end: piece.start + value.end,
    })),
  };
}

const MARKERS = new RegExp(MARKER, 'gi');
const PLACE = '(?:the\\s+)?(?:passages?|documents?|documentation|docs|sources?|context|text)';
/** "According to passage [1]," and "The documentation says that". */
const OPENING = new RegExp(
  `^(?:(?:according to|based on|as (?:stated|described|mentioned|shown) in|in|from)\\s+${PLACE}\\s*[#\\d]*\\s*,\\s*|` +
    `${PLACE}\\s*[#\\d]*\\s*(?:says?|states?|mentions?|explains?)\\s+that\\s+)`,
  'i',
);

/** A sentence in one line without Markdown's signs. */
export function plainText(sentence: string): string {
  return sentence
    .replace(/!?\[([^\]]*)\]\([^()]*\)?/g, '$1')
    .replace(MARKERS, '')
    .replace(/\n[ \t]*>?/g, ' ')
    .replace(/[`*|]|(?<!\w)_+|_+(?!\w)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^question:.*?\banswer:\s*/i, '')
    .replace(/^answer:\s*/i, '')
    .replace(OPENING, '');
}

const MIN_CONTENT = 2;
/** What a sentence that broke off must hold at least to say something. */
const MIN_CUT_CONTENT = 5;

function says({ kind, plain, content, values, isCut }: Claim): boolean {
  if (kind === 'code') return content.length >= (isCut ? MIN_CUT_CONTENT : MIN_CONTENT);
  if (/^question:/i.test(plain)) return false;
  if (values.length > 0 && !isCut) return content.length > 0;
  if (isCut) return content.length >= MIN_CUT_CONTENT;
  if (!/[:：]$/.test(plain)) return content.length >= MIN_CONTENT;
  return content.filter((term) => !isLeadInWord(term)).length >= MIN_CONTENT;
}

/** Repeating a question that can be answered by yes or no, or by a choice, is an answer. */
const YES_NO =
  /^\s*(?:is|are|was|do|does|did|can|could|may|must|should|will|would|has|have)\b|\bor\b/i;

function echoTest(question: string): (claim: Claim) => boolean {
  if (YES_NO.test(question)) return ({ plain }) => /\?$/.test(plain);
  const asked = new Set(tokenise(question));
  return ({ kind, content, plain, values }) =>
    /\?$/.test(plain) ||
    (content.every((term) => asked.has(term)) && (kind === 'code' || !values.some(isPlainWord)));
}

/** A word of the question that is set as code says more than the question does. */
const isPlainWord = ({ text }: ExactValue) => /^\p{L}+$/u.test(text);

const NEGATION = /(?<![\w-])(?:not|no|never|cannot|none|neither|nor|without)(?![\w-])|n['’]t\b/gi;

/** How often a text negates. */
export const negations = (text: string): number => text.match(NEGATION)?.length ?? 0;

/** Whether everything in a claim was said before, in the same order. */
function repeats(claim: Claim, known: Claim): boolean {
  if (claim.kind !== known.kind) return false;
  if (known.plain.startsWith(claim.plain)) return true;
  if (negations(claim.plain) !== negations(known.plain)) return false;
  let at = 0;
  for (const term of claim.terms) {
    at = known.terms.indexOf(term, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
