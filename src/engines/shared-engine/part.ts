import { AskPageError } from '../../core/errors.ts';
import type { Engine } from '../../core/ports.ts';
import { SITE_NAME, type TabPatience, type Tabs } from './api.ts';
import { holderGone, holderSilent, otherModelRuns, unloadedHere } from './errors.ts';
import { startHolder, type Holder } from './holder.ts';
import type { HolderLink } from './link.ts';
import { claimLock, type Claim } from './lock.ts';
import { findHolder } from './search.ts';

export interface PartOptions {
  engine: Engine;
  scope: string;
  tabs: Tabs;
  patience: TabPatience;
  onHandover: () => void | Promise<void>;
}

export type Role =
  /** Nothing is loaded. */
  | { kind: 'none' }
  /** This tab holds the lock, and the model or what is there of it. */
  | { kind: 'holder'; holder: Holder }
  /** Another tab does. */
  | { kind: 'guest'; link: HolderLink }
  /** The page may have no locks. */
  | { kind: 'alone' };

/** A place in the queue for the site's lock, and what comes of it. */
interface Place {
  claim: Claim;
  seated: Promise<Role>;
}

/** The part that this tab takes among the tabs of the site, from the first load until it leaves. */
export class Part {
  readonly #options: PartOptions;
  #role: Role = { kind: 'none' };
  #place: Place | undefined;
  #taking: Promise<Role> | undefined;
  #leaving = Promise.resolve();
  #stay = 0;
  /** Loads under way, and all so far. */
  #loads = 0;
  #loadsEver = 0;
  #isHandingOver = false;

  constructor(options: PartOptions) {
    this.#options = options;
  }

  get role(): Role {
    return this.#role;
  }

  /** Another number after each `leave`. */
  get stay(): number {
    return this.#stay;
  }

  /** Runs a load. One that fails gives the part up; one that is told to wait keeps its place in the queue. */
  async during(load: () => Promise<void>): Promise<void> {
    this.#loads++;
    this.#loadsEver++;
    try {
      await load();
    } catch (thrown) {
      const isWaiting = thrown instanceof AskPageError && thrown.code === 'runs-elsewhere';
      if (!isWaiting && this.#loads === 1) this.leave().catch(() => {});
      throw thrown;
    } finally {
      this.#loads--;
    }
  }

  /** This tab's role; it takes one where it has none. @throws `runs-elsewhere` */
  take(): Promise<Role> {
    if (this.#role.kind !== 'none') return Promise.resolve(this.#role);
    this.#taking ??= this.#takeRole().finally(() => (this.#taking = undefined));
    return this.#taking;
  }

  /** Gives up the role and the place in the queue; the lock is free when the model is unloaded. */
  leave(): Promise<void> {
    const [role, place] = [this.#role, this.#place];
    this.#role = { kind: 'none' };
    this.#place = undefined;
    this.#stay++;
    const left = this.#quit(role, place);
    this.#leaving = Promise.allSettled([this.#leaving, left]).then(() => {});
    return left;
  }

  /** It queues for the lock and asks for who holds it at the same time: what comes first is true. */
  async #takeRole(): Promise<Role> {
    await this.#leaving;
    const place = (this.#place ??= this.#queue());
    const search = findHolder(this.#options);
    try {
      const first = await Promise.race([place.seated, search.found]);
      if (this.#place !== place) throw unloadedHere();
      if (this.#role.kind !== 'none') return this.#role;
      if (first.kind === 'nobody') throw holderSilent();
      if (first.kind === 'other-model') throw otherModelRuns();
      if (first.kind === 'refused') this.#role = { kind: 'alone' };
      if ('link' in first) this.#join(first.link);
      return this.#role;
    } finally {
      search.stop();
      void search.found.then((found) => {
        if (found.kind === 'holder' && !this.#uses(found.link)) found.link.end(unloadedHere());
      });
    }
  }

  #uses(link: HolderLink): boolean {
    return this.#role.kind === 'guest' && this.#role.link === link;
  }

  #join(link: HolderLink): void {
    this.#role = { kind: 'guest', link };
    void link.ended.then(() => {
      if (!this.#uses(link)) return;
      this.#role = { kind: 'none' };
      this.#announceLoss();
    });
  }

  #queue(): Place {
    const claim = claimLock(this.#options.tabs.locks, SITE_NAME);
    const seated = claim.granted.then(
      () => this.#hold(claim),
      () => this.#standAlone(claim),
    );
    seated.catch(() => {});
    return { claim, seated };
  }

  #isCurrent(claim: Claim): boolean {
    return this.#place?.claim === claim;
  }

  #standAlone(claim: Claim): Role {
    if (!this.#isCurrent(claim)) throw unloadedHere();
    return (this.#role = { kind: 'alone' });
  }

  async #hold(claim: Claim): Promise<Role> {
    if (!this.#isCurrent(claim)) throw unloadedHere();
    // The lock is free only when the tab that had it is gone.
    if (this.#role.kind === 'guest') this.#role.link.end(holderGone());
    const onLoadFailed = () => {
      if (this.#isCurrent(claim)) this.leave().catch(() => {});
    };
    const holder = await startHolder({ ...this.#options, onLoadFailed });
    if (!this.#isCurrent(claim)) {
      holder.end(holderGone());
      holder.close();
      throw unloadedHere();
    }
    this.#role = { kind: 'holder', holder };
    this.#announceLoss();
    return this.#role;
  }

  /** Tells the page, where no load is under way that would see it by itself. */
  #announceLoss(): void {
    if (this.#loads > 0 || this.#isHandingOver) return;
    this.#isHandingOver = true;
    this.#handOver()
      .catch(() => {})
      .finally(() => (this.#isHandingOver = false));
  }

  async #handOver(): Promise<void> {
    let before: number;
    // The turn may come while the page still tells its reader that it had to wait.
    do {
      before = this.#loadsEver;
      await Promise.resolve(this.#options.onHandover()).catch(() => {});
    } while (this.#loadsEver !== before && this.#loads === 0 && this.#isHoldingNothing);
    if (this.#loadsEver === before) await this.leave();
  }

  get #isHoldingNothing(): boolean {
    return this.#role.kind === 'holder' && this.#role.holder.isIdle;
  }

  async #quit(role: Role, place: Place | undefined): Promise<void> {
    try {
      if (role.kind === 'guest') role.link.end(unloadedHere());
      if (role.kind !== 'holder') return;
      role.holder.end(holderGone());
      await this.#options.engine.unload();
    } finally {
      if (role.kind === 'holder') role.holder.close();
      place?.claim.end();
    }
  }
}
