import type { Staged } from './host.ts';
import { askAboutSelection } from './selection.ts';
import { offerDismissal } from './dismissal.ts';
import { listenForKey } from './hotkey.ts';
import { stepAside } from './avoidance.ts';
import { extrasSheet } from './sheet.ts';
import { markTriggers } from './triggers.ts';

/** What each attribute starts; its result ends it. */
const PARTS = {
  trigger: markTriggers,
  avoid: stepAside,
  dismissible: offerDismissal,
  selection: askAboutSelection,
  hotkey: listenForKey,
} as const;

type Name = keyof typeof PARTS;

interface Running {
  value: unknown;
  corner: Element | null;
  stop: () => void;
}

/** What only some pages want of the element, by its attributes; fetched where one of them is set. */
export class Extras {
  readonly #staged: Staged;
  readonly #running = new Map<Name, Running>();

  constructor(staged: Staged) {
    this.#staged = staged;
  }

  /** Follows the attributes, and what the element has drawn. */
  update(): void {
    const { renderRoot: root } = this.#staged.host;
    const sheets = (root as ShadowRoot).adoptedStyleSheets;
    // The element's own styles have been set anew.
    if (!sheets.includes(extrasSheet())) sheets.push(extrasSheet());
    const corner = root.querySelector('.corner');
    for (const name of Object.keys(PARTS) as Name[]) this.#follow(name, corner);
  }

  stop(): void {
    for (const { stop } of this.#running.values()) stop();
    this.#running.clear();
  }

  #follow(name: Name, corner: Element | null): void {
    const value = this.#staged.host[name];
    const running = this.#running.get(name);
    if (running?.value === value && running?.corner === corner) return;
    running?.stop();
    this.#running.delete(name);
    if (value) this.#running.set(name, { value, corner, stop: PARTS[name](this.#staged) });
  }
}
