import { AskPageError } from '../core/errors.ts';
import type { LoadProgress, Reranker } from '../core/ports.ts';
import { orAborted } from '../engines/waiting.ts';
import type { EmbedderFiles, RerankApi } from '../worker/embed-api.ts';
import type { WorkerHandle } from './start-worker.ts';
import { WorkerClient } from './worker-client.ts';

export interface RerankWorkerOptions {
  start: () => WorkerHandle;
  /** Name of the model's folder below `files.base`. */
  id: string;
  files: EmbedderFiles;
  onProgress: (progress: LoadProgress | undefined) => void;
}

/** Milliseconds without work after which the worker is ended: only that returns its memory. */
const IDLE = 60_000;

/** A cross-encoder in a worker of its own, loaded when first needed and ended when idle. */
export class RerankWorker implements Reranker {
  readonly #options: RerankWorkerOptions;
  readonly #worker: WorkerClient<RerankApi>;
  #loading: Promise<void> | undefined;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: RerankWorkerOptions) {
    this.#options = options;
    this.#worker = new WorkerClient(options.start, () => (this.#loading = undefined));
  }

  /** @throws {AskPageError} `model-not-found`, `model-invalid`, `network`, `worker-failed` */
  async load(): Promise<void> {
    const loading = (this.#loading ??= this.#load());
    try {
      await loading;
      this.#rest();
    } catch (thrown) {
      if (this.#loading === loading) this.stop();
      throw AskPageError.from(thrown, 'model-invalid');
    }
  }

  async #load(): Promise<void> {
    const { id, files, onProgress } = this.#options;
    try {
      const load = this.#worker.client.stream('loadReranker', { id, files });
      for await (const progress of load) onProgress(progress);
    } finally {
      onProgress(undefined);
    }
  }

  async score(
    question: string,
    texts: readonly string[],
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<readonly number[]> {
    await orAborted(this.load(), signal);
    clearTimeout(this.#idleTimer);
    const params = { question, texts: [...texts] };
    try {
      return await this.#worker.client.call('score', params, { signal });
    } finally {
      this.#rest();
    }
  }

  #rest(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.stop(), IDLE);
  }

  /** Ends the worker; the next call starts one anew. */
  stop(): void {
    clearTimeout(this.#idleTimer);
    this.#loading = undefined;
    this.#worker.stop();
  }
}
