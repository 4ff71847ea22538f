import { AskPageError } from '../core/errors.ts';
import { HIT_LIMIT } from '../core/options.ts';
import type {
  Embedder,
  Hit,
  Passage,
  Retriever,
  SearchOptions,
  SearchResult,
} from '../core/ports.ts';
import { searchText } from '../core/ranking/search-text.ts';
import type { OwnParts, RuntimeConfig } from './config.ts';
import { resolveAssets, type Assets } from './assets.ts';
import { openIndex, readPage, type Documents } from './documents.ts';
import { EmbedPool } from './embed-pool.ts';
import { Encoders } from './encoders.ts';
import type { EngineSlot } from './engine-slot.ts';
import { openModels } from './models.ts';
import type { ModelManager } from './model-manager.ts';
import { pageModel } from './page-model.ts';
import { RetrieveLink } from './retrieve-link.ts';
import { Restartable } from './restartable.ts';
import { startWorker } from './start-worker.ts';
import type { Notice, SiteState } from './state.ts';
import { TrafficPanel } from './traffic-panel.ts';

/** Workers, documents and models of one page and configuration. Elements share it. */
export class Runtime implements Retriever {
  readonly engine: EngineSlot;
  readonly models: ModelManager;
  readonly traffic: TrafficPanel;
  readonly pool: EmbedPool;
  #site: SiteState = { kind: 'idle' };
  readonly #config: RuntimeConfig;
  readonly #own: OwnParts;
  readonly #assets: Assets;
  readonly #link: RetrieveLink;
  readonly #notices = new Map<string, Notice>();
  readonly #listeners = new Set<() => void>();
  readonly #faults: string[] = [];
  readonly #documents = new Restartable<Documents>({
    work: (signal) => this.#open(signal),
    onFailure: (error) => this.#setSite({ kind: 'failed', error }),
  });
  readonly #encoders: Encoders;

  constructor(config: RuntimeConfig, own: OwnParts = {}) {
    this.#config = config;
    this.#own = own;
    this.#assets = resolveAssets(config.assets, location.href);
    const { retrieveWorker, embedWorker, models, ortWasm, ortMjs } = this.#assets;
    this.#link = new RetrieveLink(
      () => startWorker(retrieveWorker, 'askpage-retrieve'),
      () => this.#lose(),
    );
    this.pool = new EmbedPool({
      start: () => startWorker(embedWorker, 'askpage-embed'),
      model: pageModel(own),
      files: { base: models, runtime: { wasm: ortWasm, mjs: ortMjs } },
    });
    this.#encoders = new Encoders({
      choice: config.encoder,
      pool: this.pool,
      link: this.#link,
      prepare: () => this.prepare(),
      onChange: () => this.#changed(),
    });
    const onChange = () => this.#changed();
    const parts = { config, own, assets: this.#assets };
    this.traffic = new TrafficPanel(parts, onChange);
    const opened = openModels(parts, onChange);
    this.engine = opened.engine;
    this.models = opened.models;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Parts that the owner brought: nobody here knows where these send questions. */
  get ownParts(): readonly ('engine' | 'retriever')[] {
    return (['engine', 'retriever'] as const).filter((part) => this.#own[part] !== undefined);
  }

  get site(): SiteState {
    const { reading } = this.#encoders;
    return this.#site.kind === 'ready' && reading ? { kind: 'embedding', ...reading } : this.#site;
  }

  get notices(): Notice[] {
    const { failure } = this.#encoders;
    const text = `Results are found by words only. ${failure?.message ?? ''}`;
    const lesser: Notice[] = failure ? [{ text, retry: 'encoder' }] : [];
    return [...this.#notices.values(), ...lesser];
  }

  /** What has failed without the reader noticing it, each told once. */
  takeFaults(): string[] {
    return this.#faults.splice(0);
  }

  /** One line while the full search model is loaded; else empty. */
  get encoderProgress(): string {
    return this.#encoders.progress;
  }

  /** Sentences are scored by meaning only where that needs no wait. */
  get readyEmbedder(): Embedder | undefined {
    return this.#encoders.ready;
  }

  /** Makes the documents searchable by keyword; once, until it fails or is begun anew. */
  prepare(): Promise<Documents> {
    return this.#documents.get();
  }

  /** Forgets the documents; the next call begins anew. */
  #forget(): void {
    this.#documents.reset();
    this.#encoders.forget();
  }

  async #open(signal: AbortSignal): Promise<Documents> {
    this.#setSite({ kind: 'loading' });
    const model = pageModel(this.#own);
    if (this.#own.retriever) {
      return this.#opened({ passages: 0, missing: [], hasLight: false, model });
    }
    const options = { link: this.#link, voyWasm: this.#assets.voyWasm, model };
    const { index } = this.#config;
    if (!index) return this.#opened(await readPage(options, signal));
    try {
      return this.#opened(await openIndex(index, options, signal));
    } catch (thrown) {
      signal.throwIfAborted();
      const error = AskPageError.from(thrown);
      if (error.code !== 'bad-index' && error.code !== 'network') throw error;
      // A broken index is the owner's fault; the reader still has the page.
      const text = `Only this page is searched: the site's index can't be used. ${error.message}`;
      this.#notice('index', { text, retry: 'site' });
      // The worker may hold an index that it should not search.
      this.#link.stop();
      return this.#opened(await readPage(options, signal));
    }
  }

  #opened(documents: Documents): Documents {
    this.#encoders.opened(documents);
    if (this.#link.isInPage) {
      const text =
        'The search worker could not start on this page: results are found by words only.';
      this.#notice('worker', { text, retry: 'site' });
    }
    this.#setSite({ kind: 'ready', passages: documents.passages });
    return documents;
  }

  /** Starts what makes search by meaning possible. */
  warmEncoder(): void {
    if (!this.#own.retriever) this.#encoders.warm();
  }

  /** All passages of the site, in a fixed order; none of a retriever of the owner's own. */
  async passages(): Promise<Passage[]> {
    await this.prepare();
    if (this.#own.retriever) return [];
    return this.#link.call((client) => client.call('passages', {}, {}));
  }

  /** The language to search in, where the owner wants one. */
  get #lang(): string | undefined {
    return this.#own.languages === 'all' ? undefined : document.documentElement.lang;
  }

  /** Places for the words typed so far, best first; a section that several passages find is one. */
  async keywords(query: string, signal: AbortSignal): Promise<Hit[]> {
    await this.prepare();
    if (this.#own.retriever) return [];
    this.pool.giveWay();
    const found = await this.#link.call((client) =>
      client.call('keywords', { query, limit: 2 * HIT_LIMIT, lang: this.#lang }, { signal }),
    );
    const urls = found.map(({ passage }) => passage.section.url);
    return found
      .filter((_, place) => urls.indexOf(urls[place] ?? '') === place)
      .slice(0, HIT_LIMIT);
  }

  async search(question: string, options: SearchOptions = {}): Promise<SearchResult> {
    if (this.#own.retriever) return this.#own.retriever.search(question, options);
    const { history = [], limit = HIT_LIMIT, signal } = options;
    await this.prepare();
    const text = searchText(question, history);
    const { notice, ...encoded } = await this.#encoders.encode(text, signal);
    const params = { question, history: [...history], limit, lang: this.#lang, ...encoded };
    const { faults, ...result } = await this.#link.call((client) =>
      client.call('search', params, { signal }),
    );
    if (faults.length > 0) {
      this.#faults.push(...faults);
      this.#changed();
    }
    return notice ? { ...result, notices: [notice] } : result;
  }

  retry(what: Notice['retry']): void {
    if (what === 'site') {
      this.#notices.clear();
      this.#forget();
      this.#link.stop();
    } else this.#encoders.retry();
    this.#changed();
    this.warmEncoder();
  }

  /** The retrieve worker died and took the documents with it; the next question loads them anew. */
  #lose(): void {
    this.#forget();
    this.#setSite({ kind: 'idle' });
  }

  #notice(key: string, notice: Notice): void {
    this.#notices.set(key, notice);
    this.#changed();
  }

  #setSite(site: SiteState): void {
    this.#site = site;
    this.#changed();
  }

  /** Ends all workers and frees their memory. A later call starts anew. */
  async dispose(): Promise<void> {
    this.#encoders.dispose();
    this.#documents.reset();
    this.#link.stop();
    this.pool.stop();
    this.#site = { kind: 'idle' };
    await this.engine.dispose();
  }
}
