import type { NeighbourQuery, Opening } from '../core/documents/neighbours.ts';
import type { OpeningQuery } from '../core/documents/openings.ts';
import { HIT_LIMIT } from '../core/options.ts';
import type { Hit, Passage, Retriever, SearchOptions, SearchResult } from '../core/ports.ts';
import { searchText } from '../core/ranking/search-text.ts';
import type { ScopeOffers, SearchScope } from '../core/scope.ts';
import type { Where } from '../worker/retrieve-api.ts';
import type { OwnParts } from './config.ts';
import type { EmbedPool } from './embed-pool.ts';
import type { Encoders } from './encoders.ts';
import { pageAddress } from './page-address.ts';
import type { RetrieveLink } from './retrieve-link.ts';

export interface SearcherOptions {
  own: OwnParts;
  link: RetrieveLink;
  encoders: Encoders;
  pool: EmbedPool;
  /** Ends when words find the documents. */
  prepare: () => Promise<unknown>;
  /** Hears what has failed without the reader noticing it. */
  onFaults: (faults: readonly string[]) => void;
}

/** Asks the retrieve worker, or the owner's own retriever, which knows of questions alone. */
export class Searcher implements Retriever {
  readonly #options: SearcherOptions;

  constructor(options: SearcherOptions) {
    this.#options = options;
  }

  async search(question: string, options: SearchOptions = {}): Promise<SearchResult> {
    const { own, link, encoders, prepare, onFaults } = this.#options;
    if (own.retriever) return own.retriever.search(question, options);
    const { history = [], limit = HIT_LIMIT, signal } = options;
    await prepare();
    const { notice, ...encoded } = await encoders.encode(searchText(question, history), signal);
    const params = {
      ...{ question, history: [...history], limit },
      ...{ ...this.#where(options), ...encoded },
    };
    const { faults, ...result } = await link.call((client) =>
      client.call('search', params, { signal }),
    );
    if (faults.length > 0) onFaults(faults);
    return notice ? { ...result, notices: [notice] } : result;
  }

  /** Places for the words typed so far, best first; a section that several passages find is one. */
  async keywords(
    query: string,
    { signal, scope }: { signal?: AbortSignal | undefined; scope?: SearchScope | undefined } = {},
  ): Promise<Hit[]> {
    const { own, link, pool, prepare } = this.#options;
    await prepare();
    if (own.retriever) return [];
    pool.giveWay();
    const params = { query, limit: 2 * HIT_LIMIT, ...this.#where({ scope }) };
    const found = await link.call((client) => client.call('keywords', params, { signal }));
    const urls = found.map(({ passage }) => passage.section.url);
    return found
      .filter((_, place) => urls.indexOf(urls[place] ?? '') === place)
      .slice(0, HIT_LIMIT);
  }

  #where({ scope, page = pageAddress() }: Pick<SearchOptions, 'scope' | 'page'>): Where {
    return { lang: this.#lang, scope, page };
  }

  /** The language to search in, where the owner wants one. */
  get #lang(): string | undefined {
    const { languages = 'page' } = this.#options.own;
    if (languages === 'all') return undefined;
    return languages === 'page' ? document.documentElement.lang : languages;
  }

  /** All passages of the site, in a fixed order. */
  passages(): Promise<Passage[]> {
    return this.#ofSite([], (link) => link.call((client) => client.call('passages', {}, {})));
  }

  /** What could be searched instead of all pages, where the reader is at `url`. */
  scopes(url: string): Promise<ScopeOffers> {
    return this.#ofSite({ pages: 0 }, (link) =>
      link.call((client) => client.call('scopes', { url }, {})),
    );
  }

  /** Sections beside and below the one that answered, for questions that could come next. */
  neighbours(query: NeighbourQuery): Promise<Opening[]> {
    return this.#ofSite([], (link) => link.call((client) => client.call('neighbours', query, {})));
  }

  /** Headings that make good questions to begin with: of the page at `url`, else of the whole site. */
  headings({ lang = this.#lang, ...query }: OpeningQuery): Promise<Opening[]> {
    return this.#ofSite([], (link) =>
      link.call((client) => client.call('headings', { lang, ...query }, {})),
    );
  }

  /** What only our own worker can tell. */
  async #ofSite<T>(nothing: T, ask: (link: RetrieveLink) => Promise<T>): Promise<T> {
    const { own, link, prepare } = this.#options;
    await prepare();
    return own.retriever ? nothing : ask(link);
  }
}
