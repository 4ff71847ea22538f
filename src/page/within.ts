/** Whether `work` ends well within the time; its failure counts as not. */
export async function within(
  work: Promise<void>,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  signal?.throwIfAborted();
  const done = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), milliseconds);
    const settle = (value: boolean) => {
      clearTimeout(timer);
      resolve(value);
    };
    signal?.addEventListener('abort', () => settle(false), { once: true });
    work.then(
      () => settle(true),
      () => settle(false),
    );
  });
  signal?.throwIfAborted();
  return done;
}
