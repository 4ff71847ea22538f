/** Characters of a selection that are taken into the question. */
const MOST = 200;

/** What is selected in the page: not in the widget, nor where the reader writes. */
export function selectedRange(host: Element): Range | undefined {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const { commonAncestorContainer: node } = range;
  const place = node instanceof Element ? node : node.parentElement;
  if (!place || host.contains(node)) return undefined;
  if (place instanceof HTMLElement && place.isContentEditable) return undefined;
  // What is selected in a field is told as if it were the page around it.
  if (document.activeElement?.matches('input, textarea')) return undefined;
  return selection.toString().trim() ? range : undefined;
}

/** A selection in quotation marks, in one line, and cut where it is long. */
export function quoted(text: string): string {
  const folded = text.replace(/\s+/g, ' ').trim();
  const characters = Array.from(folded);
  if (characters.length <= MOST) return `"${folded}"`;
  const cut = characters.slice(0, MOST).join('');
  const isWithinWord = /\S/.test(characters[MOST] ?? '') && /\s/.test(cut);
  return `"${(isWithinWord ? cut.replace(/\s\S*$/, '') : cut).trim()}"`;
}
