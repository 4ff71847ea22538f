import { AskPageError } from '../core/errors.ts';
import type { Embedder, LoadProgress } from '../core/ports.ts';
import { KNOWN_LIMIT } from '../core/ranking/known-limit.ts';
import type { EncoderChoice, MissingVector } from '../worker/retrieve-api.ts';
import { embedMissing, type Documents } from './documents.ts';
import type { EmbedPool } from './embed-pool.ts';
import type { RetrieveLink } from './retrieve-link.ts';
import { within } from '../engines/waiting.ts';

/** Milliseconds that a question waits for the full model before it is answered without. */
const PATIENCE = 10_000;

/** Told where a question of strange words had to be searched without the full model. */
const WITHOUT_FULL =
  'Some words of the question are nowhere on this site, and the search model that may know them is ' +
  'not at hand: they were left out.';

export interface EncodersOptions {
  choice: EncoderChoice;
  pool: EmbedPool;
  link: RetrieveLink;
  /** The documents, once words find them. */
  prepare: () => Promise<Documents>;
  onChange: () => void;
}

/** How a question is to be searched. */
export interface Encoded {
  /** By the full model; nothing where the worker encodes, or words decide. */
  vector?: Float32Array<ArrayBuffer> | undefined;
  /** What the worker may encode by. */
  encoder: EncoderChoice;
  /** Sentence for the reader about what was done in a lesser way. */
  notice?: string | undefined;
}

/** How far the passages of a page without an index have their vectors. */
export interface Reading {
  fraction: number;
  text: string;
}

/**
 * What encodes questions and sentences: the index's token vectors, at once, or the full model, which
 * is loaded where there are none, where a question is strange to the site, or where the owner wants it.
 */
export class Encoders {
  /** One line while the full model is loaded; else empty. */
  progress = '';
  reading: Reading | undefined;
  /** Why words decide alone, though the full model was wanted. */
  failure: AskPageError | undefined;
  readonly #options: EncodersOptions;
  readonly #light: Embedder;
  #hasLight = false;
  #warming: Promise<void> | undefined;
  /** Texts that search by meaning doesn't wait for. */
  #late: MissingVector[] = [];
  #life = new AbortController();

  constructor(options: EncodersOptions) {
    this.#options = options;
    const { link } = options;
    this.#light = {
      encoder: 'light',
      get dimensions() {
        return options.pool.dimensions;
      },
      embed: (texts, { signal } = {}) =>
        link.call((client) => client.call('encode', { texts: [...texts] }, { signal })),
    };
  }

  /** What is at hand without a wait; the full model where it is loaded. */
  get ready(): Embedder | undefined {
    const { pool, link } = this.#options;
    if (pool.isReady) return pool;
    return this.#hasLight && !link.isInPage ? this.#light : undefined;
  }

  /** Learns what the documents came with. */
  opened({ hasLight, model }: Documents): void {
    const { choice, pool } = this.#options;
    pool.use(model);
    this.#hasLight = hasLight && choice !== 'full';
    if (choice !== 'light' || hasLight) return;
    console.warn(
      'askpage: encoder="light", but there are no token vectors: answers are found by words only. ' +
        'Build the index again, or leave the attribute out.',
    );
  }

  /** Starts what makes search by meaning possible, as far as it is needed for any question. */
  warm(): void {
    // After a failure the reader tries again: each letter would fetch the model once more.
    if (this.#warming || this.failure) return;
    this.#go((signal) => this.#warm(signal));
  }

  /** Does something once what goes on has ended. */
  #go(work: (signal: AbortSignal) => Promise<void>): void {
    const { signal } = this.#life;
    const before = this.#warming ?? Promise.resolve();
    this.#warming = before
      .then(() => work(signal))
      .catch((thrown: unknown) => {
        // What was forgotten has begun anew already.
        if (signal.aborted) return;
        this.#warming = undefined;
        this.failure = AskPageError.from(thrown);
        this.#options.onChange();
      });
  }

  async #warm(signal: AbortSignal): Promise<void> {
    const { choice, link, prepare, onChange } = this.#options;
    const documents = await prepare().catch(() => undefined);
    signal.throwIfAborted();
    if (!documents) {
      // The model is not what is missing; the site's state says so.
      this.#warming = undefined;
      return;
    }
    if (link.isInPage || choice === 'light') return;
    if (!this.#hasLight) {
      try {
        await this.#embed(documents.missing, signal);
      } finally {
        // Also after a failure: words still find everything.
        if (!signal.aborted) this.reading = undefined;
        onChange();
      }
    }
    await this.#embedLate(signal);
  }

  /**
   * Takes texts of added documents. Words find them meanwhile; they are embedded once the reader shows
   * intent, since that may fetch the model.
   */
  later(texts: readonly MissingVector[]): void {
    this.#late.push(...texts);
    if (this.#warming) this.#go((signal) => this.#embedLate(signal));
  }

  async #embedLate(signal: AbortSignal): Promise<void> {
    const { choice, link, pool } = this.#options;
    if (link.isInPage || choice === 'light') return;
    while (this.#late.length > 0) {
      const texts = this.#late.splice(0);
      try {
        await pool.load((progress) => this.#onLoading(progress));
        await embedMissing(texts, { link, pool }, { signal, onProgress: () => {} });
      } catch (thrown) {
        signal.throwIfAborted();
        if (!this.#hasLight) throw thrown;
        // Token vectors search all else by meaning.
        console.warn('askpage: documents that were added are found by their words only.', thrown);
      }
    }
  }

  async #embed(missing: Documents['missing'], signal: AbortSignal): Promise<void> {
    const { link, pool, onChange } = this.#options;
    const report = (fraction: number, text: string) => {
      this.reading = { fraction, text };
      onChange();
    };
    if (missing.length > 0) report(0, 'Reading this page');
    await pool.load((progress) => {
      if (missing.length > 0 && progress.fraction < 1) report(progress.fraction, progress.text);
      this.#onLoading(progress);
    });
    const onProgress = (done: number) =>
      report(done / missing.length, `Reading this page: ${done} of ${missing.length} passages`);
    await embedMissing(missing, { link, pool }, { signal, onProgress });
  }

  #onLoading({ fraction, text }: LoadProgress): void {
    this.progress = fraction < 1 ? text : '';
    this.#options.onChange();
  }

  /** A question's vector, or what the worker is to encode it by. The documents are open. */
  async encode(text: string, signal: AbortSignal | undefined): Promise<Encoded> {
    this.warm();
    const { choice, link } = this.#options;
    if (link.isInPage) return { encoder: 'full' };
    if (choice === 'light') return { encoder: 'light' };
    if (!this.#hasLight) {
      // While the page is read, passages without a vector would be missed.
      if (this.reading || this.failure) return { encoder: 'full' };
      return { encoder: 'full', vector: await this.#fullVector(text, signal) };
    }
    const known = await link.call((client) => client.call('known', { text }, { signal }));
    if (known >= KNOWN_LIMIT) return { encoder: 'auto' };
    const vector = await this.#fullVector(text, signal);
    return { encoder: 'auto', vector, notice: vector ? undefined : WITHOUT_FULL };
  }

  /** The full model's vector; nothing where it is not ready in time. */
  async #fullVector(text: string, signal: AbortSignal | undefined) {
    const { pool, onChange } = this.#options;
    signal?.throwIfAborted();
    const loading = pool.load((progress) => this.#onLoading(progress));
    // Ready too late, it can still be offered.
    void loading.then(onChange, onChange);
    if (!(await within(loading, PATIENCE, signal)) || !pool.isReady) return undefined;
    const prefixed = pool.model.queryPrefix + text;
    const vector = await pool.embed([prefixed], signal ? { signal } : {}).catch(() => {
      signal?.throwIfAborted();
      // Words alone still find passages.
      return undefined;
    });
    return vector && Float32Array.from(vector);
  }

  /** The documents are gone; the next ones begin anew. */
  forget(): void {
    // Passages that nobody searches any more need no vectors.
    this.#life.abort();
    this.#life = new AbortController();
    this.reading = undefined;
    this.#hasLight = false;
    this.#warming = undefined;
    this.#late = [];
  }

  /** Tries once more what has failed. */
  retry(): void {
    this.failure = undefined;
    this.#warming = undefined;
  }
}
