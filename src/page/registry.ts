import type { OwnParts, RuntimeConfig } from './config.ts';
import { Runtime } from './runtime.ts';
import { Session } from './session.ts';
import { historyItems } from './thread/history-items.ts';

/** Milliseconds that workers outlive their last element: pages move elements about. */
const GRACE = 10_000;

interface Entry {
  session: Session;
  users: number;
  ending: ReturnType<typeof setTimeout> | undefined;
}

interface Registry {
  entries: Map<string, Entry>;
}

const KEY = Symbol.for('askpage');

/** One registry a document, also for two copies of the script. */
function registry(): Registry {
  const scope = globalThis as unknown as { [KEY]: Registry | undefined };
  const registry = scope[KEY] ?? { entries: new Map<string, Entry>() };
  scope[KEY] = registry;
  return registry;
}

export interface Lease {
  session: Session;
  /** Gives it back; the last one ends the workers after a grace period. */
  release(): void;
}

/** The session of a configuration, shared by all elements that have the same. Own parts are not shared. */
export function acquireSession(config: RuntimeConfig, own: OwnParts): Lease {
  if (Object.keys(own).length > 0) {
    const session = newSession(config, own);
    return { session, release: () => void session.runtime.dispose() };
  }
  const { entries } = registry();
  const key = JSON.stringify(config);
  const entry = entries.get(key) ?? {
    session: newSession(config, {}),
    users: 0,
    ending: undefined,
  };
  entries.set(key, entry);
  clearTimeout(entry.ending);
  entry.users++;
  return { session: entry.session, release: () => release(key, entry) };
}

function newSession(config: RuntimeConfig, own: OwnParts): Session {
  return new Session(new Runtime(config, own), { own, items: historyItems(config, own) });
}

function release(key: string, entry: Entry): void {
  if (--entry.users > 0) return;
  entry.session.stop();
  entry.ending = setTimeout(() => {
    registry().entries.delete(key);
    void entry.session.runtime.dispose();
  }, GRACE);
}
