let watching: MutationObserver | undefined;

/** A press on what vanishes when it is chosen leaves the focus where it was. */
export const keepFocus = (event: Event): void => event.preventDefault();

/**
 * Keeps the focus on the row that has it. Rows are drawn in place, so that nothing flickers; when new
 * results come, what was chosen may stand in another row, and Enter must not open what took its place.
 * What was chosen and is found no more gives the focus to the box.
 */
export function keepChoice({ target }: Event): void {
  watching?.disconnect();
  watching = undefined;
  if (!(target instanceof HTMLElement) || !target.hasAttribute('data-choice')) return;
  const root = target.getRootNode();
  if (!(root instanceof ShadowRoot)) return;
  const chosen = nameOf(target);
  watching = new MutationObserver(() => {
    if (root.activeElement !== target || nameOf(target) === chosen) return;
    watching?.disconnect();
    focusAgain(root, chosen);
  });
  const attributeFilter = ['href', 'data-choice'];
  watching.observe(target, { attributeFilter });
}

/** The place that a row leads to, whichever of its sentences is shown; or what it asks. */
const nameOf = (row: HTMLElement): string =>
  row.getAttribute('href')?.replace(/:~:.*$/, '') ?? row.dataset.choice ?? '';

function focusAgain(root: ShadowRoot, chosen: string): void {
  const rows = [...root.querySelectorAll<HTMLElement>('[data-choice]')];
  const row = rows.find((each) => nameOf(each) === chosen);
  (row ?? root.querySelector<HTMLElement>('[part=input]'))?.focus();
}
