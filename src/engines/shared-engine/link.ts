import type { AskPageError } from '../../core/errors.ts';
import type { GenerateOptions, Message } from '../../core/ports.ts';
import { connect } from '../../core/rpc.ts';
import type { Client } from '../../core/rpc-types.ts';
import { tabName } from './api.ts';
import type { SharedApi, SharedInfo, TabChannel, Tabs } from './api.ts';
import { holderGone, holderSilent } from './errors.ts';
import type { LoadOptions } from './load.ts';
import { claimLock, type Claim } from './lock.ts';
import { orAborted } from '../waiting.ts';

export interface LinkOptions {
  tabs: Tabs;
  /** This tab's id; the lock of its name is `life`. */
  id: string;
  life: Claim;
  /** The holder's id. */
  holder: string;
  pingMs: number;
}

/** Signs of life that may be missing: after sleep, one is late. */
const MISSED_AT_MOST = 1;

/** The calls of this tab to the one that holds the model. They reject when that is gone or silent. */
export class HolderLink {
  /** Resolves when the link is over, whoever ended it. */
  readonly ended: Promise<void>;
  readonly #options: LinkOptions;
  readonly #channel: TabChannel;
  readonly #watch: Claim;
  readonly #client: Client<SharedApi>;
  #info: SharedInfo | undefined;
  #isOver = false;
  #resolveEnded = () => {};
  #calls = 0;
  #pings: ReturnType<typeof setInterval> | undefined;

  constructor(options: LinkOptions) {
    const { tabs, id, holder } = options;
    this.#options = options;
    this.ended = new Promise((resolve) => (this.#resolveEnded = resolve));
    this.#channel = tabs.openChannel(tabName(id));
    this.#client = connect<SharedApi>({
      addEventListener: (type, listener) => this.#channel.addEventListener(type, listener),
      postMessage: (message) => {
        if (!this.#isOver) this.#channel.postMessage(message);
      },
    });
    this.#watch = claimLock(tabs.locks, tabName(holder), 'shared');
    this.#watch.granted.then(
      () => this.end(holderGone()),
      () => {},
    );
  }

  /** Known after `load`. */
  get info(): SharedInfo | undefined {
    return this.#info;
  }

  /**
   * Waits until the holder has loaded the model.
   * @returns Whether it has; false when the holder failed or is gone, and the link is over.
   * @throws The signal's reason.
   */
  load({ onProgress, signal }: LoadOptions): Promise<boolean> {
    return this.#watched(async () => {
      try {
        for await (const step of this.#client.stream('load', {}, { signal })) onProgress?.(step);
        this.#info = await this.#client.call('info', {}, { signal });
        return true;
      } catch {
        signal?.throwIfAborted();
        // A holder whose load failed gives the model up.
        await orAborted(this.ended, signal);
        return false;
      }
    });
  }

  countTokens(texts: readonly string[]): Promise<number[]> {
    return this.#watched(() => this.#client.call('countTokens', { texts }));
  }

  async *generate(
    messages: readonly Message[],
    // A function can't go to another tab.
    { signal, onReading, ...options }: GenerateOptions,
  ): AsyncGenerator<string, void, void> {
    this.#begin();
    try {
      yield* this.#client.stream('generate', { messages, options }, { signal });
    } finally {
      this.#finish();
    }
  }

  interrupt(): void {
    this.#client.call('interrupt', {}).catch(() => {});
  }

  /** Pending and later calls reject with `error`. Only the first call counts. */
  end(error: AskPageError): void {
    if (this.#isOver) return;
    this.#client.close(error);
    this.#isOver = true;
    clearInterval(this.#pings);
    this.#channel.close();
    this.#watch.end();
    this.#options.life.end();
    this.#resolveEnded();
  }

  async #watched<T>(work: () => Promise<T>): Promise<T> {
    this.#begin();
    try {
      return await work();
    } finally {
      this.#finish();
    }
  }

  #begin(): void {
    if (this.#calls++ > 0 || this.#isOver) return;
    let missed = 0;
    // Counted, not timed: in the background, where timers are late, no answer is overlooked.
    this.#pings = setInterval(() => {
      if (missed > MISSED_AT_MOST) {
        this.end(holderSilent());
        return;
      }
      missed++;
      this.#client.call('ping', {}).then(
        () => (missed = 0),
        () => {},
      );
    }, this.#options.pingMs);
  }

  #finish(): void {
    if (--this.#calls === 0) clearInterval(this.#pings);
  }
}
