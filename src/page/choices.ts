/**
 * Moves the focus among the question box and the links that can be chosen below it. Returns whether
 * it moved, so that elsewhere the arrow keys keep their meaning.
 */
export function stepChoice(root: HTMLElement | DocumentFragment, step: 1 | -1): boolean {
  const stops = [
    ...root.querySelectorAll<HTMLElement>('input'),
    ...root.querySelectorAll<HTMLElement>('[data-choice]'),
  ];
  const active = (root as ShadowRoot).activeElement;
  const current = stops.findIndex((stop) => stop === active);
  const next = current < 0 ? undefined : stops[current + step];
  next?.focus();
  return next !== undefined;
}
