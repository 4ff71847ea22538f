import { cornerWords } from './corner-words.ts';
import type { Staged } from './host.ts';
import { quoted, selectedRange } from './selected-text.ts';
import { focusBeside } from './tab-order.ts';

/** Pixels between the button and what is selected, and the edge of the window. */
const GAP = 8;

/** Milliseconds without a change, after which a selection by keys is taken for whole. */
const PAUSE = 300;

/** A button beside what the reader has selected, which takes it into the question box. */
export function askAboutSelection(staged: Staged): () => void {
  const { host } = staged;
  const button = createButton();
  const chip = new SelectionChip(staged, button);
  host.renderRoot.append(button);
  const stopping = new AbortController();
  const { signal } = stopping;
  const listen = (type: string, work: (event: Event) => void, place: EventTarget = document) =>
    place.addEventListener(type, work, { capture: true, passive: false, signal });
  listen('selectionchange', () => chip.change());
  listen('pointerdown', (event) => chip.press(event));
  for (const type of ['pointerup', 'pointercancel']) listen(type, () => chip.release());
  listen('scroll', () => chip.hide());
  listen('resize', () => chip.hide(), window);
  listen('keydown', (event) => chip.key(event as KeyboardEvent));
  return () => {
    stopping.abort();
    chip.hide();
    button.remove();
  };
}

function createButton(): HTMLButtonElement {
  const button = document.createElement('button');
  button.className = 'about';
  button.part.add('selection-button');
  button.hidden = true;
  // Pressed, it would take the selection away.
  button.addEventListener('mousedown', (event) => event.preventDefault());
  return button;
}

/** When the button is there, and where. */
class SelectionChip {
  readonly #host: Staged['host'];
  readonly #tag: Staged['tag'];
  readonly #button: HTMLButtonElement;
  #isPressed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ host, tag }: Staged, button: HTMLButtonElement) {
    this.#host = host;
    this.#tag = tag;
    this.#button = button;
    button.addEventListener('click', () => this.#ask());
    button.addEventListener('pointerover', () => host.warm());
    button.addEventListener('focus', () => host.warm());
  }

  change(): void {
    clearTimeout(this.#timer);
    if (!selectedRange(this.#host)) return this.hide();
    if (!this.#isPressed) this.#timer = setTimeout(() => this.#show(), PAUSE);
  }

  press(event: Event): void {
    if (event.composedPath().includes(this.#button)) return;
    this.#isPressed = true;
    this.hide();
  }

  release(): void {
    if (!this.#isPressed) return;
    this.#isPressed = false;
    // The browser settles the selection after it has told of the pointer.
    this.#timer = setTimeout(() => this.#show());
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#button.hidden = true;
  }

  /** The Tab key leads to the button and from there on past the selection; Escape puts it away. */
  key(event: KeyboardEvent): void {
    if (this.#button.hidden || event.defaultPrevented) return;
    const isIn = event.composedPath().includes(this.#button);
    if (event.key === 'Escape') {
      if (isIn) event.preventDefault();
      return this.hide();
    }
    if (event.key !== 'Tab' || (!isIn && event.shiftKey)) return;
    if (!isIn) this.#button.focus();
    else if (!this.#leave(event.shiftKey)) return;
    event.preventDefault();
  }

  #leave(isBack: boolean): boolean {
    const range = selectedRange(this.#host);
    this.hide();
    return range !== undefined && focusBeside(range, isBack);
  }

  #show(): void {
    const range = selectedRange(this.#host);
    if (!range) return this.hide();
    this.#button.textContent = cornerWords(this.#tag()).askSelection;
    this.#button.hidden = false;
    this.#button.hidden = !moveBeside(this.#button, range);
  }

  #ask(): void {
    const text = selectedRange(this.#host) && getSelection()?.toString();
    this.hide();
    if (text) this.#host.open(quoted(text));
  }
}

/** Below the selection, or above it; returns whether there is room. */
function moveBeside(button: HTMLElement, range: Range): boolean {
  const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
  const end = rects.at(-1);
  if (!end) return false;
  const { offsetWidth: width, offsetHeight: height } = button;
  const below = Math.max(...rects.map(({ bottom }) => bottom)) + GAP;
  const above = Math.min(...rects.map(({ top }) => top)) - GAP - height;
  const fitsBelow = below + height + GAP <= innerHeight;
  const x = Math.max(GAP, Math.min(end.right - width, innerWidth - width - GAP));
  button.style.setProperty('left', `${Math.round(x)}px`);
  button.style.setProperty('top', `${Math.round(fitsBelow ? below : above)}px`);
  return fitsBelow || above >= GAP;
}
