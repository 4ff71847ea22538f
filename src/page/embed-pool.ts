import { spaceKey } from '../core/embedding-model.ts';
import { AskPageError } from '../core/errors.ts';
import type { Embedder, LoadProgress } from '../core/ports.ts';
import type { EmbedApi, EmbedderFiles, EmbeddingModel } from '../worker/embed-api.ts';
import type { WorkerHandle } from './start-worker.ts';
import { WorkerClient } from './worker-client.ts';

export interface EmbedPoolOptions {
  start: () => WorkerHandle;
  model: EmbeddingModel;
  files: EmbedderFiles;
  /** Milliseconds without work after which the workers are ended: only that returns their memory. Default 60,000. */
  idle?: number;
}

/** Texts in one call while many are embedded: a question waits for one call at most. */
const BATCH = 1;

/** Milliseconds after a key during which no new batch is begun. */
const QUIET = 200;

/** With fewer texts a second worker costs more to load than it saves. */
const WORTH_A_SECOND = 100;

/** The embedding model in workers of its own, loaded when first needed and ended when idle. */
export class EmbedPool implements Embedder {
  readonly #options: EmbedPoolOptions;
  #model: EmbeddingModel;
  readonly #workers: WorkerClient<EmbedApi>[] = [];
  readonly #loading = new Map<WorkerClient<EmbedApi>, Promise<void>>();
  #ready = false;
  #busy = 0;
  #quietUntil = 0;
  /** How often everything was stopped: what waited for quiet must not start it again. */
  #stops = 0;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  #onProgress: ((progress: LoadProgress) => void) | undefined;

  constructor(options: EmbedPoolOptions) {
    this.#options = options;
    this.#model = options.model;
  }

  get model(): EmbeddingModel {
    return this.#model;
  }

  get dimensions(): number {
    return this.#model.dimensions;
  }

  /** Takes another model from now on: the one that an index was built with. */
  use(model: EmbeddingModel): void {
    if (spaceKey(model) !== spaceKey(this.#model)) this.stop();
    this.#model = model;
  }

  /** Whether a question could be embedded at once. */
  get isReady(): boolean {
    return this.#ready;
  }

  /** Loads one worker. @throws {AskPageError} `model-not-found`, `model-invalid`, `network`, `worker-failed` */
  async load(onProgress?: (progress: LoadProgress) => void): Promise<void> {
    this.#onProgress = onProgress ?? this.#onProgress;
    await this.#use(0, () => Promise.resolve());
  }

  /** Unit vectors of a few texts, such as a question. */
  embed(
    texts: readonly string[],
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<Float32Array> {
    return this.#use(0, (worker) => worker.client.call('embed', { texts: [...texts] }, { signal }));
  }

  /** A reader is typing: the next batch waits, so that the searches have the processor. */
  giveWay(): void {
    this.#quietUntil = performance.now() + QUIET;
  }

  async #untilQuiet(): Promise<void> {
    for (;;) {
      const left = this.#quietUntil - performance.now();
      if (left <= 0) return;
      await new Promise((resolve) => setTimeout(resolve, left));
    }
  }

  /**
   * Embeds many texts, by several workers where the machine has the cores, and hands each batch to
   * `onBatch` with the place of its first text.
   */
  async embedMany(
    texts: readonly string[],
    onBatch: (first: number, count: number, vectors: Float32Array<ArrayBuffer>) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    let next = 0;
    const stops = this.#stops;
    const drain = (place: number) =>
      this.#use(place, async () => {
        while (next < texts.length) {
          await this.#untilQuiet();
          signal.throwIfAborted();
          if (stops !== this.#stops) throw stopped();
          // Asked for anew each time: a worker that has died between two batches is replaced.
          const worker = await this.#loaded(place);
          const first = next;
          next += BATCH;
          // The other workers may have taken the last ones meanwhile.
          if (first >= texts.length) return;
          const batch = texts.slice(first, first + BATCH);
          const vectors = await worker.client.call('embed', { texts: batch }, { signal });
          await onBatch(first, batch.length, vectors);
        }
      });
    await Promise.all(Array.from({ length: poolSize(texts.length) }, (_, place) => drain(place)));
  }

  async #use<T>(place: number, work: (worker: WorkerClient<EmbedApi>) => Promise<T>): Promise<T> {
    clearTimeout(this.#idleTimer);
    this.#busy++;
    try {
      const worker = await this.#loaded(place);
      return await work(worker);
    } finally {
      this.#busy--;
      if (this.#busy === 0) {
        this.#idleTimer = setTimeout(() => this.stop(), this.#options.idle ?? 60_000);
      }
    }
  }

  async #loaded(place: number): Promise<WorkerClient<EmbedApi>> {
    const worker = (this.#workers[place] ??= this.#createWorker(place));
    let loading = this.#loading.get(worker);
    if (!loading) {
      loading = this.#load(worker);
      this.#loading.set(worker, loading);
    }
    try {
      await loading;
    } catch (thrown) {
      this.#forget(worker);
      throw AskPageError.from(thrown, 'model-invalid');
    }
    if (place === 0) this.#ready = true;
    return worker;
  }

  #createWorker(place: number): WorkerClient<EmbedApi> {
    const worker = new WorkerClient<EmbedApi>(this.#options.start, () => {
      this.#loading.delete(worker);
      if (place === 0) this.#ready = false;
    });
    return worker;
  }

  async #load(worker: WorkerClient<EmbedApi>): Promise<void> {
    const { files } = this.#options;
    const load = worker.client.stream('load', { model: this.#model, files });
    for await (const progress of load) {
      this.#onProgress?.(progress);
    }
  }

  #forget(worker: WorkerClient<EmbedApi>): void {
    this.#loading.delete(worker);
    worker.stop();
  }

  /** Ends all workers; the next call starts one anew. */
  stop(): void {
    clearTimeout(this.#idleTimer);
    this.#ready = false;
    this.#stops++;
    this.#loading.clear();
    for (const worker of this.#workers) worker.stop();
  }
}

const stopped = () => new AskPageError('worker-failed', 'The search model was stopped.');

function poolSize(texts: number): number {
  if (texts < WORTH_A_SECOND) return 1;
  // One core stays free for the page itself.
  return Math.min(4, Math.max(1, navigator.hardwareConcurrency - 1));
}
