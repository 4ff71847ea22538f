import { CODE, MARKER } from './citation-forms.ts';
import { isCommonInCode } from './code-words.ts';

/** A part of an answer that can be looked up letter by letter: a name in code, an option, a path, a number. */
export interface ExactValue {
  /** `code` is a piece of code within a sentence, as a whole. */
  kind: 'number' | 'name' | 'code';
  text: string;
  /** Place in the text that it was read from. */
  start: number;
  end: number;
  /** A unit of time or size behind a number. */
  unit?: string;
}

const WORD = '[\\p{L}\\p{N}_]';
const URL = 'https?:\\/\\/[^\\s<>"\'`)\\]}]+';
const NUMBER = '0x[0-9a-fA-F]+|\\d+(?:[.,:]\\d+)*';
/** `server.host`, `--watch`, `./src/main.js`, `@scope/name`, `application/json`, `vite-env.d.ts`. */
const CODE_NAME = `(?:--?|\\$|[@~.#]{0,2}\\/|[@.#])?${WORD}+(?:(?:[-./:@\\\\]|\\.\\.\\/)${WORD}+)*`;
const IN_CODE = new RegExp(`${URL}|${CODE_NAME}`, 'gu');

/**
 * What is a name in prose without backticks: an option, a path from a root or with two borders or a
 * file's ending, words joined by `_`, a dot or an inner capital after a small letter. `and/or`,
 * `JavaScript` and `Node.js` are none.
 */
const IN_PROSE = new RegExp(
  [
    URL,
    `(?<![\\w-])--[a-zA-Z][\\w-]*`,
    `(?<![\\w/])(?:\\.{1,2}|~|@[\\w-]+)?\\/[\\w@.-]+(?:\\/[\\w@.-]+)*(?<![.-])`,
    `(?<![\\w/.])[\\w@-]+(?:\\/[\\w@.-]+){2,}(?<![.-])`,
    `(?<![\\w$.])_{0,2}[A-Za-z0-9$]+(?:_+[A-Za-z0-9$]+)+_{0,2}`,
    `(?<![\\w.$])[a-z$][\\w$-]*(?:\\.[a-z$][\\w$]+)+(?!\\w)`,
    `(?<![\\w.$-])[a-z]+[A-Z][\\w$]*`,
    `(?<![\\p{L}\\p{N}_.$/]|[^\\d\\s]-|\\d,)v?(?:${NUMBER})(?!\\p{N})`,
  ].join('|'),
  'gu',
);

const INLINE_CODE = new RegExp(
  `(?<code>${CODE}|(?<!\`)\`(?![\`\\s])[^\`\\n]+$(?![\\s\\S]))|(?<marker>${MARKER})|\\]\\((?<link>[^()\\s]*)\\)?`,
  'gim',
);
/** Ordinals, shortenings with dots, systems whose names look like code. */
const NO_VALUE = /^(?:\d+(?:st|nd|rd|th)\b|[ei]\.[ge]\b|[ap]\.m\b|(?:i|iPad|mac|tv|watch)OS\b)/;
/** A number behind these names a place, not a fact. */
const PASSAGE_BEFORE = /\b(?:passages?|sources?|documents?|steps?|options?|examples?)\s*[#[(]?$/i;

/** The values of a sentence: everything in its inline code, and what else looks like one. */
export function valuesInProse(text: string): ExactValue[] {
  const values: ExactValue[] = [];
  let from = 0;
  for (const { 0: whole, index, groups } of text.matchAll(INLINE_CODE)) {
    values.push(...proseValues(text.slice(from, index), from));
    from = index + whole.length;
    if (groups?.['code']) values.push(...spanValues(groups['code'], index));
    const link = groups?.['link'];
    if (link) values.push(toValue(link, index + 2));
  }
  return [...values, ...proseValues(text.slice(from), from)];
}

/** The values of a block of code, but for words of the language and names that it defines itself. */
export function valuesInCode(code: string): ExactValue[] {
  const bare = withoutProse(code);
  const own = ownNames(bare);
  return codeValues(bare, 0)
    .map((value) => withoutOwn(value, own))
    .filter(({ text }) => text !== '' && !isCommonInCode(text) && !/^[01]$/.test(text));
}

/** A sentence with blanks in the place of its values. */
export function withoutValues(text: string): string {
  let rest = text;
  for (const { start, end } of valuesInProse(text))
    rest = rest.slice(0, start) + blank(text.slice(start, end)) + rest.slice(end);
  return rest;
}

/** Names and numbers from which a span is a piece of code, with an order of its own. */
const MIN_PIECE = 5;

/** Four plain words in a row: prose between backticks, or between two that were never meant as a pair. */
const PROSE = /(?:\p{L}+\s+){3}\p{L}+/u;

function spanValues(span: string, at: number): ExactValue[] {
  const content = span.replace(/^`+|`+$/g, '');
  const start = at + span.indexOf(content);
  if (PROSE.test(content)) return proseValues(content, start);
  // Two or three words are a phrase of the text in another dress.
  if (/^\s*\p{L}+(?:\s+\p{L}+)+\s*$/u.test(content)) return [];
  const values = codeValues(content, start);
  if (values.length >= MIN_PIECE) {
    const code: ExactValue = { kind: 'code', text: content, start, end: start + content.length };
    return [code, ...values.filter(({ text }) => !isCommonInCode(text))];
  }
  return values.length > 1 ? values.filter(({ text }) => !isCommonInCode(text)) : values;
}

const codeValues = (code: string, at: number) =>
  [...code.matchAll(IN_CODE)].map(({ 0: text, index }) => toValue(text, at + index));

function proseValues(prose: string, at: number): ExactValue[] {
  return [...prose.matchAll(IN_PROSE)].flatMap(({ 0: text, index }) => {
    const rest = prose.slice(index);
    if (NO_VALUE.test(rest) || PASSAGE_BEFORE.test(prose.slice(0, index))) return [];
    const value = toValue(text, at + index);
    const [unit] = UNIT.exec(rest.slice(value.text.length)) ?? [];
    return [{ ...value, ...(unit && { unit }) }];
  });
}

function toValue(found: string, at: number): ExactValue {
  const text = found.replace(/[.,:;!?'"]+$/, '');
  const kind = new RegExp(`^v?(?:${NUMBER})$`).test(text) ? 'number' : 'name';
  return { kind, text, start: at, end: at + text.length };
}

/** A unit of time or size that follows a number. */
const UNIT =
  /^\s?(?:ms|s|secs?|seconds?|milliseconds?|mins?|minutes?|h|hours?|days?|bytes?|[kKMG]i?B)\b/;

/** `own.method` is `.method`, whatever the answer calls its own. */
function withoutOwn(value: ExactValue, own: ReadonlySet<string>): ExactValue {
  const [first = ''] = /^[^.]+/.exec(value.text) ?? [];
  if (!own.has(first)) return value;
  return { ...value, text: value.text.slice(first.length), start: value.start + first.length };
}

const COMMENT = /(?<![:'"\w])\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(?<=^|\s)#(?!\w)[^\n]*/g;
/** Texts of several words are messages, not names. */
const MESSAGE = /'[^'\n]* [^'\n]*'|"[^"\n]* [^"\n]*"/g;

/** Code with blanks in the place of comments and messages, so that offsets stay. */
const withoutProse = (code: string) => code.replace(COMMENT, blank).replace(MESSAGE, blank);

const blank = (text: string) => ' '.repeat(text.length);

const OWN =
  /(?:\b(?:const|let|var|function|class|def|interface|type|enum)\s+|^[ \t]*(?=[\w$]+ =[^=]))([\p{L}_$][\p{L}\p{N}_$]*)/gmu;
const PARAMETERS =
  /(?:function[^(]*|=\s*(?:async\s*)?|[(,]\s*(?:async\s*)?)\(([^()]*)\)\s*(?:=>|\{)|([\w$]+)\s*=>/gu;

function ownNames(code: string): Set<string> {
  const names = [...code.matchAll(OWN)].map(([, name = '']) => name);
  const parameters = [...code.matchAll(PARAMETERS)].flatMap(
    ([, list = '', one = '']) => `${list},${one}`.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [],
  );
  return new Set([...names, ...parameters]);
}
