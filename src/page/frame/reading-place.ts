/** Where the eye rests: below headers that stay, near the start of the lines. */
const [ACROSS, DOWN] = [0.3, 0.25];

/**
 * Makes a change that breaks the page's lines anew, and keeps the words that the reader looks at where
 * they were: browsers don't, where the change is one of the page's own margins.
 */
export function keepPlace(change: () => void): void {
  const words = wordsAt(innerWidth * ACROSS, innerHeight * DOWN);
  const before = words?.getBoundingClientRect().top ?? 0;
  change();
  // At its very top the page has nothing above that could push it down.
  if (!words || scrollY === 0) return;
  const moved = words.getBoundingClientRect().top - before;
  if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
}

/** The letter at that place of the window, or the element where there is none. */
function wordsAt(x: number, y: number): Range | Element | undefined {
  const caret = 'caretPositionFromPoint' in document && document.caretPositionFromPoint(x, y);
  if (!caret || !(caret.offsetNode instanceof Text)) {
    return document.elementFromPoint(x, y) ?? undefined;
  }
  const { offsetNode, offset } = caret;
  const start = Math.max(0, Math.min(offset, offsetNode.length - 1));
  const range = document.createRange();
  range.setStart(offsetNode, start);
  range.setEnd(offsetNode, Math.min(offsetNode.length, start + 1));
  return range;
}
