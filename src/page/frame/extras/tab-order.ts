const STOPS =
  'a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable]';

/** Moves the focus to what the Tab key would reach next from a place of the page. Returns whether there is one. */
export function focusBeside(range: Range, isBack: boolean): boolean {
  const stops = [...document.querySelectorAll<HTMLElement>(STOPS)].filter(
    (each) => each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility(),
  );
  const next = isBack
    ? stops.findLast((each) => range.comparePoint(each, 0) < 0)
    : stops.find((each) => range.comparePoint(each, 0) > 0);
  next?.focus();
  return next !== undefined;
}
