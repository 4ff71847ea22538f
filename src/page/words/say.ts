import type { ErrorCode } from '../../core/errors.ts';
import { EN } from './en.ts';
import type { Translation } from './translation.ts';

/** A sentence in the plural categories of its language, as CLDR names them. */
export type Counted = { readonly other: string } & {
  readonly [Category in Intl.LDMLPluralRule]?: string;
};

export type Key = keyof typeof EN;

/** What a language says for each key. */
export type Words = { readonly [K in Key]: (typeof EN)[K] extends string ? string : Counted };

export interface Language {
  /** BCP 47, for the formats of numbers and the choice of plurals. */
  tag: string;
  /** English stands in for what is missing. */
  words: Translation;
}

export const ENGLISH: Language = { tag: 'en', words: EN };

/** The names in braces. */
type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type NamesOf<K extends Key> = Names<
  (typeof EN)[K] extends infer Word ? (Word extends string ? Word : Word[keyof Word]) : never
>;
/** What fills a sentence in; nothing, where it has no names. */
type Values<K extends Key, Value> = [NamesOf<K>] extends [never]
  ? []
  : [{ [Name in NamesOf<K>]: Name extends 'count' ? number : Value }];

let current = ENGLISH;

/**
 * Chooses the language of what is drawn next. Drawing is synchronous, so each element sets its own at the
 * start of its drawing; what is said later, by a handler, must have been put into words while drawing.
 */
export function setLanguage(language: Language): void {
  current = language;
}

/** The tag of the language that is being drawn in. */
export const languageTag = (): string => current.tag;

/** Whether it is English, so that an error's own message is enough. */
export const isEnglish = (): boolean => /^en\b/i.test(current.tag);

/** What an error's code means; undefined in English, which has the error's own message. */
export const sayError = (code: ErrorCode): string | undefined => current.words.errors?.[code];

/** A sentence in the language that is being drawn in. Numbers are written as that language writes them. */
export function say<K extends Key>(key: K, ...values: Values<K, string | number>): string {
  return piecesOf(key, values[0]).join('');
}

/** As `say`, where what is filled in may be a template: the pieces, in order. */
export function sayAround<K extends Key>(key: K, ...values: Values<K, unknown>): unknown[] {
  return piecesOf(key, values[0]);
}

/** Parts in one line, as the language divides them. */
export const sayList = (parts: readonly string[]): string => parts.join(say('comma'));

function piecesOf(key: Key, values: Readonly<Record<string, unknown>> = {}): unknown[] {
  const own = current.words[key];
  const tag = own === undefined ? ENGLISH.tag : current.tag;
  return formOf(own ?? EN[key], values.count, tag)
    .split(/\{(\w+)\}/)
    .map((piece, place) => (place % 2 === 0 ? piece : filled(values[piece], tag)));
}

function formOf(word: string | Counted, count: unknown, tag: string): string {
  if (typeof word === 'string') return word;
  return word[pluralsOf(tag).select(Number(count))] ?? word.other;
}

const filled = (value: unknown, tag: string): unknown =>
  typeof value === 'number' ? numbersOf(tag).format(value) : value;

const pluralsOf = keptByTag((tag) => new Intl.PluralRules(tag));
const numbersOf = keptByTag((tag) => new Intl.NumberFormat(tag));

/** Formatters take far longer to make than to use. */
function keptByTag<Made>(make: (tag: string) => Made): (tag: string) => Made {
  const kept = new Map<string, Made>();
  return (tag) => {
    const made = kept.get(tag) ?? make(tag);
    kept.set(tag, made);
    return made;
  };
}
