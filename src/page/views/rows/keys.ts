interface RowKeys {
  root: HTMLElement | DocumentFragment;
  /** Asks what stands in the box. */
  ask: () => void;
}

/** Rows that PageUp and PageDown go. */
const PAGE = 5;

/**
 * Keys between the question box and what can be chosen below it: arrows, Home, End, PageUp and PageDown
 * move the focus; Ctrl or ⌘ with Enter asks from anywhere; a letter typed on a row goes on in the box. Elsewhere, and where nothing moves, keys keep their meaning.
 */
export function rowKey(event: KeyboardEvent, { root, ask }: RowKeys): void {
  if (event.isComposing || event.defaultPrevented || event.altKey) return;
  const stops = stopsIn(root);
  const current = stops.findIndex((stop) => stop === (root as ShadowRoot).activeElement);
  const isMod = event.ctrlKey || event.metaKey;
  if (event.key === 'Enter' && isMod && current !== 0) {
    event.preventDefault();
    // The row that has the focus makes room for the answer.
    stops[0]?.focus();
    ask();
  } else if (current >= 0 && !isMod && !event.shiftKey) moveBy(event, stops, current);
  // The letter itself comes to what has the focus by then.
  if (current > 0 && !isMod && isWritten(event.key)) goOn(stops[0]);
}

/** The box, then all that can be chosen and is in view. */
function stopsIn(root: HTMLElement | DocumentFragment): HTMLElement[] {
  const box = root.querySelector<HTMLElement>('[part=input]');
  const rows = [...root.querySelectorAll<HTMLElement>('[data-choice]')];
  return [...(box ? [box] : []), ...rows.filter((row) => row.checkVisibility())];
}

function moveBy(event: KeyboardEvent, stops: readonly HTMLElement[], current: number): void {
  const last = stops.length - 1;
  const next = placeAfter(event.key, current, last);
  if (next === undefined || next === current || next < 0 || next > last) return;
  event.preventDefault();
  stops[next]?.focus();
}

/** In the box, Home and End belong to its text. */
function placeAfter(key: string, current: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return current + 1;
    case 'ArrowUp':
      return current - 1;
    case 'PageDown':
      return Math.min(current + PAGE, last);
    case 'PageUp':
      return Math.max(current - PAGE, 0);
    case 'Home':
      return current > 0 ? 0 : undefined;
    case 'End':
      return current > 0 ? last : undefined;
    default:
      return undefined;
  }
}

/** A letter or sign. The space bar presses buttons. */
const isWritten = (key: string): boolean => key === 'Backspace' || /^\S$/u.test(key);

function goOn(box: HTMLElement | undefined): void {
  if (!(box instanceof HTMLInputElement)) return;
  box.focus();
  box.setSelectionRange(box.value.length, box.value.length);
}
