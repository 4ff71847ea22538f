import { html, type TemplateResult } from './lit.ts';

/** Milliseconds in which a pointer may go from a citation to its card. */
const GRACE = 250;

/** Pixels between a citation and its card, and between the card and the window. */
const GAP = 6;
const MARGIN = 8;

/** Beside which the card is. */
let shown: HTMLElement | undefined;
let opened: HTMLElement | undefined;
let leaving: ReturnType<typeof setTimeout> | undefined;

/** By which citations and sources name the card as their description. */
export const CARD_ID = 'source-card';

/** What a source says, beside the citation or the source that is pointed at or focused; Escape closes it. */
export function cardView(): TemplateResult {
  return html`<div
    id=${CARD_ID}
    class="card"
    part="source-card"
    role="tooltip"
    popover="auto"
    @pointerenter=${() => clearTimeout(leaving)}
    @pointerleave=${(event: Event) => hideSoon(event.currentTarget as HTMLElement)}
  >
    <span class="path"></span><span class="sentence"></span>
  </div>`;
}

/** What the place that holds citations and the card listens to. */
export const cardHandlers = {
  show: (event: Event): void => {
    const card = cardOf(event);
    const citation = citationOf(event);
    if (!card || !citation || isOutside(event)) return;
    clearTimeout(leaving);
    show(card, citation);
  },
  leave: (event: Event): void => {
    const card = cardOf(event);
    if (card && citationOf(event)) hideSoon(card);
  },
  hide: (event: Event): void => {
    const card = cardOf(event);
    if (card) hide(card);
  },
  /** Scrolling may bring a citation into view that has just got the focus; the card stays beside it. */
  scroll: (event: Event): void => {
    const card = cardOf(event);
    const isMeant = shown?.matches(':hover, :focus');
    if (!card || !shown) return;
    if (isMeant && isWithin(shown, event.currentTarget as HTMLElement)) moveTo(card, shown);
    else hide(card);
  },
};

const cardOf = ({ currentTarget }: Event) =>
  currentTarget instanceof HTMLElement
    ? currentTarget.querySelector<HTMLElement>(`#${CARD_ID}`)
    : null;

const citationOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLElement>('.cite, .source') : null;

function show(card: HTMLElement, citation: HTMLElement): void {
  const { sentence = '', place = '' } = citation.dataset;
  // Browsers without popovers show the sentence on the page, when the citation is followed.
  if (!sentence || !('showPopover' in card)) return;
  setText(card, '.path', place);
  // Passages mark code by backticks.
  setText(card, '.sentence', sentence.replace(/`([^`\n]+)`/g, '$1'));
  shown = citation;
  card.showPopover();
  opened = card;
  addEventListener('resize', hideOpened);
  moveTo(card, citation);
}

function setText(card: HTMLElement, part: string, text: string): void {
  const element = card.querySelector(part);
  if (element) element.textContent = text;
}

/** Below the citation, or above it where there is no room; within the window. */
function moveTo(card: HTMLElement, citation: HTMLElement): void {
  const { left, top, bottom } = citation.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = card;
  const below = bottom + GAP;
  const isBelow = below + height + MARGIN <= innerHeight || top < height + GAP + MARGIN;
  const x = Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN));
  card.style.left = `${x}px`;
  card.style.top = `${isBelow ? below : top - GAP - height}px`;
}

/** A pointer that lay still while the window became smaller; browsers tell what would be there. */
const isOutside = (event: Event): boolean =>
  event instanceof PointerEvent && (event.clientX >= innerWidth || event.clientY >= innerHeight);

/** In a window of another size its place is another. */
function hideOpened(): void {
  removeEventListener('resize', hideOpened);
  if (opened) hide(opened);
  opened = undefined;
}

/** Whether it can be seen in what scrolls. */
function isWithin(citation: HTMLElement, view: HTMLElement): boolean {
  const { top, bottom } = citation.getBoundingClientRect();
  const box = view.getBoundingClientRect();
  return bottom > box.top && top < box.bottom;
}

function hideSoon(card: HTMLElement): void {
  clearTimeout(leaving);
  leaving = setTimeout(() => hide(card), GRACE);
}

function hide(card: HTMLElement): void {
  clearTimeout(leaving);
  shown = undefined;
  if ('hidePopover' in card && card.isConnected) card.hidePopover();
}
