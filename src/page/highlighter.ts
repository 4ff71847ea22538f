import { plainText } from '../core/text-fragment.ts';

const NAME = 'askpage';

/**
 * Scrolls to a quote in this page and marks it, for places that the browser itself doesn't go to: a
 * link within the same page, or a browser without text fragments. Returns whether it was found.
 */
export function highlightQuote(quote: string, root: Node = document.body): boolean {
  const range = findText(root, plainText(quote));
  if (!range) return false;
  mark(range);
  const place = range.startContainer.parentElement;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  place?.scrollIntoView({ block: 'center', behavior: calm ? 'auto' : 'smooth' });
  return true;
}

/** Marks what a text fragment in the address names, where the browser has left it there. */
export function highlightFragment(hash: string): boolean {
  const text = /:~:text=([^&]+)/.exec(hash)?.[1];
  if (!text) return false;
  const [start = '', end] = text.split(',').map(decodeURIComponent);
  return highlightQuote(start) || (end !== undefined && highlightQuote(end));
}

interface Piece {
  node: Text;
  /** Place of the node's first character in the joined text. */
  start: number;
}

/** The first place of `wanted` in the text below `root`; runs of white space count as one space. */
function findText(root: Node, wanted: string): Range | undefined {
  if (!wanted) return undefined;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('script, style, noscript, ask-page')
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  const pieces: Piece[] = [];
  let joined = '';
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    pieces.push({ node: node as Text, start: joined.length });
    joined += node.nodeValue ?? '';
  }
  const pattern = wanted
    .split(' ')
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('\\s+');
  const match = new RegExp(pattern).exec(joined);
  return match ? rangeOf(pieces, match.index, match.index + match[0].length) : undefined;
}

function rangeOf(pieces: Piece[], start: number, end: number): Range {
  const range = document.createRange();
  const locate = (place: number) => pieces.findLast((piece) => piece.start <= place) ?? pieces[0];
  const from = locate(start);
  const to = locate(end - 1);
  if (from) range.setStart(from.node, start - from.start);
  if (to) range.setEnd(to.node, end - to.start);
  return range;
}

let sheet: CSSStyleSheet | undefined;

function mark(range: Range): void {
  if (typeof Highlight === 'undefined') {
    const selection = getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
    return;
  }
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(`::highlight(${NAME}) { background-color: #ffe58a; color: #1c1a12; }`);
    document.adoptedStyleSheets.push(sheet);
  }
  CSS.highlights.set(NAME, new Highlight(range));
}
