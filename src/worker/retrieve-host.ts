import { neighboursOf, type NeighbourQuery } from '../core/documents/neighbours.ts';
import { openingsOf, type OpeningQuery } from '../core/documents/openings.ts';
import { scopesAt } from '../core/documents/outline.ts';
import { passagesOf } from '../core/documents/passages.ts';
import { AskPageError } from '../core/errors.ts';
import { spaceKey, type VectorSpace } from '../core/embedding-model.ts';
import {
  checkSupport,
  textsToCompare,
  type SupportQuery,
  type SupportRequest,
} from '../core/grounding/support.ts';
import { pageOf } from '../core/page-url.ts';
import type { Passage } from '../core/ports.ts';
import { transferring } from '../core/rpc.ts';
import { readAdded, type PagePassages } from './added-reader.ts';
import { loadIndex } from './index-loader.ts';
import { replacePages } from './page-replacement.ts';
import { PassageStore, textKey } from './passage-store.ts';
import type { KeywordParams, MissingVector, RetrieveApi, SearchParams } from './retrieve-api.ts';
import { Retrieval } from './retrieval.ts';
import { VectorCache, type CacheScope } from './vector-cache.ts';
import { loadVoy, type VoyFactory } from './voy-index.ts';
import { checkWasm } from '../engines/wasm-policy.ts';

/** The retrieve worker's side of its contract. */
export class RetrieveHost implements RetrieveApi {
  #retrieval = new Retrieval(new PassageStore(0));
  #making = Promise.resolve(this.#retrieval.store);
  readonly #scopes = new Map<string, CacheScope>();
  /** Failures that the page has not been told of yet. */
  #faults: string[] = [];
  #cache: VectorCache | undefined;

  async open({ manifest, voyWasm }: { manifest: string; voyWasm: string }, signal: AbortSignal) {
    const voy = this.#fetchVoy(voyWasm);
    const { manifest: contents, index } = await loadIndex(manifest, signal);
    const store = PassageStore.from(index, contents.model.dimensions);
    this.#use(store, await voy);
    const { passages, model } = contents;
    return { passages, model, hasLight: store.light !== undefined };
  }

  async add({ sections, model, source, voyWasm }: AddParams) {
    const store = await this.#storeFor(model, voyWasm);
    const passages = sections.flatMap(passagesOf);
    const texts = replacePages(store, { passages, pages: new Set(passages.map(pageKey)) });
    const missing = await this.#recall(store, texts, { model, pages: [{ source, passages }] });
    return { passages: passages.length, missing };
  }

  async addDocuments({ documents, model, voyWasm }: AddDocumentsParams, signal: AbortSignal) {
    const pages = await readAdded(documents, signal);
    const store = await this.#storeFor(model, voyWasm);
    const sources = new Set(pages.map(({ source }) => source));
    const passages = pages.flatMap((page) => page.passages);
    const texts = replacePages(store, { passages, pages: sources }, { isLate: true });
    const missing = await this.#recall(store, texts, { model, pages });
    // Made here: a large site's takes a second, and the reader may type the next moment.
    return { passages: store.keywords.size, missing };
  }

  /** Takes vectors from earlier visits; the texts that are left have to be embedded. */
  async #recall(store: PassageStore, texts: readonly MissingVector[], { model, pages }: Recalling) {
    const left = new Map(texts.map(({ key, text }) => [key, text]));
    const { dimensions, passagePrefix } = model;
    this.#cache ??= new VectorCache();
    for (const { source, passages } of pages) {
      const scope: CacheScope = { source, space: spaceKey(model), dimensions };
      const keys = new Set(passages.map(textKey));
      for (const key of keys) this.#scopes.set(key, scope);
      for (const [key, vector] of await this.#cache.read(scope, keys)) {
        if (left.has(key) && store.setVector(key, vector)) left.delete(key);
      }
    }
    return [...left].map(([key, text]) => ({ key, text: passagePrefix + text }));
  }

  /** One call after the other: the second must not replace the store that the first one makes. */
  #storeFor({ dimensions }: VectorSpace, voyWasm: string): Promise<PassageStore> {
    this.#making = this.#making.then(async () => {
      if (this.#retrieval.store.dimensions !== dimensions) {
        this.#use(new PassageStore(dimensions), await this.#fetchVoy(voyWasm));
      }
      return this.#retrieval.store;
    });
    return this.#making;
  }

  #use(store: PassageStore, voy: VoyFactory | undefined): void {
    this.#retrieval.store.close();
    this.#retrieval = new Retrieval(store, voy, (thrown) => this.#report(thrown));
  }

  setVectors({ keys, vectors }: { keys: string[]; vectors: Float32Array<ArrayBuffer> }) {
    const { store } = this.#retrieval;
    const { dimensions } = store;
    if (vectors.length !== keys.length * dimensions) {
      const message = 'The search model gave vectors of a wrong length.';
      return Promise.reject(new AskPageError('model-invalid', message));
    }
    const byScope = new Map<CacheScope, [string, Float32Array][]>();
    for (const [row, key] of keys.entries()) {
      const vector = vectors.slice(row * dimensions, (row + 1) * dimensions);
      const scope = this.#scopes.get(key);
      if (!store.setVector(key, vector) || !scope) continue;
      const entries = byScope.get(scope) ?? [];
      entries.push([key, vector]);
      byScope.set(scope, entries);
    }
    for (const [scope, entries] of byScope) this.#cache?.write(scope, entries);
    if (store.isComplete) this.#cache?.flush();
    return Promise.resolve();
  }

  keywords(params: KeywordParams) {
    return Promise.resolve(this.#retrieval.keywordHits(params));
  }

  passages() {
    return Promise.resolve(this.#retrieval.store.passages);
  }

  scopes({ url }: { url: string }) {
    return Promise.resolve(scopesAt(this.#outline, url));
  }

  neighbours(query: NeighbourQuery) {
    return Promise.resolve(neighboursOf(this.#outline, query));
  }

  headings(query: OpeningQuery) {
    return Promise.resolve(openingsOf(this.#outline, query));
  }

  get #outline() {
    return this.#retrieval.store.outline;
  }

  search(params: SearchParams) {
    const result = this.#retrieval.search(params);
    const faults = this.#faults;
    this.#faults = [];
    return Promise.resolve({ ...result, faults });
  }

  known({ text }: { text: string }) {
    return Promise.resolve(this.#retrieval.known(text));
  }

  encode({ texts }: { texts: string[] }) {
    const { light } = this.#retrieval.store;
    if (!light) {
      return Promise.reject(new AskPageError('bad-index', 'The index has no token vectors.'));
    }
    const vectors = new Float32Array(texts.length * light.dimensions);
    for (const [row, text] of texts.entries()) {
      const { vector } = light.encode(text);
      if (vector) vectors.set(vector, row * light.dimensions);
    }
    return Promise.resolve(transferring(vectors, [vectors.buffer]));
  }

  supportTexts(query: SupportQuery) {
    return Promise.resolve(textsToCompare(query));
  }

  support(request: SupportRequest) {
    return Promise.resolve(checkSupport(request));
  }

  /** Without Voy (blocked or missing WASM) the exact scan proposes. */
  async #fetchVoy(url: string): Promise<VoyFactory | undefined> {
    try {
      checkWasm('Voy');
      const response = await fetch(url);
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return await loadVoy(await response.arrayBuffer());
    } catch (thrown) {
      this.#report(thrown);
      return undefined;
    }
  }

  #report(thrown: unknown): void {
    console.warn(`askpage: ${NO_VOY}`, thrown);
    this.#faults.push(`${NO_VOY} ${String(thrown)}`);
  }
}

type AddParams = Parameters<RetrieveApi['add']>[0];

const NO_VOY = 'Voy is out of use, the exact scan takes its place.';

type AddDocumentsParams = Parameters<RetrieveApi['addDocuments']>[0];

interface Recalling {
  model: VectorSpace;
  pages: readonly PagePassages[];
}

const pageKey = ({ section }: Passage): string => pageOf(section.url);
