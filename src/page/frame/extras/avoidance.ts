import type { Staged } from './host.ts';
import { isSelector } from './triggers.ts';
import { onFrame, watchElements } from './watch.ts';

/** Pixels kept between the button and what it steps aside for, and the edge of the window. */
const GAP = 8;

/** The button moves along its edge of the window, or hides, so that it covers nothing that `avoid` names. */
export function stepAside({ host }: Staged): () => void {
  const { avoid } = host;
  const corner = host.renderRoot.querySelector<HTMLElement>('.corner');
  if (!avoid || !corner) return () => {};
  if (!isSelector(avoid)) {
    console.warn(`askpage: avoid="${avoid}" is no selector; the button stays where it is.`);
    return () => {};
  }
  const inView = new Set<Element>();
  const { plan, cancel } = onFrame(() => give(corner, inView));
  const unwatch = watchViews(avoid, { inView, plan });
  addEventListener('resize', plan);
  return () => {
    unwatch();
    cancel();
    removeEventListener('resize', plan);
    for (const name of ['translate', 'visibility']) corner.style.removeProperty(name);
    corner.removeAttribute(SHIFT);
  };
}

interface Views {
  /** Is kept up to date. */
  inView: Set<Element>;
  /** Is called when one of them may have moved. */
  plan: () => void;
}

/** Follows which of the elements are in view, and only then where they are. */
function watchViews(selector: string, { inView, plan }: Views): () => void {
  const listen = (how: 'addEventListener' | 'removeEventListener') =>
    document[how]('scroll', plan, { capture: true, passive: true });
  const sizes = new ResizeObserver(plan);
  const views = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) inView.add(target);
        else inView.delete(target);
      }
      listen(inView.size > 0 ? 'addEventListener' : 'removeEventListener');
      plan();
    },
    { threshold: [0, 0.5, 1] },
  );
  const unwatch = watchElements(selector, (found) => {
    views.disconnect();
    sizes.disconnect();
    for (const each of inView) if (!found.includes(each)) inView.delete(each);
    for (const each of found) {
      views.observe(each);
      sizes.observe(each);
    }
    plan();
  });
  return () => {
    unwatch();
    views.disconnect();
    sizes.disconnect();
    listen('removeEventListener');
  };
}

/** By how many pixels the button has been moved down. */
const SHIFT = 'data-shift';

/** Reads all places first, then writes, and only what has changed. */
function give(corner: HTMLElement, inView: ReadonlySet<Element>): void {
  const before = Number(corner.getAttribute(SHIFT));
  const { top, left, right, height } = corner.getBoundingClientRect();
  const rest = top - before;
  const blocks = [...inView]
    .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((each) => each.getBoundingClientRect())
    .filter((rect) => rect.left < right && rect.right > left);
  const isFromTop = corner.className.includes('top');
  const free = freePlace(blocks, { start: rest, height, isFromTop });
  const fits = free >= 0 && free + height <= innerHeight;
  const shift = fits ? free - rest : 0;
  if (shift !== before) {
    corner.setAttribute(SHIFT, String(shift));
    corner.style.setProperty('translate', `0 ${shift}px`);
  }
  corner.style.setProperty('visibility', fits ? '' : 'hidden');
}

interface Wanted {
  /** Top of the button, in pixels of the window. */
  start: number;
  height: number;
  /** Whether it moves down, away from the top edge. */
  isFromTop: boolean;
}

/** The nearest top for the button, from its own place towards the middle of the window, that is free. */
export function freePlace(
  blocks: readonly { top: number; bottom: number }[],
  { start, height, isFromTop }: Wanted,
): number {
  const hit = blocks.find(({ top, bottom }) => top < start + height + GAP && bottom > start - GAP);
  if (!hit) return start;
  const next = isFromTop ? hit.bottom + GAP : hit.top - GAP - height;
  return freePlace(blocks, { start: next, height, isFromTop });
}
