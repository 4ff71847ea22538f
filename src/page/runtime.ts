import { AskPageError } from '../core/errors.ts';
import { HIT_LIMIT } from '../core/options.ts';
import type { Embedder, Hit, Retriever, SearchOptions, SearchResult } from '../core/ports.ts';
import { searchText } from '../core/ranking/search-text.ts';
import { DEFAULT_MODEL } from '../worker/embed-api.ts';
import type { OwnParts, RuntimeConfig } from './config.ts';
import { resolveAssets, type Assets } from './assets.ts';
import { embedMissing, openIndex, readPage, type Documents } from './documents.ts';
import { EmbedPool } from './embed-pool.ts';
import { engineFactory } from './engine-factory.ts';
import { EngineSlot } from './engine-slot.ts';
import { RetrieveLink } from './retrieve-link.ts';
import { Restartable } from './restartable.ts';
import { startWorker } from './start-worker.ts';
import type { Notice, SiteState } from './state.ts';
import { within } from './within.ts';

/** Milliseconds that a question waits for the search model before words answer alone. */
const ENCODER_PATIENCE = 10_000;

/** Workers, documents and models of one page and configuration. Elements share it. */
export class Runtime implements Retriever {
  site: SiteState = { kind: 'idle' };
  /** One line while the search model is loaded; else empty. */
  encoderProgress = '';
  readonly engine: EngineSlot;
  readonly pool: EmbedPool;
  readonly #config: RuntimeConfig;
  readonly #own: OwnParts;
  readonly #assets: Assets;
  readonly #link: RetrieveLink;
  readonly #notices = new Map<string, Notice>();
  readonly #listeners = new Set<() => void>();
  readonly #documents = new Restartable<Documents>({
    work: (signal) => this.#open(signal),
    onFailure: (error) => this.#setSite({ kind: 'failed', error }),
  });
  #embedding: Promise<void> | undefined;
  #life = new AbortController();

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
      model: DEFAULT_MODEL,
      files: { base: models, runtime: { wasm: ortWasm, mjs: ortMjs } },
    });
    this.engine = new EngineSlot(engineFactory(config, own, this.#assets), () => this.#changed());
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Whether parts that the owner brought take part: then nobody here knows where questions go. */
  get isOwnersOwn(): boolean {
    return this.#own.engine !== undefined || this.#own.retriever !== undefined;
  }

  get notices(): Notice[] {
    return [...this.#notices.values()];
  }

  /** Sentences are scored by meaning only where that needs no wait. */
  get readyEmbedder(): Embedder | undefined {
    return this.pool.isReady ? this.pool : undefined;
  }

  /** Makes the documents searchable by keyword; once, until it fails or is begun anew. */
  prepare(): Promise<Documents> {
    return this.#documents.get();
  }

  /** Forgets the documents; the next call begins anew. */
  #forget(): void {
    this.#documents.reset();
    this.#embedding = undefined;
  }

  async #open(signal: AbortSignal): Promise<Documents> {
    this.#setSite({ kind: 'loading' });
    if (this.#own.retriever) return this.#opened({ passages: 0, missing: [] });
    const options = { link: this.#link, voyWasm: this.#assets.voyWasm, model: DEFAULT_MODEL };
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
    if (this.#link.isInPage) {
      const text =
        'The search worker could not start on this page: results are found by words only.';
      this.#notice('worker', { text, retry: 'site' });
    }
    this.#setSite({ kind: 'ready', passages: documents.passages });
    return documents;
  }

  /** Starts what makes search by meaning possible: the model, and the page's vectors. */
  warmEncoder(): void {
    // After a failure the reader tries again: each letter would fetch the model once more.
    if (this.#own.retriever || this.#embedding || this.#notices.has('encoder')) return;
    this.#embedding = this.#warm().catch((thrown: unknown) => {
      this.#embedding = undefined;
      // Without documents the model is not what is missing; the site's state says so.
      if (this.#life.signal.aborted || this.site.kind === 'failed') return;
      const { message } = AskPageError.from(thrown);
      this.#notice('encoder', {
        text: `Results are found by words only. ${message}`,
        retry: 'encoder',
      });
    });
  }

  async #warm(): Promise<void> {
    const { missing, passages } = await this.prepare();
    if (this.#link.isInPage) return;
    try {
      await this.#embed(missing);
      this.#notices.delete('encoder');
    } finally {
      // Also after a failure: words still find everything.
      if (this.site.kind === 'embedding') this.#setSite({ kind: 'ready', passages });
      else this.#changed();
    }
  }

  async #embed(missing: Documents['missing']): Promise<void> {
    const report = (fraction: number, text: string) =>
      this.#setSite({ kind: 'embedding', fraction, text });
    if (missing.length > 0) report(0, 'Reading this page');
    await this.pool.load(({ fraction, text }) => {
      this.encoderProgress = fraction < 1 ? text : '';
      if (missing.length > 0 && fraction < 1) report(0, text);
      else this.#changed();
    });
    await embedMissing(
      missing,
      { link: this.#link, pool: this.pool },
      {
        signal: this.#life.signal,
        onProgress: (done) =>
          report(done / missing.length, `Reading this page: ${done} of ${missing.length} passages`),
      },
    );
  }

  /** Places for the words typed so far, best first; a section that several passages find is one. */
  async keywords(query: string, signal: AbortSignal): Promise<Hit[]> {
    await this.prepare();
    if (this.#own.retriever) return [];
    this.pool.giveWay();
    const found = await this.#link.call((client) =>
      client.call('keywords', { query, limit: 2 * HIT_LIMIT }, { signal }),
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
    const vector = await this.#encode(searchText(question, history), signal);
    const params = { question, history: [...history], limit, vector };
    return this.#link.call((client) => client.call('search', params, { signal }));
  }

  /** The question's vector; nothing where the model is not ready in time or the page not yet read. */
  async #encode(text: string, signal: AbortSignal | undefined) {
    this.warmEncoder();
    if (this.site.kind === 'embedding' || this.#link.isInPage || this.#notices.has('encoder'))
      return undefined;
    const loaded = await within(this.pool.load(), ENCODER_PATIENCE, signal);
    if (!loaded || !this.pool.isReady) return undefined;
    const prefixed = DEFAULT_MODEL.queryPrefix + text;
    const vector = await this.pool.embed([prefixed], signal ? { signal } : {}).catch(() => {
      signal?.throwIfAborted();
      // Words alone still find passages.
      return undefined;
    });
    return vector && Float32Array.from(vector);
  }

  retry(what: Notice['retry']): void {
    this.#notices.delete(what === 'encoder' ? 'encoder' : 'index');
    if (what === 'site') {
      this.#notices.delete('worker');
      this.#forget();
      this.#link.stop();
    }
    this.#embedding = undefined;
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
    this.site = site;
    this.#changed();
  }

  /** Ends all workers and frees their memory. A later call starts anew. */
  async dispose(): Promise<void> {
    this.#life.abort();
    this.#life = new AbortController();
    this.#forget();
    this.#link.stop();
    this.pool.stop();
    this.site = { kind: 'idle' };
    await this.engine.dispose();
  }
}
