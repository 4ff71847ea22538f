import { removeInvisible } from '../prompt/invisible.ts';
import type { Span } from './terms.ts';

/** A line as a reader sees it, and where it is code. */
export interface RichText {
  text: string;
  code: Span[];
}

/** A stretch of a line that is drawn in one way. */
export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** A stretch of a line that is code or is none. */
export interface TextRun {
  isCode: boolean;
  parts: TextPart[];
}

const CODE = /(`{1,2})(.+?)\1/g;

/** A text in one line, without what can't be seen. */
const inOneLine = (text: string) => removeInvisible(text).replace(/\s+/g, ' ').trim();

/** A heading, or lines of code, in which backticks are themselves. */
export const readPlain = (text: string): RichText => ({ text: inOneLine(text), code: [] });

/** Reads a sentence of a passage, in which backticks mark code. */
export function readRichText(sentence: string): RichText {
  const whole = inOneLine(sentence);
  const code: Span[] = [];
  let text = '';
  let end = 0;
  for (const match of whole.matchAll(CODE)) {
    text += whole.slice(end, match.index);
    end = match.index + match[0].length;
    const inner = (match[2] ?? '').trim();
    code.push({ start: text.length, end: text.length + inner.length });
    text += inner;
  }
  return { text: text + whole.slice(end), code };
}

/** Lines one after the other, with a space between them, and where each begins. */
export function joinRichTexts(lines: readonly RichText[]): RichText & { starts: number[] } {
  const joined = { text: '', code: [] as Span[], starts: [] as number[] };
  for (const { text, code } of lines) {
    if (joined.text) joined.text += ' ';
    const start = joined.text.length;
    joined.starts.push(start);
    joined.code.push(...code.map((span) => moved(span, start)));
    joined.text += text;
  }
  return joined;
}

const moved = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by });

/** All of a line. */
export const wholeOf = ({ text }: RichText): Span => ({ start: 0, end: text.length });

/** The runs of a stretch of a line. Marks that reach beyond it or beyond code are cut there. */
export function richRuns(
  { text, code }: RichText,
  { start, end }: Span,
  matches: readonly Span[],
): TextRun[] {
  const within = code.filter((span) => span.start < end && span.end > start);
  const places = [start, ...within.flatMap((span) => [span.start, span.end]), end];
  const borders = places.map((place) => Math.min(end, Math.max(start, place)));
  return borders.slice(1).flatMap((to, index): TextRun[] => {
    const from = borders[index] ?? to;
    const parts = partsOf(text, { start: from, end: to }, matches);
    return parts.length > 0 ? [{ isCode: index % 2 === 1, parts }] : [];
  });
}

function partsOf(text: string, { start, end }: Span, matches: readonly Span[]): TextPart[] {
  const parts: TextPart[] = [];
  let place = start;
  for (const match of matches) {
    const from = Math.max(place, match.start);
    const to = Math.min(end, match.end);
    if (from >= to) continue;
    parts.push({ text: text.slice(place, from), isMatch: false });
    parts.push({ text: text.slice(from, to), isMatch: true });
    place = to;
  }
  parts.push({ text: text.slice(place, end), isMatch: false });
  return parts.filter((part) => part.text !== '');
}
