/** What may be half of something at the very end: a marker, an escape, an entity, an address. */
const HALF =
  /(?:[*_~]+|\\|&#?\w{0,6}|<(?:[a-z/!][^\s<>]*)?|(?:https?:\/\/|www\.)[^\s>]*|(?<=^|\s)!)$/i;

const MARKS = /\\[\s\S]|(?<ticks>`+)|(?<bracket>!?\[)|(?<run>\*+|_+|~~)/g;

/** Brackets that begin like this are citations, which are drawn when they are complete. */
const HALF_CITATION = /^\^?(?:[a-z]{0,9}[\s:=#"]*)?[\d\s,;–-]*$/i;

/** What may become a link's address, and its title. */
const HALF_TARGET = /^\((?:\S*|\S+\s+(?:["'][^]*)?)$/;

/** A paragraph's text whose end has not arrived, and what has been found open in it. */
interface Draft {
  text: string;
  /** Where reading goes on. */
  at: number;
  /** Markers without their counterpart, outermost first. */
  open: string[];
}

/** Inline Markdown with an end that reads as the whole will: what is open is closed, halves are left out. */
export function settleInline(text: string): string {
  const draft: Draft = { text: withoutHalf(text), at: 0, open: [] };
  for (let match; (match = nextMark(draft));) {
    const { ticks, bracket, run } = match.groups ?? {};
    draft.at = match.index + match[0].length;
    if (ticks !== undefined) readCode(draft, ticks);
    else if (bracket !== undefined) readBracket(draft, bracket);
    else if (run !== undefined) readRun(draft, run);
  }
  return close(draft);
}

function withoutHalf(text: string): string {
  let whole = text;
  for (let half; (half = HALF.exec(whole)) && !isEscaped(whole, half.index);)
    whole = whole.slice(0, half.index);
  return whole;
}

const isEscaped = (text: string, index: number): boolean =>
  ((/\\*$/.exec(text.slice(0, index))?.[0].length ?? 0) & 1) === 1;

function nextMark({ text, at }: Draft): RegExpExecArray | null {
  MARKS.lastIndex = at;
  return MARKS.exec(text);
}

/** Goes past code; of open code the ticks are what is to be closed first. */
function readCode(draft: Draft, ticks: string): void {
  const { text, at } = draft;
  for (const { 0: run, index } of text.slice(at).matchAll(/`+/g)) {
    if (run.length !== ticks.length) continue;
    draft.at += index + run.length;
    return;
  }
  const inside = text.slice(at).replace(/`+$/, '');
  const isEmpty = inside.trim() === '';
  draft.text = text.slice(0, isEmpty ? at - ticks.length : at) + (isEmpty ? '' : inside);
  if (!isEmpty) draft.open.push(ticks);
  draft.at = draft.text.length;
}

/**
 * Goes past whole links and into other brackets; of a half link or image only its text is left.
 * Brackets that turn out to be no link come back with what follows them.
 */
function readBracket(draft: Draft, bracket: string): void {
  const { text, at } = draft;
  const start = at - bracket.length;
  const end = closingOf(text, at, '[]');
  const inside = text.slice(at, end);
  if (end !== undefined && !isHalfLink(inside, text.slice(end + 1))) {
    if (text[end + 1] === '(') draft.at = closingOf(text, end + 2, '()') ?? at;
    return;
  }
  const isHalfCitation = end === undefined && HALF_CITATION.test(inside);
  draft.text = text.slice(0, start) + (isHalfCitation ? '' : inside);
  draft.at = start;
}

/** Whether brackets may be a link's whose address is not complete. */
function isHalfLink(inside: string, rest: string): boolean {
  if (rest === '') return !/^\d*$/.test(inside);
  return HALF_TARGET.test(rest) && closingOf(rest, 1, '()') === undefined;
}

/** Where brackets end that are open at `from`. */
function closingOf(text: string, from: number, [opening, closing]: string): number | undefined {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    const letter = text[at];
    if (letter === '\\') at++;
    else if (letter === opening) depth++;
    else if (letter === closing && --depth === 0) return at;
  }
  return undefined;
}

/** A run of emphasis closes what is open, or opens. */
function readRun({ text, at, open }: Draft, run: string): void {
  const before = text.slice(0, at - run.length).at(-1) ?? ' ';
  const after = text[at] ?? ' ';
  let left = run.length;
  for (let last; (last = open.at(-1)) && !/\s/.test(before); left -= last.length) {
    if (last[0] !== run[0] || last.length > left) break;
    open.pop();
  }
  // Between letters it is part of a name.
  const mayOpen = !/\s/.test(after) && /[\s\p{P}\p{S}]/u.test(before);
  if (left === run.length && mayOpen) open.push(run);
}

/** Closes what is open, before the white space at the end: a marker behind a space closes nothing. */
function close({ text, open }: Draft): string {
  // In code a space at the end is part of it.
  let body = open.at(-1)?.startsWith('`') ? text : text.trimEnd();
  const space = text.slice(body.length);
  for (let last; (last = open.at(-1)) && body.endsWith(last) && !last.startsWith('`');) {
    body = body.slice(0, -last.length).trimEnd();
    open.pop();
  }
  return body + open.reverse().join('') + space;
}
