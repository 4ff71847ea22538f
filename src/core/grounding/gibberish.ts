/**
 * Tells a reply that went wrong from language: broken weights or too little precision on a graphics
 * card make noise, and small models fall into loops. Judged by the end of the text, as it grows.
 * After the repetition filters by which training text is cleaned (Rae et al. 2021, "Scaling Language
 * Models", table A1), made for a stream.
 */
export type Gibberish = 'loop' | 'noise';

/** Characters at the end of the text that are looked at. */
const TAIL = 1200;
/** Less than this says nothing. */
const LEAST = 24;

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** Words in lower case; of scripts that don't part words, their characters. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(UNSPACED, ' $& ')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * @param known Words of what the model was given, in lower case: what it writes has many of them.
 * @returns What is wrong with the end of `text`; undefined for anything that may be an answer.
 */
export function gibberishIn(
  text: string,
  known: ReadonlySet<string> = new Set(),
): Gibberish | undefined {
  const tail = text.slice(-TAIL);
  if (tail.trim().length < LEAST) return undefined;
  if (repeatsCharacters(tail) || repeatsWords(tail)) return 'loop';
  const prose = withoutCode(tail);
  return isNoise(prose) || isSalad(prose, known) ? 'noise' : undefined;
}

/**
 * One to eight characters again and again to the end: "!!!!!!!!". Lines and dots are drawn in tables
 * and headings, digits stand in rows of numbers.
 */
function repeatsCharacters(tail: string): boolean {
  const [run = '', unit = ''] = /(\S.{0,7}?)\1+$/su.exec(tail.trimEnd().slice(-200)) ?? [];
  if (!/[^-=_*#~.·•|:+─━═│┃\s]/u.test(unit)) return false;
  const times = run.length / unit.length;
  return run.length >= 30 && times >= (/^\P{L}+$/u.test(unit) ? 16 : 8);
}

/** Longest loop that is looked for, in words. */
const LONGEST_LOOP = 60;

/** The same words in the same order, time after time, to the end; the last time may be under way. */
function repeatsWords(tail: string): boolean {
  const words = wordsOf(tail);
  for (let unit = 1; unit <= Math.min(LONGEST_LOOP, words.length / 2); unit++) {
    let run = 0;
    while (run + unit < words.length && words.at(-1 - run) === words.at(-1 - run - unit)) run++;
    // Lists say similar things in each of their lines; so the shorter the loop, the more of it.
    if (run + unit >= unit * timesWanted(unit)) return true;
  }
  return false;
}

function timesWanted(unit: number): number {
  if (unit >= 12) return 3;
  if (unit >= 5) return 4;
  return unit >= 3 ? 6 : 14;
}

/** Names and data in code look like anything. */
const withoutCode = (text: string): string =>
  text
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/`[^`\n]{1,200}`/g, ' ')
    .replace(/\S*[/\\@{}<>=_]\S*/g, ' ');

const SCRIPTS: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  /\p{Script=Hangul}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Thai}/u,
];
/** Replacement characters, controls, private use, unassigned. */
const BROKEN = /[\uFFFD\p{Cc}\p{Co}\p{Cn}]/gu;

function isNoise(text: string): boolean {
  const broken = text.replace(/\s/g, ' ').match(BROKEN)?.length ?? 0;
  if (broken >= 4 && broken > text.length / 25) return true;
  const words = text.match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  if (words.length < 12) return hasEndlessWords(words);
  const mixed = words.filter((word) => scriptsOf(word) > 1).length;
  if (mixed > words.length / 4 && scriptsOf(words.join('')) >= 3) return true;
  return hasEndlessWords(words) || changesCase(words);
}

/** Words that a language repeats in every few sentences make 40 different ones in a row rare. */
const SALAD = 40;

/** Random pieces of the vocabulary: no word comes twice, and none was in what the model was given. */
function isSalad(prose: string, known: ReadonlySet<string>): boolean {
  const words = wordsOf(prose).slice(-2 * SALAD);
  if (words.length < SALAD) return false;
  const familiar = words.filter((word) => known.has(word)).length;
  return new Set(words).size > 0.95 * words.length && familiar < words.length / 8;
}

const scriptsOf = (text: string): number => SCRIPTS.filter((script) => script.test(text)).length;

/** Pieces of words, strung together without a space. */
function hasEndlessWords(words: readonly string[]): boolean {
  const spaced = words.filter((word) => word.search(UNSPACED) < 0);
  const letters = spaced.join('').length;
  const endless = spaced.filter((word) => word.length > 32).join('').length;
  return endless >= 80 && endless > 0.4 * letters;
}

/** "tHerEfOrE": pieces of words that began elsewhere. */
function changesCase(words: readonly string[]): boolean {
  const letters = words.join('').length;
  const changes = words.join(' ').match(/\p{Ll}\p{Lu}/gu)?.length ?? 0;
  return letters >= 120 && changes > letters / 12;
}
