import { rowsIn } from '../core/documents/scope-rows.ts';
import { pageOf } from '../core/page-url.ts';
import type { EncoderKind, Hit, Passage, SearchResult } from '../core/ports.ts';
import { rank, type Ranking } from '../core/ranking/rank.ts';
import { searchText } from '../core/ranking/search-text.ts';
import { queryTerms } from '../core/ranking/tokenise.ts';
import type { PassageStore } from './passage-store.ts';
import type { KeywordParams, SearchParams, Where } from './retrieve-api.ts';
import type { VoyFactory } from './voy-index.ts';

/** Neighbours that Voy proposes; each is scored exactly afterwards. */
const PROPOSALS = 50;

/** Passages of its section that a hit takes along, on each side. */
const NEIGHBOURS = 2;

/** A longer question is searched by its first part: what matters stands there. */
const MAX_QUERY = 2000;

interface Encoding {
  vector: Float32Array | undefined;
  encoder: EncoderKind;
}

interface RankOptions extends Where {
  limit: number;
  vector?: Float32Array | undefined;
  prefix?: boolean;
}

type Filter = (row: number) => boolean;

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

  keywordHits({ query, ...options }: KeywordParams): Hit[] {
    const { ranked } = this.#rank(query.slice(0, MAX_QUERY), { ...options, prefix: true });
    return ranked.map((candidate, index) => this.#toHit(candidate, index));
  }

  search(params: SearchParams): SearchResult {
    const { question, history, limit, lang, scope, page } = params;
    const query = searchText(question, history).slice(0, MAX_QUERY);
    const { vector, encoder } = this.#encode(query, params);
    const { ranked, confidence, evidence } = this.#rank(query, {
      ...{ limit, lang, scope, page, vector },
    });
    const isLesser = encoder === 'keyword' && params.encoder !== 'light';
    return {
      hits: ranked.map((candidate, index) => ({
        ...this.#toHit(candidate, index),
        around: { before: this.#beside(candidate.row, -1), after: this.#beside(candidate.row, 1) },
      })),
      confidence,
      evidence,
      rarity: new Map(queryTerms(query).map((term) => [term, this.store.keywords.idf(term)])),
      encoder,
      notices: isLesser ? ['Found by words only: the search by meaning is not ready yet.'] : [],
    };
  }

  /** The vector to search by; nothing before every passage has its own. */
  #encode(query: string, { vector, encoder }: SearchParams): Encoding {
    const { light, isComplete } = this.store;
    if (vector && isComplete) return { vector, encoder: 'full' };
    const own = isComplete && encoder !== 'full' ? light?.encode(query).vector : undefined;
    return { vector: own, encoder: own ? 'light' : 'keyword' };
  }

  known(text: string): number {
    return this.store.light?.encode(text.slice(0, MAX_QUERY)).known ?? 0;
  }

  #rank(query: string, options: RankOptions): Ranking {
    const { store } = this;
    const { vector, limit, prefix, page } = options;
    const within = this.#within(options);
    const { accepts } = within;
    const seen =
      page === undefined ? undefined : rowsIn(store.outline, { kind: 'page', url: page });
    return rank({
      query,
      keyword: store.keywords,
      queryVector: vector,
      vectors: vector && store.vectors,
      // Voy knows neither languages nor pages, and could propose none of the right one.
      candidates: vector && !accepts ? this.#propose(vector) : undefined,
      pageKey: (row) => pageOf(this.#passage(row).section.url),
      fingerprint: (row) => store.keyOf(row),
      hasVector: store.hasVector,
      favours: seen?.size ? (row) => seen.has(row) : undefined,
      ...{ limit, prefix, ...within },
    });
  }

  /** On one page its language and its share of the results tell nothing apart. */
  #within({ lang, scope, limit }: RankOptions): { accepts?: Filter | undefined; perPage?: number } {
    const rows = scope && rowsIn(this.store.outline, scope);
    if (rows) return { accepts: (row) => rows.has(row), perPage: limit };
    return { accepts: lang ? this.store.inLanguage(lang) : undefined };
  }

  #propose(vector: Float32Array): number[] | undefined {
    if (!this.#voy) return undefined;
    try {
      return this.store.propose(this.#voy, vector, PROPOSALS);
    } catch (thrown) {
      // A trap poisons the whole WASM instance, so it is not asked again.
      this.#voy = undefined;
      this.#onVoyFailure(thrown);
      return undefined;
    }
  }

  /** What stands beside a row in its section, nearest first. */
  #beside(row: number, step: 1 | -1): Passage[] {
    const { section } = this.#passage(row);
    const found: Passage[] = [];
    for (let next = row + step; found.length < NEIGHBOURS; next += step) {
      const passage = this.store.passages[next];
      if (passage?.section !== section) break;
      found.push(passage);
    }
    return found;
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
