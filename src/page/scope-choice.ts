import { pageOf } from '../core/page-url.ts';
import { ALL, type ScopeOffers, type SearchScope } from '../core/scope.ts';

export interface ScopeChoiceOptions {
  /** Where the reader is. */
  address: () => string;
  /** What could be searched at an address. */
  look: (url: string) => Promise<ScopeOffers>;
  onChange: () => void;
}

/** One that the reader can choose. */
export interface ScopeOption {
  scope: SearchScope;
  /** A section's heading. */
  heading?: string;
}

const NOTHING: ScopeOffers = { pages: 0 };

/** What the reader wants to have searched: all pages, the one before them, or the section they came to. */
export class ScopeChoice {
  readonly #options: ScopeChoiceOptions;
  #offers = NOTHING;
  /** The address that the offers are for. */
  #address = '';
  #kind: SearchScope['kind'] = 'all';

  constructor(options: ScopeChoiceOptions) {
    this.#options = options;
  }

  /** Empty where there is nothing to choose: one page alone, or one that is not among those searched. */
  get options(): ScopeOption[] {
    const { pages, page, section } = this.#offers;
    if (!page || pages < 2) return [];
    return [
      { scope: ALL },
      { scope: { kind: 'page', url: page.url } },
      ...(section
        ? [{ scope: { kind: 'section' as const, url: section.url }, heading: section.heading }]
        : []),
    ];
  }

  /** What is searched. Where a choice is no more, all pages are. */
  get current(): SearchScope {
    return this.options.find(({ scope }) => scope.kind === this.#kind)?.scope ?? ALL;
  }

  choose(kind: SearchScope['kind']): void {
    this.#kind = kind;
    this.#options.onChange();
  }

  /** Looks where the reader is by now. Cheap where nothing has changed. */
  async follow(): Promise<void> {
    const address = this.#options.address();
    if (address === this.#address) return;
    this.#address = address;
    const offers = await this.#options.look(address).catch(() => undefined);
    // The reader went on meanwhile.
    if (address !== this.#address) return;
    // What failed is looked for once more the next time.
    if (!offers) this.#address = '';
    this.#offers = this.#withKept(offers ?? NOTHING);
    this.#options.onChange();
  }

  /** A section that the reader chose stays theirs while they look about on its page. */
  #withKept(offers: ScopeOffers): ScopeOffers {
    const { section } = this.#offers;
    const isKept = section && this.#kind === 'section' && pageOf(section.url) === offers.page?.url;
    return isKept ? { ...offers, section } : offers;
  }

  /** The documents are others: looks anew next time. */
  forget(): void {
    this.#address = '';
  }
}
