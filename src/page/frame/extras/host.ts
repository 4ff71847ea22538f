import type { Place } from '../place.ts';

/** The element, as what is fetched for some of its attributes sees it. */
export interface ExtrasHost extends Element {
  readonly renderRoot: ParentNode & Node;
  trigger: string | null | undefined;
  readonly hotkey: string | null | undefined;
  readonly avoid: string | null | undefined;
  readonly dismissible: boolean;
  readonly selection: boolean;
  open(query?: string): void;
  warm(): void;
}

/** What stands beside the element's own interface. */
export interface Setting {
  readonly place: Place;
  /** Language of the widget, as BCP 47 tags it. */
  readonly tag: () => string;
}

export interface Staged extends Setting {
  readonly host: ExtrasHost;
}
