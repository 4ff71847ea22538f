import type { Engine, EngineDescription, GenerateOptions, Message } from '../core/ports.ts';
import type { TabChannel, TabPatience, Tabs } from './shared-engine/api.ts';
import { notLoaded, unloadedHere } from './shared-engine/errors.ts';
import { Part } from './shared-engine/part.ts';
import { orAborted } from './waiting.ts';

export interface ShareOptions {
  /** Says which model it is, the same in all tabs of the site: engine, model and what changes its replies. */
  scope: string;
  /**
   * Called when the tab that had the model is gone, or silent, and when this tab's turn to hold one has
   * come after `load` threw `runs-elsewhere`. The model counts as not loaded: `describe` it, and where it
   * is still on the device, `load` it. A returned promise should settle after that; without a `load`
   * by then, the turn goes to another tab.
   */
  onHandover?: () => void | Promise<void>;
  /** Default: `navigator.locks`. */
  locks?: LockManager;
  /** Default: a `BroadcastChannel`. */
  openChannel?: (name: string) => TabChannel;
  patience?: TabPatience;
}

/**
 * The same engine, but loaded in one tab of the site only, and used by the others from there: two models
 * would not fit into a device's memory. The tab that loads first holds the model until `unload`, a failed
 * `load` or its end; then one of the waiting tabs comes next. Replies are written one at a time, whichever
 * tab asked. Nothing is stored, and no other site hears of it.
 *
 * Where a page may have no locks (`http:`, a sandboxed frame) the engine works as if alone.
 *
 * Beside what `engine` throws, `load` throws `runs-elsewhere` where a tab holds another model or does not
 * answer; `generate` and `countTokens` throw `engine-failed` when the tab with the model is closed or
 * unloads it meanwhile, and `runs-elsewhere` when it falls silent. `unload` of a tab that uses another
 * tab's model only leaves that.
 */
export function shareEngine(engine: Engine, options: ShareOptions): Engine {
  const tabs = findTabs(options);
  if (!tabs) return engine;
  const { scope, patience = {}, onHandover = () => {} } = options;
  return new SharedEngine(engine, new Part({ engine, scope, tabs, patience, onHandover }));
}

function findTabs({ locks, openChannel }: ShareOptions): Tabs | undefined {
  const page = globalThis as {
    navigator?: { locks?: LockManager };
    BroadcastChannel?: typeof BroadcastChannel;
  };
  const { BroadcastChannel: Channel } = page;
  const foundLocks = locks ?? page.navigator?.locks;
  const open = openChannel ?? (Channel && ((name: string) => new Channel(name)));
  return foundLocks && open && { locks: foundLocks, openChannel: open };
}

class SharedEngine implements Engine {
  readonly id: string;
  readonly ignores?: NonNullable<Engine['ignores']>;
  readonly isOnProcessor: boolean;
  readonly #engine: Engine;
  readonly #part: Part;

  constructor(engine: Engine, part: Part) {
    this.#engine = engine;
    this.#part = part;
    this.id = engine.id;
    this.isOnProcessor = engine.isOnProcessor ?? false;
    if (engine.ignores) this.ignores = engine.ignores;
  }

  get contextWindow(): number {
    return this.#known.contextWindow;
  }

  get controlTokens(): readonly string[] {
    return this.#known.controlTokens;
  }

  get #known(): Pick<Engine, 'contextWindow' | 'controlTokens'> {
    const { role } = this.#part;
    return (role.kind === 'guest' && role.link.info) || this.#engine;
  }

  /** This tab's turn has come, but nothing was loaded yet. */
  get #isIdle(): boolean {
    const { role } = this.#part;
    return role.kind === 'holder' && role.holder.isIdle;
  }

  describe(): Promise<EngineDescription> {
    return this.#engine.describe();
  }

  async load(options: Parameters<Engine['load']>[0] = {}): Promise<void> {
    options.signal?.throwIfAborted();
    await this.#part.during(() => this.#load(options));
  }

  countTokens(texts: readonly string[]): Promise<number[]> {
    const { role } = this.#part;
    if (role.kind === 'guest') return role.link.countTokens(texts);
    if (role.kind === 'none' || this.#isIdle) return Promise.reject(notLoaded());
    return this.#engine.countTokens(texts);
  }

  async *generate(messages: readonly Message[], options: GenerateOptions = {}) {
    const { role } = this.#part;
    if (role.kind === 'none' || this.#isIdle) throw notLoaded();
    if (role.kind === 'holder') yield* role.holder.generate(messages, options);
    else if (role.kind === 'guest') yield* role.link.generate(messages, options);
    else yield* this.#engine.generate(messages, options);
  }

  interrupt(): void {
    const { role } = this.#part;
    if (role.kind === 'holder') role.holder.interrupt();
    else if (role.kind === 'guest') role.link.interrupt();
    else if (role.kind === 'alone') this.#engine.interrupt();
  }

  async unload(): Promise<void> {
    const { kind } = this.#part.role;
    await this.#part.leave();
    if (kind === 'alone') await this.#engine.unload();
  }

  async #load(options: NonNullable<Parameters<Engine['load']>[0]>): Promise<void> {
    const stay = this.#part.stay;
    for (;;) {
      const role = await orAborted(this.#part.take(), options.signal);
      if (role.kind === 'alone') return this.#engine.load(options);
      if (role.kind === 'holder') return role.holder.load(options);
      if (role.kind === 'guest' && (await role.link.load(options))) return;
      // Whoever held the model is gone, unless it was this tab that left.
      if (this.#part.stay !== stay) throw unloadedHere();
    }
  }
}
