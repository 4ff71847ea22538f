/** A part of a section's text that belongs together. */
export type Unit =
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'code'; open: string; lines: string[]; close: string }
  | { kind: 'table'; header: string[]; rows: string[] };

const FENCE = /^\s*(`{3,}|~{3,})/;
const LIST_ITEM = /^(?:[-*+]|\d+[.)])\s/;
const TABLE_RULE = /^\|(?:\s*:?-+:?\s*\|)+$/;

/** Parses the plain Markdown of a section (see `Section.text`) back into its units. */
export function parseUnits(text: string): Unit[] {
  return splitBlocks(text).map(toUnit);
}

/** The Markdown of a unit, as it stood. */
export function unitText(unit: Unit): string {
  switch (unit.kind) {
    case 'paragraph':
      return unit.text;
    case 'list':
      return unit.items.join('\n');
    case 'code':
      return [unit.open, ...unit.lines, unit.close].join('\n');
    case 'table':
      return [...unit.header, ...unit.rows].join('\n');
  }
}

/** The backticks round a block of code: more than any run at the start of a line inside it. */
export function fenceFor(code: string): string {
  const runs = [...code.matchAll(/^\s*(`{3,})/gm)].map(([, run = '']) => run.length + 1);
  return '`'.repeat(Math.max(3, ...runs));
}

/** Groups of lines between blank lines; a fence is one group whatever it holds. */
function splitBlocks(text: string): string[][] {
  const blocks: string[][] = [];
  let block: string[] = [];
  let fence: string | undefined;
  const flush = () => {
    if (block.length) blocks.push(block);
    block = [];
  };
  for (const line of text.split('\n')) {
    const ticks = FENCE.exec(line)?.[1];
    if (fence) {
      block.push(line);
      if (ticks?.startsWith(fence) && line.trim() === ticks) {
        // A fence inside a list item belongs to that item.
        if (/^\S/.test(line)) flush();
        fence = undefined;
      }
    } else if (ticks) {
      if (/^\S/.test(line)) flush();
      fence = ticks;
      block.push(line);
    } else if (line.trim() === '') flush();
    else block.push(line);
  }
  flush();
  return blocks;
}

function toUnit(lines: string[]): Unit {
  const [first = '', second = ''] = lines;
  const fence = FENCE.exec(first)?.[1];
  if (fence) {
    const last = lines.at(-1)?.trim() ?? '';
    const closed = lines.length > 1 && FENCE.exec(last)?.[1] === last && last.startsWith(fence);
    return {
      kind: 'code',
      open: first,
      lines: lines.slice(1, closed ? -1 : undefined),
      close: closed ? last : fence,
    };
  }
  if (TABLE_RULE.test(second)) {
    return { kind: 'table', header: [first, second], rows: lines.slice(2) };
  }
  if (LIST_ITEM.test(first)) return { kind: 'list', items: listItems(lines) };
  return { kind: 'paragraph', text: lines.join(' ') };
}

function listItems(lines: string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (LIST_ITEM.test(line)) items.push(line);
    else items.push([items.pop(), line].filter((part) => part !== undefined).join('\n'));
  }
  return items;
}
