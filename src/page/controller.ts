import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Lease } from './registry.ts';
import type { Attributes, OwnParts } from './config.ts';
import type { Session } from './session.ts';
import type { Speaker } from './words/speaker.ts';
import type * as lazyModule from './lazy.ts';

type Lazy = typeof lazyModule;

/** What the element knows before and after the heavy part has arrived. */
export type Heavy =
  | { kind: 'absent' }
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'present'; lazy: Lazy; session: Session };

export interface AskPageHost extends ReactiveControllerHost, Attributes {
  readonly parts: OwnParts;
  readonly isConnected: boolean;
  /** Something in the session has changed. */
  sessionChanged(session: Session): void;
}

/** The element's state: the one door to the heavy part, and what is typed before it is open. */
export class AskController implements ReactiveController {
  heavy: Heavy = { kind: 'absent' };
  query = '';
  readonly #host: AskPageHost;
  readonly #speaker: Speaker;
  #import: Promise<Lazy> | undefined;
  #lease: Lease | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(host: AskPageHost, speaker: Speaker) {
    this.#host = host;
    this.#speaker = speaker;
    host.addController(this);
  }

  get session(): Session | undefined {
    return this.heavy.kind === 'present' ? this.heavy.session : undefined;
  }

  /**
   * Fetches the heavy part, and the words of its language, on a first sign of intent. A failed import is
   * dropped, so that a retry works.
   */
  warm(): Promise<Lazy> {
    this.#import ??= this.#fetch().catch((thrown: unknown) => {
      this.#import = undefined;
      this.#speaker.fail();
      throw thrown;
    });
    return this.#import;
  }

  async #fetch(): Promise<Lazy> {
    const lazy = await import('./lazy.ts');
    await this.#speaker.load(lazy);
    return lazy;
  }

  /** Opens the heavy part and its session. Resolves to nothing where it can't be loaded. */
  async open(): Promise<Session | undefined> {
    if (this.heavy.kind === 'present') return this.heavy.session;
    this.#set({ kind: 'loading' });
    try {
      const lazy = await this.warm();
      // Removed meanwhile, the element must not hold anything.
      if (!this.#host.isConnected) return undefined;
      this.#lease ??= lazy.acquireSession(lazy.readConfig(this.#host), this.#host.parts);
      const { session } = this.#lease;
      this.#unsubscribe ??= session.subscribe(() => {
        this.#host.requestUpdate();
        this.#host.sessionChanged(session);
      });
      this.#set({ kind: 'present', lazy, session });
      session.open();
      return session;
    } catch {
      this.#set({ kind: 'failed' });
      return undefined;
    }
  }

  async type(query: string): Promise<void> {
    this.query = query;
    this.#host.requestUpdate();
    const session = await this.open();
    // A later letter has its own call.
    if (this.query === query) await session?.type(query);
  }

  async ask(question: string): Promise<void> {
    this.query = question;
    this.#host.requestUpdate();
    await (await this.open())?.start(question);
  }

  hostDisconnected(): void {
    // Moved, as by a router that swaps the body around it, the element is back at once, and goes on.
    setTimeout(() => {
      if (!this.#host.isConnected) this.#letGo();
    });
  }

  #letGo(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#lease?.release();
    this.#lease = undefined;
    this.heavy = { kind: 'absent' };
  }

  #set(heavy: Heavy): void {
    this.heavy = heavy;
    this.#host.requestUpdate();
  }
}
