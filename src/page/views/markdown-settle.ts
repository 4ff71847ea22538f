import { settleInline } from './markdown-settle-inline.ts';

/** What may stand before a block's own text: quotation marks and bullets. */
const PREFIX = '[ \\t>]*(?:(?:[-+*]|\\d{1,9}[.)])[ \\t]+)*';

const FENCE = new RegExp(`^${PREFIX}(\`{3,}(?=[^\`]*$)|~{3,})`);
/** A line that may become anything: only marks so far, an item's number or box. */
const ONLY_MARKS = new RegExp(
  `^${PREFIX}(?:[-*+_=#>~\`|:!\\[ \\t]*|\\d{1,9}[.)]?|\\[[ xX]?\\]?)[ \\t]*$`,
);
const ROW = /^[ \t]*\|/;
/** Where a run of inline text begins: behind bullets, numbers, heading marks or quotation marks. */
const BLOCK = new RegExp(`^(?:[ \\t>]*(?:(?:[-+*]|\\d{1,9}[.)]|#{1,6})[ \\t]+)+|[ \\t]*>[ \\t>]*)`);

/** Lines longer than this are no marks; the patterns would take long on them. */
const LONGEST = 200;

/**
 * What of a Markdown text is drawn while more of it is on its way, so that nothing is shown that the
 * next letters turn into something else: an open emphasis, code or link looks as it will when it is
 * closed; half a marker, a fence's first line, and a table's head without its second line wait.
 * @param text All that has arrived.
 * @returns Markdown to be drawn in its place.
 */
export function settleMarkdown(text: string): string {
  const fence = openFence(text);
  if (fence) return withoutHalfFence(text, fence);
  const settled = withoutHalfTable(withoutMarks(text));
  const start = inlineStart(settled);
  return settled.slice(0, start) + settleInline(settled.slice(start));
}

/** The fence of a code block that the text ends in. */
function openFence(text: string): string | undefined {
  let open: string | undefined;
  for (const line of text.split('\n')) {
    if (open === undefined) open = FENCE.exec(line)?.[1];
    else if (isClosing(line, open)) open = undefined;
  }
  return open;
}

function isClosing(line: string, fence: string): boolean {
  const marks = line.replace(/^[ \t>]+/, '').trimEnd();
  return marks.length >= fence.length && marks === fence.charAt(0).repeat(marks.length);
}

/** Without an opening line that isn't complete, or the first marks of a closing one. */
function withoutHalfFence(text: string, fence: string): string {
  const [start, line] = lastLine(text);
  const marks = line.replace(/^[ \t>]+/, '');
  const isHalf = marks !== '' && fence.startsWith(marks);
  const isOpening = FENCE.test(line) && openFence(text.slice(0, start)) === undefined;
  return isHalf || isOpening ? text.slice(0, start) : text;
}

function withoutMarks(text: string): string {
  const [start, line] = lastLine(text);
  return line.length <= LONGEST && ONLY_MARKS.test(line) ? text.slice(0, start) : text;
}

/** One row alone may be a table's head, or text. */
function withoutHalfTable(text: string): string {
  const [start, line] = lastLine(text.replace(/\n$/, ''));
  const [, before] = lastLine(text.slice(0, start).replace(/\n$/, ''));
  return ROW.test(line) && !ROW.test(before) ? text.slice(0, start) : text;
}

/** Where the paragraph, item, heading or cell begins that the text ends in. */
function inlineStart(text: string): number {
  let end = text.length;
  while (end > 0) {
    const [start, line] = lastLine(text.slice(0, end));
    if (ROW.test(line)) return start + line.search(/\|[^|]*$/) + 1;
    const block = line.length <= LONGEST && BLOCK.exec(line);
    if (block) return start + block[0].length;
    if (line.trim() === '' && end < text.length) return end;
    if (FENCE.test(line)) return end;
    end = start - 1;
  }
  return 0;
}

/** The last line and where it begins. */
function lastLine(text: string): [start: number, line: string] {
  const start = text.lastIndexOf('\n') + 1;
  return [start, text.slice(start)];
}
