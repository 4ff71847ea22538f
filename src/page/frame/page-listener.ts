import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Place } from './place.ts';
import type { Extras } from './extras/extras.ts';
import type { ExtrasHost, Setting } from './extras/host.ts';

export interface ListeningHost extends ReactiveControllerHost, ExtrasHost {
  close(): void;
  ask(question: string): Promise<void>;
}

/** Elements in the page, in the order in which they came. */
const present = new Map<ListeningHost, Place>();

/** The one that questions in addresses are for: one that stands in the flow only where there is no other. */
const first = () => {
  const all = [...present];
  return (all.find(([, { form }]) => form !== 'inline') ?? all[0])?.[0];
};

/** The page's own address, without what is asked in it. */
const here = () => location.href.split('#')[0] ?? '';

/** What an address that ends with `#ask=…` asks, where it is one of this page. */
function questionIn(address: string): string | undefined {
  const [page, asked] = address.split('#ask=');
  if (!asked || page !== here()) return undefined;
  try {
    return decodeURIComponent(asked);
  } catch {
    return asked;
  }
}

function questionOf(node: EventTarget): string | undefined {
  if (!(node instanceof HTMLAnchorElement)) return undefined;
  const written = node.getAttribute('href') ?? '';
  // A `<base>` makes another address of it, which is not what its writer means.
  return questionIn(written.startsWith('#') ? here() + written : node.href);
}

/** What the page outside the element does that concerns it: links that ask, and the way back. */
export class PageListener implements ReactiveController {
  /** Whether what is fetched for some attributes has come, or can't. */
  isSettled = false;
  readonly #host: ListeningHost;
  readonly #setting: Setting;
  #extras: Extras | undefined;
  #isLoading = false;

  constructor(host: ListeningHost, setting: Setting) {
    this.#host = host;
    this.#setting = setting;
    host.addController(this);
  }

  hostConnected(): void {
    present.set(this.#host, this.#setting.place);
    this.#listen('addEventListener');
    void this.#host.updateComplete.then(() => {
      this.hostUpdated();
      this.#arrive();
    });
  }

  hostDisconnected(): void {
    present.delete(this.#host);
    this.#extras?.stop();
    this.#listen('removeEventListener');
  }

  hostUpdated(): void {
    const { trigger, avoid, dismissible, selection, hotkey, isConnected } = this.#host;
    if (!isConnected) return;
    if (trigger || avoid || dismissible || selection || hotkey) void this.#load();
    this.#extras?.update();
  }

  async #load(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      const { Extras } = await import('./extras/extras.ts');
      this.#extras = new Extras({ host: this.#host, ...this.#setting });
    } catch {
      // Without them the button is there as ever.
    }
    this.isSettled = true;
    this.#host.requestUpdate();
  }

  #listen(how: 'addEventListener' | 'removeEventListener'): void {
    // Before the page's own listeners: a site's router would take such a link for one of its own.
    document[how]('click', this, true);
    for (const type of ['hashchange', 'popstate']) window[how](type, this);
  }

  handleEvent(event: Event): void {
    switch (event.type) {
      case 'click':
        return this.#click(event as MouseEvent);
      case 'hashchange':
        return this.#arrive();
      case 'popstate':
        // The page below has changed, as if the reader had left it.
        if (this.#setting.place.isOver) this.#host.close();
    }
  }

  #click(event: MouseEvent): void {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const question = event.composedPath().map(questionOf).find(Boolean);
    if (!question || first() !== this.#host) return;
    event.preventDefault();
    void this.#host.ask(question);
  }

  /** Asks what the address says, and takes it out: a reload must not ask again. */
  #arrive(): void {
    const question = questionIn(location.href);
    if (!question || first() !== this.#host) return;
    void this.#host.ask(question);
    history.replaceState(history.state, '', here());
  }
}
