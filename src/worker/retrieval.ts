import type { Hit, Passage, SearchResult } from '../core/ports.ts';
import { rank, type Ranking } from '../core/ranking/rank.ts';
import { searchText } from '../core/ranking/search-text.ts';
import type { PassageStore } from './passage-store.ts';
import type { SearchParams } from './retrieve-api.ts';
import type { VoyFactory } from './voy-index.ts';

/** Neighbours that Voy proposes; each is scored exactly afterwards. */
const PROPOSALS = 50;

/** A longer question is searched by its first part: what matters stands there. */
const MAX_QUERY = 2000;

/**
 * Search over one store. Where Voy can't be had or dies, the exact scan takes its place: the reader
 * never notices, `onVoyFailure` tells the developer.
 */
export class Retrieval {
  readonly store: PassageStore;
  #voy: VoyFactory | undefined;
  readonly #onVoyFailure: (thrown: unknown) => void;

  constructor(
    store: PassageStore,
    voy?: VoyFactory,
    onVoyFailure: (thrown: unknown) => void = () => {},
  ) {
    this.store = store;
    this.#voy = voy;
    this.#onVoyFailure = onVoyFailure;
  }

  keywordHits(query: string, limit: number): Hit[] {
    const { ranked } = this.#rank(query, { limit, prefix: true });
    return ranked.map((candidate, index) => this.#toHit(candidate, index));
  }

  search({ question, history, limit, vector }: SearchParams): SearchResult {
    const usable = vector && this.store.isComplete ? vector : undefined;
    const { ranked, confidence } = this.#rank(searchText(question, history), {
      limit,
      vector: usable,
    });
    return {
      hits: ranked.map((candidate, index) => this.#toHit(candidate, index)),
      confidence,
      encoder: usable ? 'full' : 'keyword',
      notices: usable ? [] : ['Found by words only: the search by meaning is not ready yet.'],
    };
  }

  #rank(
    query: string,
    options: { limit: number; vector?: Float32Array | undefined; prefix?: boolean },
  ): Ranking {
    const { store } = this;
    const { vector } = options;
    return rank({
      query: query.slice(0, MAX_QUERY),
      keyword: store.keywords,
      queryVector: vector,
      vectors: vector && store.vectors,
      candidates: vector && this.#propose(vector),
      pageKey: (row) => pageOf(this.#passage(row)),
      fingerprint: (row) => store.keyOf(row),
      limit: options.limit,
      prefix: options.prefix,
    });
  }

  #propose(vector: Float32Array): number[] | undefined {
    if (!this.#voy) return undefined;
    try {
      return this.store.proposer(this.#voy).search(vector, PROPOSALS);
    } catch (thrown) {
      // A trap poisons the whole WASM instance, so it is not asked again.
      this.#voy = undefined;
      this.#onVoyFailure(thrown);
      return undefined;
    }
  }

  #passage(row: number): Passage {
    const passage = this.store.passages[row];
    if (!passage) throw new RangeError(`No passage in row ${row}`);
    return passage;
  }

  #toHit(candidate: Ranking['ranked'][number], index: number): Hit {
    const { row, score, keywordScore, fused } = candidate;
    return { passage: this.#passage(row), score, keywordScore, fused, rank: index + 1 };
  }
}

const pageOf = ({ section }: Passage) => section.url.replace(/#.*$/, '');
