import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type * as lazyModule from '../lazy.ts';

/** How the widget stands on the page: over it, at its side, or in its flow. */
export type Form = 'dialog' | 'panel' | 'inline';

/** From this width of the window on, in pixels, the page makes room for a panel. */
const WIDE = 1000;

/** Milliseconds that a live region stays empty: screen readers take note of it in less. */
const EMPTY = 100;

/** Of an attribute. */
type Text = string | null | undefined;

export interface PlacedHost extends ReactiveControllerHost {
  readonly renderRoot: ParentNode;
  readonly mode: Text;
  readonly side: Text;
  readonly placement: Text;
  close(): void;
}

/** Where the widget stands, as its attributes say, and how it takes that place and leaves it. */
export class Place implements ReactiveController {
  isOpen = false;
  /** Just opened: what is spoken stays empty for a moment, since only what comes into it later is heard. */
  isNew = false;
  readonly #host: PlacedHost;
  #last: Text[] = [];
  /** Undoes what the open frame has done to the page around it. */
  #leave: (() => void) | undefined;

  constructor(host: PlacedHost) {
    this.#host = host;
    host.addController(this);
  }

  get dialog(): HTMLDialogElement | null {
    return this.#host.renderRoot.querySelector('dialog');
  }

  /** Whether it lies over what the page shows: then it makes way for what it points at. */
  get isOver(): boolean {
    return this.form === 'dialog' || (this.form === 'panel' && innerWidth < WIDE);
  }

  /** A bad value of an attribute is told of at the first opening. */
  get form(): Form {
    const { mode } = this.#host;
    return mode === 'panel' || mode === 'inline' ? mode : 'dialog';
  }

  hostUpdated(): void {
    const { mode, side } = this.#host;
    const isElsewhere = mode !== this.#last[0] || side !== this.#last[1];
    this.#last = [mode, side];
    if (isElsewhere && this.isOpen) this.#move();
  }

  /** Takes its place. */
  open(): void {
    this.isOpen = this.isNew = true;
    setTimeout(() => {
      this.isNew = false;
      this.#host.requestUpdate();
    }, EMPTY);
    if (this.form === 'panel') this.dialog?.show();
    else this.dialog?.showModal();
  }

  /** Does to the page around it what the form needs, once the code for that is there. */
  settle({ settleFrame }: typeof lazyModule): void {
    if (this.isOpen) this.#leave ??= settleFrame(this.#host);
  }

  /** Leaves its place; the browser gives the focus back. */
  close(): void {
    this.isOpen = false;
    this.#leave?.();
    this.#leave = undefined;
    this.dialog?.close();
  }

  readonly onClosed = (): void => {
    // The browser tells late: it may be open again.
    if (!this.dialog?.open) this.#host.close();
  };

  /** Open, it goes from one place to another. */
  #move(): void {
    this.close();
    this.open();
    this.#host.requestUpdate();
  }
}
