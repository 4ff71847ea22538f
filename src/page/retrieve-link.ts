import { AskPageError } from '../core/errors.ts';
import { connect, serve } from '../core/rpc.ts';
import type { Client } from '../core/rpc-types.ts';
import type { RetrieveApi } from '../worker/retrieve-api.ts';
import type { WorkerHandle } from './start-worker.ts';
import { WorkerClient } from './worker-client.ts';

/**
 * The way to the retrieve worker. Where the worker can't start at all (a policy forbids it, the file
 * is missing), the same code runs on the page's own thread, which is enough for keyword search.
 */
export class RetrieveLink {
  readonly #worker: WorkerClient<RetrieveApi>;
  #inPage: Client<RetrieveApi> | undefined;
  #hasAnswered = false;

  constructor(start: () => WorkerHandle, onFailure: (error: AskPageError) => void) {
    this.#worker = new WorkerClient(start, (error) => {
      if (this.#hasAnswered) onFailure(error);
      this.#hasAnswered = false;
    });
  }

  /** Whether search runs without a worker. */
  get isInPage(): boolean {
    return this.#inPage !== undefined;
  }

  /** Calls the worker by `use`; a worker that has never answered is replaced by the page's thread, once. */
  async call<T>(use: (client: Client<RetrieveApi>) => Promise<T>): Promise<T> {
    if (this.#inPage) return use(this.#inPage);
    const isFirst = !this.#hasAnswered;
    try {
      const result = await use(this.#worker.client);
      this.#hasAnswered = true;
      return result;
    } catch (thrown) {
      const error = AskPageError.from(thrown);
      if (error.code !== 'worker-failed') this.#hasAnswered = true;
      if (error.code !== 'worker-failed' || !isFirst) throw thrown;
    }
    this.#inPage = await startInPage();
    return use(this.#inPage);
  }

  /** Ends what runs and forgets its documents; the next call starts anew, and tries a worker first. */
  stop(): void {
    this.#worker.stop();
    this.#inPage = undefined;
    this.#hasAnswered = false;
  }
}

async function startInPage(): Promise<Client<RetrieveApi>> {
  const { RetrieveHost } = await import('../worker/retrieve-host.ts');
  const { port1, port2 } = new MessageChannel();
  serve<RetrieveApi>(port1, new RetrieveHost());
  port1.start();
  port2.start();
  return connect<RetrieveApi>(port2);
}
