interface Entry {
  tab: object;
  mode: LockMode;
  grant: () => void;
  held: boolean;
}

/** The locks of one origin, as several fake tabs see them. */
export interface FakeLocks {
  /** The locks as a tab has them; `close` gives back what the tab holds and waits for, as a browser does. */
  openTab(): { locks: LockManager; close(): void };
  /** Names that are held now, one for each holder. */
  held(): string[];
  /** Names that are waited for. */
  waited(): string[];
}

/**
 * A fake of the Web Locks API for Node, which has none: a queue for each name, `exclusive` and `shared`
 * requests, signals, and locks that end with what the callback returns.
 */
export function createFakeLocks(): FakeLocks {
  const queues = new Map<string, Entry[]>();
  const queueOf = (name: string) => {
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    return queue;
  };
  const isFree = (queue: Entry[], entry: Entry) =>
    queue.slice(0, queue.indexOf(entry)).every(({ mode }) => mode === 'shared') &&
    (entry.mode === 'shared' || queue[0] === entry);
  const process = (queue: Entry[]) => {
    for (const entry of queue) {
      if (entry.held || !isFree(queue, entry)) continue;
      entry.held = true;
      entry.grant();
    }
  };
  const remove = (queue: Entry[], entry: Entry) => {
    if (!queue.includes(entry)) return;
    queue.splice(queue.indexOf(entry), 1);
    process(queue);
  };
  const list = (held: boolean) =>
    [...queues].flatMap(([name, queue]) =>
      queue.filter((entry) => entry.held === held).map(() => name),
    );

  function openTab() {
    const tab = {};
    let isClosed = false;
    const request = async (
      name: string,
      options: LockOptions,
      use: LockGrantedCallback<unknown>,
    ) => {
      const { mode = 'exclusive', signal } = options;
      signal?.throwIfAborted();
      // The browser answers from another process.
      await new Promise((resolve) => setTimeout(resolve, 1));
      const queue = queueOf(name);
      // Nothing of a closed tab runs on.
      if (isClosed) await new Promise(() => {});
      const entry: Entry = { tab, mode, held: false, grant: () => {} };
      const granted = new Promise<void>((resolve, reject) => {
        entry.grant = resolve;
        signal?.addEventListener('abort', () => {
          if (entry.held) return;
          remove(queue, entry);
          reject(signal.reason);
        });
        if (signal?.aborted) reject(signal.reason);
        else queue.push(entry);
      });
      process(queue);
      await granted;
      try {
        return await use({ name, mode });
      } finally {
        remove(queue, entry);
      }
    };
    return {
      locks: { request } as unknown as LockManager,
      close() {
        isClosed = true;
        for (const queue of queues.values())
          for (const entry of queue.filter((other) => other.tab === tab)) remove(queue, entry);
      },
    };
  }

  return { openTab, held: () => list(true), waited: () => list(false) };
}
