import {
  contentText,
  isAnchorMark,
  isContent,
  isPageHeader,
  isTableOfContents,
} from './content.ts';
import { collapseSpace, type TreeElement, type TreeNode } from './tree.ts';
import { fenceFor } from './units.ts';

/** A piece of a document: a heading, or text in plain Markdown (paragraph, list, fence or table). */
export type Block =
  | { kind: 'heading'; level: number; text: string; anchor: string | undefined }
  | { kind: 'text'; text: string };

const INLINE = new Set([
  ...['a', 'abbr', 'b', 'bdi', 'bdo', 'br', 'cite', 'code', 'data', 'del', 'dfn', 'em', 'font'],
  ...['i', 'ins', 'kbd', 'mark', 'q', 'ruby', 'rt', 'rp', 's', 'samp', 'small', 'span', 'strike'],
  ...['strong', 'sub', 'sup', 'time', 'tt', 'u', 'var', 'wbr'],
]);

/** Elements that end a line of running text wherever they stand. */
const BLOCKS = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'center', 'dd', 'details', 'dialog', 'div'],
  ...['dl', 'dt', 'fieldset', 'figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4'],
  ...['h5', 'h6', 'header', 'hgroup', 'hr', 'li', 'main', 'menu', 'nav', 'ol', 'p', 'pre'],
  ...['search', 'section', 'summary', 'table', 'ul'],
]);

const isHeading = (name: string) => /^h[1-6]$/.test(name);

/** The blocks below `root`, one by one: a caller can pause between any two. */
export function* readBlocks(root: TreeElement): Generator<Block> {
  yield* walk(root, { root, anchor: undefined });
}

interface Context {
  /** What a header would be the header of. */
  root: TreeElement;
  /** Id of the nearest `<section>`, which a heading without an id of its own takes. */
  anchor: string | undefined;
}

function* walk(element: TreeElement, context: Context): Generator<Block> {
  let inline: TreeNode[] = [];
  const flush = function* (): Generator<Block> {
    const text = inlineText(inline);
    inline = [];
    if (text) yield { kind: 'text', text };
  };
  for (const child of element.children()) {
    if (child.kind === 'text' || isRunning(child, element)) {
      inline.push(child);
      continue;
    }
    yield* flush();
    if (isContent(child) && !isPageHeader(child, context.root)) yield* readBlock(child, context);
  }
  yield* flush();
}

/**
 * Whether an element belongs to its parent's running text. What is left out (an icon, a button) breaks
 * no line, and in a paragraph an unknown element doesn't either.
 */
function isRunning(element: TreeElement, parent: TreeElement): boolean {
  if (BLOCKS.has(element.name)) return false;
  if (!isContent(element)) return true;
  return (INLINE.has(element.name) || parent.name === 'p') && !wrapsBlock(element);
}

/** An inline element that wraps blocks (a link round a card) is walked like a block. */
function wrapsBlock(element: TreeElement): boolean {
  for (const child of element.children()) {
    if (child.kind !== 'element' || !isContent(child)) continue;
    if (BLOCKS.has(child.name) || wrapsBlock(child)) return true;
  }
  return false;
}

function* readBlock(element: TreeElement, context: Context): Generator<Block> {
  const { name } = element;
  if (isHeading(name)) yield readHeading(element, context.anchor);
  else if (name === 'pre') yield* text(fence(element));
  else if (name === 'ul' || name === 'ol') {
    if (!isTableOfContents(element)) yield* text(list(element, ''));
  } else if (name === 'table') {
    yield* text(caption(element));
    yield* text(table(element));
  } else if (name === 'section') {
    yield* walk(element, { root: element, anchor: element.attribute('id') });
  } else if (name === 'article') yield* walk(element, { ...context, root: element });
  else yield* walk(element, context);
}

function* text(value: string): Generator<Block> {
  if (value.trim()) yield { kind: 'text', text: value };
}

function readHeading(element: TreeElement, sectionAnchor: string | undefined): Block {
  return {
    kind: 'heading',
    level: Number(element.name.slice(1)),
    text: headingText(element),
    anchor: element.attribute('id') ?? innerAnchor(element) ?? sectionAnchor,
  };
}

/** A heading in one line, without the mark that links to it. */
export function headingText(element: TreeElement): string {
  return inlineText(element.children(), { marks: false });
}

function innerAnchor(element: TreeElement): string | undefined {
  for (const child of element.children()) {
    if (child.kind !== 'element') continue;
    const anchor = child.attribute('id') ?? child.attribute('name') ?? innerAnchor(child);
    if (anchor) return anchor;
  }
  return undefined;
}

/** Running text in one line; inline code keeps its backticks where `marks` is on. */
function inlineText(nodes: Iterable<TreeNode>, { marks = true } = {}): string {
  return collapseSpace(joinInline(nodes, marks));
}

function joinInline(nodes: Iterable<TreeNode>, marks: boolean): string {
  let result = '';
  for (const node of nodes) {
    if (node.kind === 'text') result += node.text;
    else if (!isContent(node) || isAnchorMark(node)) continue;
    else if (node.name === 'br') result += ' ';
    else if (isCode(node) && marks) result += codeSpan(collapseSpace(contentText(node)));
    else if (INLINE.has(node.name)) result += joinInline(node.children(), marks);
    else result += ` ${joinInline(node.children(), marks)} `;
  }
  return result;
}

const isCode = ({ name }: TreeElement) => name === 'code' || name === 'samp' || name === 'tt';

function codeSpan(code: string): string {
  if (!code) return '';
  return code.includes('`') ? `\`\` ${code} \`\`` : `\`${code}\``;
}

function fence(pre: TreeElement): string {
  const code = [...pre.children()].find(
    (child): child is TreeElement => child.kind === 'element' && child.name === 'code',
  );
  const body = contentText(pre)
    .replace(/\r\n?/g, '\n')
    .replace(/^\n|\s+$/g, '');
  if (!body.trim()) return '';
  const ticks = fenceFor(body);
  return `${ticks}${languageOf(pre) ?? (code && languageOf(code)) ?? ''}\n${body}\n${ticks}`;
}

function languageOf(element: TreeElement): string | undefined {
  const named = element.attribute('data-lang') ?? element.attribute('data-language');
  return named ?? /\blang(?:uage)?-([\w+#-]+)/.exec(element.attribute('class') ?? '')?.[1];
}

function list(element: TreeElement, indent: string): string {
  const lines: string[] = [];
  let number = Number(element.attribute('start') ?? 1);
  for (const item of element.children()) {
    if (item.kind !== 'element' || !isContent(item)) continue;
    const mark = element.name === 'ol' ? `${number++}. ` : '- ';
    lines.push(...listItem(item, indent, mark));
  }
  return lines.join('\n');
}

function listItem(item: TreeElement, indent: string, mark: string): string[] {
  const inner = `${indent}  `;
  const parts: string[] = [];
  for (const block of itemBlocks(item, inner)) {
    // A fence or a nested list stands on lines of its own, moved in under the item's text.
    const moved = block.nested ? block.text : block.text.replace(/\n/g, `\n${inner}`);
    parts.push(parts.length === 0 || block.nested ? moved : `${inner}${moved}`);
  }
  const [first, ...rest] = parts;
  if (first === undefined) return [];
  // Behind the mark a fence would not be seen as one.
  if (first.startsWith('```')) return [`${indent}${mark}`, `${inner}${first}`, ...rest];
  return [`${indent}${mark}${first.trimStart()}`, ...rest];
}

function* itemBlocks(
  item: TreeElement,
  indent: string,
): Generator<{ text: string; nested: boolean }> {
  let inline: TreeNode[] = [];
  const nodes: (TreeNode | undefined)[] = [...item.children(), undefined];
  for (const node of nodes) {
    if (node && (node.kind === 'text' || isRunning(node, item))) {
      inline.push(node);
      continue;
    }
    const line = inlineText(inline);
    inline = [];
    if (line) yield { text: line, nested: false };
    if (!node || !isContent(node)) continue;
    if (node.name === 'ul' || node.name === 'ol') {
      const nested = list(node, indent);
      if (nested) yield { text: nested, nested: true };
    } else {
      const context = { root: item, anchor: undefined };
      for (const block of readBlock(node, context)) yield { text: block.text, nested: false };
    }
  }
}

function caption(element: TreeElement): string {
  const found = [...element.children()].find(
    (child) => child.kind === 'element' && child.name === 'caption' && isContent(child),
  );
  return found ? inlineText([found]) : '';
}

function table(element: TreeElement): string {
  const rows: string[][] = [];
  collectRows(element, rows);
  const width = Math.max(0, ...rows.map((row) => row.length));
  const lines = rows
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) => `| ${Array.from({ length: width }, (_, i) => row[i] ?? '').join(' | ')} |`);
  if (lines.length > 1) lines.splice(1, 0, `|${' --- |'.repeat(width)}`);
  return lines.join('\n');
}

function collectRows(element: TreeElement, rows: string[][]): void {
  for (const child of element.children()) {
    if (child.kind !== 'element' || !isContent(child)) continue;
    if (child.name !== 'tr') {
      collectRows(child, rows);
      continue;
    }
    const cells = [...child.children()].filter((cell) => cell.kind === 'element');
    rows.push(cells.map((cell) => inlineText(cell.children()).replaceAll('|', '\\|')));
  }
}
