/**
 * What `work` comes to, unless the signal is aborted first; the work itself goes on.
 * @throws The signal's reason.
 */
export async function orAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return work;
  let onAbort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/**
 * Lets callers in one at a time, in order: each awaits its turn and calls what it got when done. One
 * whose signal is aborted meanwhile leaves the queue, and the promise rejects with the reason.
 */
export function takeTurns(): (signal?: AbortSignal) => Promise<() => void> {
  let last = Promise.resolve();
  return async (signal) => {
    let done = () => {};
    const before = last;
    last = new Promise((resolve) => (done = resolve));
    try {
      await orAborted(before, signal);
    } catch (thrown) {
      void before.then(done);
      throw thrown;
    }
    return done;
  };
}

/** Whether `work` ends well within the time; its failure counts as not. */
export async function within(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), milliseconds);
    const settle = (value: boolean) => {
      clearTimeout(timer);
      resolve(value);
    };
    work.then(
      () => settle(true),
      () => settle(false),
    );
  });
}
