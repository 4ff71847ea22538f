import { AskPageError } from '../../core/errors.ts';
import type { Engine, GenerateOptions, Message } from '../../core/ports.ts';
import { serve, type Port } from '../../core/rpc.ts';
import { progressStream } from '../../core/progress-stream.ts';
import { readSiteMessage, SITE_NAME, tabName } from './api.ts';
import type { SharedApi, SiteMessage, TabChannel, Tabs } from './api.ts';
import { SharedLoad, type LoadOptions } from './load.ts';
import { claimLock, type Claim } from './lock.ts';
import { Replies } from './replies.ts';
import { orAborted } from '../waiting.ts';

export interface HolderOptions {
  engine: Engine;
  /** What other tabs must ask for to be served. */
  scope: string;
  tabs: Tabs;
  /** Called when a load fails, whoever asked for it. */
  onLoadFailed: (error: AskPageError) => void;
}

/** Another tab that is served. */
interface Guest {
  channel: TabChannel;
  /** Granted when the tab is gone, or has left. */
  watch: Claim;
  /** Ends what is being done for it. */
  gone: AbortController;
}

/** Serves the engine of this tab, which holds the site's lock, to the other tabs. */
export async function startHolder(options: HolderOptions): Promise<Holder> {
  const id = crypto.randomUUID();
  const life = claimLock(options.tabs.locks, tabName(id));
  await life.granted;
  return new Holder(options, { id, life });
}

/** See `startHolder`. */
export class Holder {
  readonly #options: HolderOptions;
  readonly #self: { id: string; life: Claim };
  readonly #lobby: TabChannel;
  readonly #guests = new Map<string, Guest>();
  readonly #replies: Replies;
  #loading: SharedLoad | undefined;
  #hasLoaded = false;

  constructor(options: HolderOptions, self: { id: string; life: Claim }) {
    this.#options = options;
    this.#self = self;
    this.#replies = new Replies(options.engine);
    this.#lobby = options.tabs.openChannel(SITE_NAME);
    this.#lobby.addEventListener('message', ({ data }) => {
      const message = readSiteMessage(data);
      if (message?.kind === 'hello') this.#greet(message);
    });
    this.#say({ kind: 'here' });
  }

  /** Whether no load was ever asked for. */
  get isIdle(): boolean {
    return !this.#hasLoaded && !this.#loading;
  }

  /** For this tab. Leaving it stops nothing: `end` does. */
  load(options: LoadOptions): Promise<void> {
    return this.#startLoad().join(options);
  }

  generate(messages: readonly Message[], options: GenerateOptions): AsyncIterable<string> {
    return this.#replies.generate(this, messages, options);
  }

  /** Ends this tab's own replies. */
  interrupt(): void {
    this.#replies.interrupt(this);
  }

  /** Takes no more tabs in and ends what is being done for those that are served. */
  end(error: AskPageError): void {
    this.#lobby.close();
    this.#loading?.stop(error);
    for (const { gone } of this.#guests.values()) gone.abort(error);
  }

  /** After `end`: lets the other tabs know that this one holds the model no longer. */
  close(): void {
    for (const id of this.#guests.keys()) this.#dismiss(id);
    this.#self.life.end();
  }

  /** A tab that joins asks the engine for nothing, where the model is loaded and works. */
  get #isSound(): boolean {
    return this.#hasLoaded && !this.#loading && !this.#replies.hasFailed;
  }

  #startLoad(): SharedLoad {
    if (this.#loading) return this.#loading;
    const load = (this.#loading = new SharedLoad(this.#options.engine));
    load.done.then(
      () => {
        this.#hasLoaded = true;
        this.#replies.hasFailed = false;
        this.#loading = undefined;
      },
      (thrown: unknown) => this.#options.onLoadFailed(AskPageError.from(thrown, 'engine-failed')),
    );
    return load;
  }

  #say(message: SiteMessage): void {
    this.#lobby.postMessage(message);
  }

  #greet({ from, scope }: SiteMessage & { kind: 'hello' }): void {
    const own = this.#options.scope;
    if (scope === own && !this.#guests.has(from)) this.#admit(from);
    this.#say({ kind: 'welcome', to: from, holder: this.#self.id, scope: own });
  }

  #admit(id: string): void {
    const { tabs } = this.#options;
    const guest = {
      channel: tabs.openChannel(tabName(id)),
      watch: claimLock(tabs.locks, tabName(id)),
      gone: new AbortController(),
    };
    this.#guests.set(id, guest);
    serve<SharedApi>(this.#portTo(id, guest), this.#apiFor(guest));
    guest.watch.granted.then(
      () => this.#dismiss(id),
      () => {},
    );
  }

  #dismiss(id: string): void {
    const guest = this.#guests.get(id);
    this.#guests.delete(id);
    guest?.gone.abort(new AskPageError('engine-failed', 'The tab that asked is gone.'));
    guest?.channel.close();
    guest?.watch.end();
  }

  #portTo(id: string, { channel }: Guest): Port {
    return {
      addEventListener: (type, listener) => channel.addEventListener(type, listener),
      // A closed channel throws, and what ends late has nobody to be told.
      postMessage: (message) => {
        if (this.#guests.has(id)) channel.postMessage(message);
      },
    };
  }

  #apiFor(guest: Guest): SharedApi {
    const { engine } = this.#options;
    const whileHere = (signal: AbortSignal) => AbortSignal.any([signal, guest.gone.signal]);
    return {
      load: (_params, signal) =>
        progressStream((onProgress) => {
          const here = whileHere(signal);
          here.throwIfAborted();
          if (this.#isSound) return Promise.resolve();
          return this.#startLoad().join({ onProgress, signal: here });
        }),
      info: () =>
        Promise.resolve({
          contextWindow: engine.contextWindow,
          controlTokens: [...engine.controlTokens],
        }),
      countTokens: ({ texts }, signal) =>
        orAborted(engine.countTokens(texts), whileHere(signal)).catch(rethrow),
      generate: ({ messages, options }, signal) => {
        const given = { ...options, signal: whileHere(signal) };
        return coded(this.#replies.generate(guest, messages, given));
      },
      interrupt: () => Promise.resolve(this.#replies.interrupt(guest)),
      ping: () => Promise.resolve(),
    };
  }
}

function rethrow(thrown: unknown): never {
  throw AskPageError.from(thrown, 'engine-failed');
}

/** Gives errors of the engine their code, as who calls it in its own tab does. */
async function* coded(pieces: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  try {
    yield* pieces;
  } catch (thrown) {
    rethrow(thrown);
  }
}
