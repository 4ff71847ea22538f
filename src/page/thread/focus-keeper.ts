import type { ReactiveController, ReactiveControllerHost } from 'lit';

interface Host extends ReactiveControllerHost {
  readonly renderRoot: HTMLElement | DocumentFragment;
}

/**
 * When a button that has the focus vanishes with a drawing, the box gets it, so that keys and screen readers
 * are not thrown out of the widget. Where a box would bring up a keyboard on the screen, the answer does.
 */
export class FocusKeeper implements ReactiveController {
  readonly #host: Host;
  #focused: Element | null = null;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#focused = this.#active;
  }

  hostUpdated(): void {
    if (!this.#focused || this.#focused.isConnected || this.#active) return;
    const isTouched = matchMedia('(pointer: coarse)').matches;
    const place = isTouched ? '[part=body]' : '[part=input]';
    this.#host.renderRoot.querySelector<HTMLElement>(place)?.focus();
  }

  get #active(): Element | null {
    return (this.#host.renderRoot as ShadowRoot).activeElement;
  }
}
