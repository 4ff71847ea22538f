import { CODE, MARKER, readMarker } from './citation-forms.ts';

/** `## Sources`, `**References:**`, `Sources:`, `Citations`. */
const HEADING =
  /^[ \t]*(?:#{1,6}[ \t]*)?(?:\*\*|__)?(?:sources?|references?|citations?)[ \t]*:?(?:\*\*|__)?[ \t]*:?[ \t]*$/i;

/** `[1]: title`, `- [1] title`, `1. title`, or an entry's address on a line of its own. */
const ENTRY = new RegExp(`^[ \\t]*(?:[-*+•][ \\t]+)?(?:(${MARKER})|(\\d{1,3})[.):])`, 'i');
const ADDRESS = /^\s*<?https?:\/\/\S+$/;

export interface Sources {
  /** The answer without the section. */
  body: string;
  /** Injected numbers that the section lists. */
  ids: number[];
}

/**
 * A list of sources that closes an answer, under its heading.
 * @returns undefined where there is none, or where it is all there is.
 */
export function splitSources(answer: string, injected: ReadonlySet<number>): Sources | undefined {
  const lines = answer.trimEnd().split('\n');
  const start = sectionStart(lines);
  if (start <= 0) return undefined;
  const before = lines.slice(0, start).join('\n');
  const body = before.replace(/\n\s*\n[ \t]*(?:-{3,}|\*{3,}|_{3,})\s*$/, '').trimEnd();
  if (body === '' || isInCode(answer, before.length + 1)) return undefined;
  const listed = lines.slice(start).flatMap((line) => entryIds(line, injected));
  return { body, ids: [...new Set(listed)] };
}

/** Index of the heading's line, or −1. */
function sectionStart(lines: readonly string[]): number {
  const isListed = (line: string) => line.trim() === '' || ENTRY.test(line) || ADDRESS.test(line);
  const heading = lines.findLastIndex((line) => !isListed(line));
  return heading < lines.length - 1 && HEADING.test(lines[heading] ?? '') ? heading : -1;
}

/** Code that was never closed may hold lines that look like a list of sources. */
function isInCode(text: string, index: number): boolean {
  return [...text.matchAll(new RegExp(CODE, 'gm'))].some(
    ({ 0: code, index: start }) => start <= index && index < start + code.length,
  );
}

/** The numbers that lead an entry. */
function entryIds(line: string, injected: ReadonlySet<number>): number[] {
  const [, marker, number] = ENTRY.exec(line) ?? [];
  return (marker ?? number) ? (readMarker(marker ?? `[${number ?? ''}]`, injected) ?? []) : [];
}
