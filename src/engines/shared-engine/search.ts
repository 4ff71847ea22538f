import { readSiteMessage, SITE_NAME, tabName } from './api.ts';
import type { SiteMessage, TabPatience, Tabs } from './api.ts';
import { HolderLink } from './link.ts';
import { claimLock } from './lock.ts';

export interface SearchOptions {
  tabs: Tabs;
  scope: string;
  patience: TabPatience;
}

export type Found =
  | { kind: 'holder'; link: HolderLink }
  /** A tab holds another model. */
  | { kind: 'other-model' }
  /** Nobody answered in time, or the search was stopped. */
  | { kind: 'nobody' }
  /** This page may have no locks. */
  | { kind: 'refused' };

export interface Search {
  /** Never rejects. */
  found: Promise<Found>;
  stop(): void;
}

type Welcome = SiteMessage & { kind: 'welcome' };

/** Asks the tabs of this site for the one that holds the model. */
export function findHolder(options: SearchOptions): Search {
  const stopped = new AbortController();
  return { found: find(options, stopped.signal), stop: () => stopped.abort() };
}

async function find(
  { tabs, scope, patience: { helloMs = 2_000, pingMs = 5_000 } }: SearchOptions,
  stopped: AbortSignal,
): Promise<Found> {
  const id = crypto.randomUUID();
  // Held before anything is asked: by this lock the holder learns when this tab is gone.
  const life = claimLock(tabs.locks, tabName(id));
  try {
    await life.granted;
  } catch {
    return { kind: 'refused' };
  }
  const hello = { kind: 'hello', from: id, scope } as const;
  const welcome = await askAround(tabs, hello, { ms: helloMs, stopped });
  if (welcome?.scope === scope && !stopped.aborted) {
    const link = new HolderLink({ tabs, id, life, holder: welcome.holder, pingMs });
    return { kind: 'holder', link };
  }
  life.end();
  return { kind: welcome ? 'other-model' : 'nobody' };
}

/** Says hello, to each new holder again, until one answers, the time is over or the search is stopped. */
async function askAround(
  tabs: Tabs,
  hello: SiteMessage & { kind: 'hello' },
  { ms, stopped }: { ms: number; stopped: AbortSignal },
): Promise<Welcome | undefined> {
  if (stopped.aborted) return undefined;
  const lobby = tabs.openChannel(SITE_NAME);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const answer = new Promise<Welcome | undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
    stopped.addEventListener('abort', () => resolve(undefined), { once: true });
    lobby.addEventListener('message', ({ data }) => {
      const message = readSiteMessage(data);
      if (message?.kind === 'here') lobby.postMessage(hello);
      if (message?.kind === 'welcome' && message.to === hello.from) resolve(message);
    });
    lobby.postMessage(hello);
  });
  return answer.finally(() => {
    clearTimeout(timer);
    lobby.close();
  });
}
