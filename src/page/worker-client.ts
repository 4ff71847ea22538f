import { AskPageError } from '../core/errors.ts';
import { connect } from '../core/rpc.ts';
import type { Client } from '../core/rpc-types.ts';
import type { WorkerHandle } from './start-worker.ts';

/** A worker that is started when first needed, and anew after it failed or was stopped. */
export class WorkerClient<Api> {
  readonly #start: () => WorkerHandle;
  readonly #onFailure: (error: AskPageError) => void;
  #running: { client: Client<Api>; handle: WorkerHandle } | undefined;

  constructor(start: () => WorkerHandle, onFailure: (error: AskPageError) => void = () => {}) {
    this.#start = start;
    this.#onFailure = onFailure;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** @throws {AskPageError} `worker-failed` */
  get client(): Client<Api> {
    this.#running ??= this.#launch();
    return this.#running.client;
  }

  #launch() {
    const handle = this.#start();
    const client = connect<Api>(handle.port);
    const running = { client, handle };
    handle.onFailure((error) => {
      if (this.#running === running) this.#running = undefined;
      // A dead worker never answers: what is pending is told so.
      client.close(error);
      handle.terminate();
      this.#onFailure(error);
    });
    return running;
  }

  /** Ends the worker and frees its memory; pending calls reject. */
  stop(): void {
    const running = this.#running;
    this.#running = undefined;
    running?.client.close(new AskPageError('worker-failed', 'The worker was stopped.'));
    running?.handle.terminate();
  }
}
