import { BroadcastChannel } from 'node:worker_threads';
import type { Engine, LoadProgress } from '../../../src/core/ports.ts';
import type { TabChannel } from '../../../src/engines/shared-engine/api.ts';
import { shareEngine, type ShareOptions } from '../../../src/engines/shared-engine.ts';
import { createFakeLocks } from './fake-locks.ts';
import { createFakeEngine, wait, type FakeEngine } from './fake-word-engine.ts';

export interface FakeTab {
  name: string;
  /** The engine behind. */
  inner: FakeEngine;
  shared: Engine;
  /** Times that a handover was announced. */
  handovers: number;
  /** Stops and goes on hearing and saying anything, as a frozen page. */
  freeze(): void;
  thaw(): void;
  /** As a reader closes it: nothing is said any more, and the browser gives back its locks. */
  close(): void;
}

export interface TabOptions extends Partial<ShareOptions> {
  /** What the page does at a handover. Default: it loads. */
  atHandover?: (tab: FakeTab) => void | Promise<void>;
}

/** Tabs of one site, each with an engine of its own. */
export function createFakeSite() {
  // Channels of Node reach all threads, and other tests'.
  const site = crypto.randomUUID();
  const locks = createFakeLocks();
  const tabs: FakeTab[] = [];

  function open(name: string, { atHandover, ...options }: TabOptions = {}): FakeTab {
    const channels = new Set<BroadcastChannel>();
    const mine = locks.openTab();
    let isFrozen = false;
    let isClosed = false;
    const openChannel = (channelName: string): TabChannel => {
      const channel = new BroadcastChannel(`${site}/${channelName}`);
      channels.add(channel);
      const target = channel as unknown as TabChannel;
      return {
        postMessage: (message) => {
          if (!isFrozen && !isClosed) target.postMessage(message);
        },
        addEventListener: (type, listener) =>
          target.addEventListener(type, (event) => {
            if (!isFrozen && !isClosed) listener(event);
          }),
        close: () => channel.close(),
      };
    };
    const inner = createFakeEngine(name);
    const tab: FakeTab = {
      ...{ name, inner, handovers: 0 },
      shared: shareEngine(inner, {
        scope: 'fake/1B',
        locks: mine.locks,
        openChannel,
        patience: { helloMs: 1_000, pingMs: 200 },
        onHandover: () => {
          tab.handovers++;
          return atHandover ? atHandover(tab) : tab.shared.load();
        },
        ...options,
      }),
      freeze: () => (isFrozen = true),
      thaw: () => (isFrozen = false),
      close() {
        isClosed = true;
        for (const channel of channels) channel.close();
        mine.close();
      },
    };
    tabs.push(tab);
    return tab;
  }

  return {
    open,
    /** Names of locks, without the site's own prefix. */
    locks,
    close: () => tabs.forEach((tab) => tab.close()),
  };
}

/** A conversation that ends with these words. */
export const asked = (content: string) => [{ role: 'user' as const, content }];

/** The reply of a tab, as its reader sees it. */
export async function reply(
  { shared }: FakeTab,
  question: string,
  options?: Parameters<Engine['generate']>[1],
): Promise<string> {
  let text = '';
  for await (const piece of shared.generate(asked(question), options)) text += piece;
  return text.trim();
}

/** Waits until `check` holds. */
export async function until(check: () => boolean, ms = 2_000): Promise<void> {
  for (const end = Date.now() + ms; !check(); await wait(2))
    if (Date.now() > end) throw new Error('It did not come to that in time.');
}

export const texts = (steps: LoadProgress[]) => steps.map(({ text }) => text);
