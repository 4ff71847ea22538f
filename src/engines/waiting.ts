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

/** The work's outcome; undefined where it takes longer. Its failure is passed on. */
export async function orTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether `work` ends well within the time; its failure counts as not.
 * @throws The signal's reason, where it is aborted before or meanwhile.
 */
export async function within(
  work: Promise<unknown>,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<boolean> {
  signal?.throwIfAborted();
  const ended = work.then(
    () => true,
    () => false,
  );
  return (await orTimeout(orAborted(ended, signal), milliseconds)) ?? false;
}
