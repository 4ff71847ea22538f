import type { AskParts } from '../core/ask.ts';
import type { SupportChecker } from '../core/ask-support.ts';
import type { AddedDocument } from '../core/documents/added-document.ts';
import type { NeighbourQuery, Opening } from '../core/documents/neighbours.ts';
import type { OpeningQuery } from '../core/documents/openings.ts';
import type { Embedder, Engine, Hit, Passage, Retriever } from '../core/ports.ts';
import type { ScopeOffers, SearchScope } from '../core/scope.ts';
import type { EncoderChoice } from '../worker/retrieve-api.ts';
import type { RuntimeConfig } from './config.ts';
import type { Runtime } from './runtime.ts';
import type { EngineState, SiteState } from './state.ts';

export interface OpenSiteOptions {
  /** Address of a prebuilt index's manifest. Default: the page that the script runs on is read. */
  index?: string;
  /** Folder of workers, WASM and models. Default: beside this script. */
  assets?: string;
  /** What encodes questions. Default `auto`. */
  encoder?: EncoderChoice;
  /** BCP 47 tag to search in, where the site has it; `all` for every language. Default: the page's. */
  lang?: string;
  /** A language model to write answers by: one of your own, or what the attribute `engine` takes. Default: none. */
  engine?: Engine | RuntimeConfig['engine'];
  /** Language models by name, best first, and where they lie; as the attributes. */
  model?: string;
  modelBase?: string;
  gguf?: string;
}

/** A language model: found, offered, and loaded once somebody has said yes. */
export interface SiteModel {
  /** What is known of it; `unknown` before `look`. */
  readonly state: EngineState;
  /** Finds out what could run here. A model that is on the device is loaded; nothing is downloaded. */
  look(): Promise<void>;
  /** Downloads what is `offered`, and loads it. Call it when the reader has agreed to its size. */
  download(): Promise<void>;
  /** Pauses a download. */
  stop(): void;
}

/** A site that can be searched and asked without an element. All of it fits `createAsk`. */
export interface Site extends Required<
  Pick<AskParts, 'retriever' | 'support' | 'embedder' | 'engine' | 'corpus' | 'random'>
> {
  readonly model: SiteModel;
  /** What is known of the documents. */
  readonly state: SiteState;
  /** Calls back when `state` or `model.state` has changed. Returns what ends it. */
  subscribe(listener: () => void): () => void;
  /** Makes the documents searchable by words; searching does so by itself. @throws {AskPageError} */
  prepare(): Promise<void>;
  /** Places for words as they are typed, best first. */
  keywords(query: string, options?: { scope?: SearchScope; signal?: AbortSignal }): Promise<Hit[]>;
  /** What could be searched instead of all pages, at an address. */
  scopes(url: string): Promise<ScopeOffers>;
  /** Sections beside and below one, for questions that could come next. */
  neighbours(query: NeighbourQuery): Promise<Opening[]>;
  /** Headings that make good questions to begin with. */
  headings(query: OpeningQuery): Promise<Opening[]>;
  /** Adds documents to what is searched; ends when words find them. @throws {AskPageError} `bad-option` */
  addDocuments(documents: readonly AddedDocument[]): Promise<void>;
  /** Ends all workers and gives their memory back. A later call starts anew. */
  dispose(): Promise<void>;
}

/**
 * Opens a site's documents for code that draws its own: the same workers, index and models as the
 * element's, and no element. Nothing is fetched before the first call.
 */
export function openSite(options: OpenSiteOptions = {}): Site {
  const lazy = new LazyRuntime(options);
  const { open } = lazy;
  const retriever: Retriever = {
    search: async (question, asked) => (await open()).search(question, asked),
  };
  const support: SupportChecker = {
    check: async (query, asked) => (await open()).support.check(query, asked),
  };
  return {
    ...{ retriever, support, model: modelOf(lazy), subscribe: lazy.subscribe },
    embedder: (): Embedder | undefined => lazy.runtime?.readyEmbedder,
    engine: (): Engine | undefined => lazy.runtime?.engine.ready,
    corpus: async (): Promise<Passage[]> => (await open()).passages(),
    random: () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
    get state() {
      return lazy.runtime?.site ?? { kind: 'idle' };
    },
    async prepare() {
      await (await open()).prepare();
    },
    async keywords(query, asked) {
      const runtime = await open();
      runtime.warmEncoder();
      return runtime.find.keywords(query, asked);
    },
    scopes: async (url) => (await open()).find.scopes(url),
    neighbours: async (query) => (await open()).find.neighbours(query),
    headings: async (query) => (await open()).find.headings(query),
    addDocuments: async (documents) => (await open()).added.add(documents),
    dispose: async () => lazy.runtime?.dispose(),
  };
}

function modelOf(lazy: LazyRuntime): SiteModel {
  return {
    get state() {
      return lazy.runtime?.engine.state ?? { kind: 'unknown' };
    },
    look: async () => (await lazy.open()).engine.look(),
    download: async () => (await lazy.open()).engine.download(),
    stop: () => lazy.runtime?.engine.stop(),
  };
}

/** The heavy part, fetched with the first call; a fetch that failed is tried again with the next. */
class LazyRuntime {
  runtime: Runtime | undefined;
  readonly #options: OpenSiteOptions;
  readonly #listeners = new Set<() => void>();
  #opening: Promise<Runtime> | undefined;

  constructor(options: OpenSiteOptions) {
    this.#options = options;
  }

  readonly open = (): Promise<Runtime> => {
    this.#opening ??= this.#open().catch((thrown: unknown) => {
      this.#opening = undefined;
      throw thrown;
    });
    return this.#opening;
  };

  async #open(): Promise<Runtime> {
    const { createRuntime } = await import('./site-runtime.ts');
    this.runtime = createRuntime(this.#options);
    this.runtime.subscribe(() => {
      for (const listener of this.#listeners) listener();
    });
    return this.runtime;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
