/** What a shell reports of a command that Ctrl+C ended. */
const INTERRUPTED = 130;

/**
 * Does work that Ctrl+C stops; a second Ctrl+C ends the process.
 * @param kept What is said then: what stays, and how to go on.
 */
export async function interruptible(
  work: (signal: AbortSignal) => Promise<void>,
  kept: string,
): Promise<void> {
  const stop = new AbortController();
  const onInterrupt = () => stop.abort();
  process.once('SIGINT', onInterrupt);
  try {
    await work(stop.signal);
  } catch (thrown) {
    if (!stop.signal.aborted) throw thrown;
    console.error(kept);
    process.exitCode = INTERRUPTED;
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}
