import { tokenise } from '../ranking/tokenise.ts';
import { pairsOf } from './pairs.ts';
import type { ExactValue } from './values.ts';

/** Finds values letter by letter in the texts that an answer may draw on. */
export interface Lookup {
  /** @param isCut The answer broke off after the value, so that it may be the start of one. */
  has(value: Pick<ExactValue, 'kind' | 'text' | 'unit'>, isCut?: boolean): boolean;
}

const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(
  ' ',
);

/**
 * Factors between units that people write one for the other: milliseconds, seconds, minutes, hours,
 * and bytes in thousands or in 1024s.
 */
const UNIT_FACTORS = [1000, 1024, 60, 3600];

export function createLookup(texts: readonly string[]): Lookup {
  const text = texts.join('\n\n');
  const numbers = numbersIn(text);
  const pairs = new Set(pairsOf(tokenise(text)));
  return {
    has({ kind, text: value, unit }, isCut = false) {
      if (occurs(value, text, isCut)) return true;
      if (kind === 'code') return hasCode(value, pairs);
      return kind === 'number'
        ? hasNumber(value, numbers, unit !== undefined)
        : hasParts(value, text, isCut);
    },
  };
}

const NAME_SIGN = /[\p{L}\p{N}_]/u;

/** Whether a value stands in a text by itself, not as a part of a longer word or number. */
export function occurs(value: string, text: string, isCut = false): boolean {
  const isNumber = /^\d/.test(value);
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + value.length, at + value.length + 2);
    if (NAME_SIGN.test(value[0] ?? '') && isJoined(before.slice(-1), isNumber)) continue;
    if (isNumber && /\d\.$/.test(before)) continue;
    if (isCut) return true;
    if (isJoined(after.slice(0, 1), isNumber) || (isNumber && /^\.\d/.test(after))) continue;
    return true;
  }
  return false;
}

/** A unit may stand right behind a number, and a sign of a name before it. */
const isJoined = (sign: string, isNumber: boolean) =>
  isNumber ? /\d/.test(sign) : NAME_SIGN.test(sign);

function numbersIn(text: string): Numbers {
  const written = [...text.matchAll(/\d[\d,_]*(?:\.\d+)?/g)].map(([number]) => toNumber(number));
  const words = new Set(text.toLowerCase().match(/\p{L}+/gu));
  const spelt = NUMBER_WORDS.flatMap((word, number) => (words.has(word) ? [number] : []));
  return { written: new Set(written), spelt: new Set(spelt) };
}

/** Share of a piece of code's pairs of words that the texts must hold; the rest may be punctuation and order. */
const CODE_SHARE = 0.6;

function hasCode(code: string, pairs: ReadonlySet<string>): boolean {
  const own = pairsOf(tokenise(code));
  return own.filter((pair) => pairs.has(pair)).length >= CODE_SHARE * own.length;
}

interface Numbers {
  written: ReadonlySet<number>;
  spelt: ReadonlySet<number>;
}

const toNumber = (text: string) => Number(text.replace(/^v|[,_]/g, ''));

function hasNumber(text: string, { written, spelt }: Numbers, hasUnit: boolean): boolean {
  const number = toNumber(text);
  if (written.has(number) || spelt.has(number)) return true;
  if (!hasUnit || !(number > 0)) return false;
  return UNIT_FACTORS.some(
    (factor) => written.has(number * factor) || written.has(number / factor),
  );
}

/**
 * A compound also counts where the passages write it in another way: `server.origin` as nested keys,
 * `server.register` with another of their objects before the dot, `host@next` or `data:id` in two
 * parts; and a name in emphasis, `_name_`.
 */
function hasParts(value: string, text: string, isCut: boolean): boolean {
  const emphasised = /^_(.+)_$/.exec(value)?.[1];
  if (emphasised && occurs(emphasised, text)) return true;
  const [, left, right] = /^(.+?)[:=@](?!\/)(.+)$/.exec(value) ?? [];
  if (left && right) {
    return [left, right].every((part) => occurs(part, text, isCut) || hasParts(part, text, isCut));
  }
  const [, first, last] = MEMBER.exec(value) ?? [];
  if (!first || !last) return false;
  const isElsewhere = occurs(last, text, isCut) && occurs(first, text) && !FILE_END.test(last);
  return isElsewhere || isNested(first, last.slice(1), text);
}

const NAME = '[\\p{L}_$][\\p{L}\\p{N}_$]*';
/** The first and the last name of a chain, the last with its dot. */
const MEMBER = new RegExp(`^(${NAME})(?:\\.${NAME})*(\\.${NAME})$`, 'u');
/** `main.js` is no member of `main`. */
const FILE_END = /^\.(?:[cm]?[jt]sx?|json|mdx?|html?|css|ya?ml|toml|txt|vue|svelte|astro)$/;

const isNested = (first: string, last: string, text: string) =>
  new RegExp(
    `(?<![\\w$])${escape(first)}['"]?:\\s*\\{[^]{0,200}?(?<![\\w$])${escape(last)}['"]?\\s*[:(,}]`,
  ).test(text);

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
