import type { SupportChecker } from '../core/ask-support.ts';
import type {
  Embedder,
  Hit,
  Passage,
  Retriever,
  SearchOptions,
  SearchResult,
} from '../core/ports.ts';
import { Listeners } from './listeners.ts';
import type { OwnParts, RuntimeConfig } from './config.ts';
import { AddedDocuments } from './added-documents.ts';
import { resolveAssets } from './assets.ts';
import { DocumentsReader, type Documents } from './documents.ts';
import { EmbedPool } from './embed-pool.ts';
import { Encoders } from './encoders.ts';
import type { EngineSlot } from './engine-slot.ts';
import { openModels } from './models.ts';
import type { ModelManager } from './model-manager.ts';
import { pageAddress } from './page-address.ts';
import { pageModel } from './page-model.ts';
import { Reranking } from './reranking.ts';
import { RetrieveLink } from './retrieve-link.ts';
import { Restartable } from './restartable.ts';
import { ScopeChoice } from './scope-choice.ts';
import { Searcher } from './searcher.ts';
import { startWorker } from './start-worker.ts';
import { createSupportChecker } from './support-checker.ts';
import type { Notice, SiteState } from './state.ts';
import { TrafficPanel } from './traffic-panel.ts';

/** Workers, documents and models of one page and configuration. Elements share it. */
export class Runtime implements Retriever {
  readonly engine: EngineSlot;
  readonly models: ModelManager;
  readonly traffic: TrafficPanel;
  readonly pool: EmbedPool;
  #site: SiteState = { kind: 'idle' };
  readonly #own: OwnParts;
  readonly #link: RetrieveLink;
  readonly #notices = new Map<string, Notice>();
  readonly #listeners = new Listeners();
  readonly subscribe = this.#listeners.subscribe;
  readonly #faults: string[] = [];
  readonly #documents = new Restartable<Documents>({
    work: (signal) => this.#open(signal),
    onFailure: (error) => this.#setSite({ kind: 'failed', error }),
  });
  readonly #reader: DocumentsReader;
  /** What the owner has added to what is searched. */
  readonly added: AddedDocuments;
  readonly #encoders: Encoders;
  readonly find: Searcher;
  readonly #ranked: Reranking;
  /** What the reader wants to have searched. */
  readonly scope: ScopeChoice;

  constructor(config: RuntimeConfig, own: OwnParts = {}) {
    this.#own = own;
    const assets = resolveAssets(config.assets, document.baseURI);
    const { retrieveWorker, embedWorker, embedder, voyWasm } = assets;
    const onChange = this.#listeners.tell;
    const prepare = () => this.prepare();
    const model = pageModel(own);
    const link = new RetrieveLink(
      () => startWorker(retrieveWorker, 'askpage-retrieve'),
      () => this.#lose(),
    );
    this.#link = link;
    this.#reader = new DocumentsReader({
      ...{ link, voyWasm, index: config.index, model },
      needsText: () => this.added.isEmpty,
      onBroken: (error) => this.#notice('index', { key: 'indexBroken', error, retry: 'site' }),
    });
    const start = () => startWorker(embedWorker, 'askpage-embed');
    const pool = new EmbedPool({ start, model, files: embedder });
    this.pool = pool;
    this.#encoders = new Encoders({ choice: config.encoder, pool, link, prepare, onChange });
    this.added = new AddedDocuments({
      ...{ link, voyWasm, prepare, base: pageAddress, isForeign: own.retriever !== undefined },
      onMissing: (missing) => this.#encoders.later(missing),
      onChange: (documents) => this.#grow(documents),
    });
    const onFaults = (faults: readonly string[]) => this.#noteFaults(faults);
    const encoders = this.#encoders;
    this.find = new Searcher({ own, link, encoders, pool, prepare, onFaults });
    this.#ranked = new Reranking({ own, assets, retriever: this.find, onChange, onFaults });
    this.scope = new ScopeChoice({
      address: pageAddress,
      look: (url) => this.find.scopes(url),
      onChange,
    });
    this.traffic = new TrafficPanel({ config, own, assets }, onChange);
    const { engine, models } = openModels({ config, own, assets }, onChange);
    this.engine = engine;
    this.models = models;
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
    const notices = [...this.#notices.values()];
    return failure ? [...notices, { key: 'wordsOnly', error: failure, retry: 'encoder' }] : notices;
  }

  /** What has failed without the reader noticing it, each told once. */
  takeFaults(): string[] {
    return this.#faults.splice(0);
  }

  /** One line while a search model is loaded; else empty. */
  get encoderProgress(): string {
    return this.#encoders.progress || this.#ranked.progress;
  }

  /** Sentences are scored by meaning only where that needs no wait. */
  get readyEmbedder(): Embedder | undefined {
    return this.#encoders.ready;
  }

  /** Whether what a model wrote is in its sources. */
  get support(): SupportChecker {
    const { entailment } = this.#own;
    return createSupportChecker({
      link: this.#link,
      embedder: () => this.#encoders.ready,
      ...(entailment && { entailment }),
    });
  }

  /** Makes the documents searchable by keyword; once, until it fails or is begun anew. */
  async prepare(): Promise<Documents> {
    await this.#reader.looking;
    return this.#documents.get();
  }

  /**
   * Forgets the page that was read where the reader sees another by now. Called when the dialog opens
   * and when a question is asked. Returns whether it was another.
   */
  async follow(): Promise<boolean> {
    const isOther = await this.#reader.follow(() => this.#restart());
    await this.scope.follow();
    return isOther;
  }

  /** Forgets the documents; the next call begins anew. */
  #forget(): void {
    this.#documents.reset();
    this.#encoders.forget();
    this.added.forget();
    this.scope.forget();
  }

  /** The next call begins anew, with a worker that holds nothing. */
  #restart(): void {
    this.#forget();
    this.#link.stop();
  }

  async #open(signal: AbortSignal): Promise<Documents> {
    this.#setSite({ kind: 'loading' });
    const documents: Documents = this.#own.retriever
      ? { passages: 0, missing: [], hasLight: false, model: pageModel(this.#own) }
      : await this.#reader.open(signal);
    this.#encoders.opened(documents);
    if (!this.#own.retriever) await this.added.put(documents);
    if (this.#link.isInPage) this.#notice('worker', { key: 'inPage', retry: 'site' });
    this.#setSite({ kind: 'ready', passages: documents.passages });
    return documents;
  }

  /** Starts what makes search by meaning possible. */
  warmEncoder(): void {
    if (!this.#own.retriever) this.#encoders.warm();
    this.#ranked.warm();
  }

  /** Places for the words typed so far. */
  keywords(query: string, signal: AbortSignal): Promise<Hit[]> {
    void this.scope.follow();
    return this.find.keywords(query, { signal, scope: this.scope.current });
  }

  search(question: string, options: SearchOptions = {}): Promise<SearchResult> {
    return this.#ranked.search(question, options);
  }

  /** All passages of the site, in a fixed order; none of a retriever of the owner's own. */
  passages(): Promise<Passage[]> {
    return this.find.passages();
  }

  retry(what: Notice['retry']): void {
    if (what === 'site') {
      this.#notices.clear();
      this.#restart();
    } else this.#encoders.retry();
    this.#listeners.tell();
    this.warmEncoder();
  }

  /** The retrieve worker died and took the documents with it; the next question loads them anew. */
  #lose(): void {
    this.#forget();
    this.#setSite({ kind: 'idle' });
  }

  /** Documents were added to what is open. */
  #grow({ passages }: Documents): void {
    this.scope.forget();
    this.#setSite({ kind: 'ready', passages });
  }

  #noteFaults(faults: readonly string[]): void {
    this.#faults.push(...faults);
    this.#listeners.tell();
  }

  #notice(key: string, notice: Notice): void {
    this.#notices.set(key, notice);
    this.#listeners.tell();
  }

  #setSite(site: SiteState): void {
    this.#site = site;
    this.#listeners.tell();
  }

  /** Ends all workers and frees their memory. A later call starts anew. */
  async dispose(): Promise<void> {
    this.#restart();
    this.pool.stop();
    this.#ranked.stop();
    this.#site = { kind: 'idle' };
    await this.engine.dispose();
  }
}
