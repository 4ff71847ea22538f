/** A request for a lock, and then the lock. */
export interface Claim {
  /** Resolves when the lock is held; rejects after `end`, and where the page may have none, as in a sandboxed frame. */
  readonly granted: Promise<void>;
  /** Gives the lock back, or leaves the queue for it. */
  end(): void;
}

/**
 * Asks for a lock of the site and keeps it until `end`. The browser gives it back for a page that is
 * closed, navigated or crashed.
 * @param mode `shared` claims are granted together. Default `exclusive`.
 */
export function claimLock(locks: LockManager, name: string, mode: LockMode = 'exclusive'): Claim {
  const abort = new AbortController();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const granted = new Promise<void>((resolve, reject) => {
    const request = async () =>
      locks.request(name, { mode, signal: abort.signal }, () => {
        resolve();
        return held;
      });
    request().catch(reject);
  });
  return {
    granted,
    end() {
      abort.abort();
      release();
    },
  };
}
