/**
 * Runs `work` and yields what it reports, latest first when the reader is slow; ends or throws as
 * `work` does.
 */
export async function* progressStream<T>(
  work: (report: (item: T) => void) => Promise<void>,
): AsyncGenerator<T> {
  let latest: { item: T } | undefined;
  let wake = () => {};
  let outcome: { error?: unknown } | undefined;
  const report = (item: T) => {
    latest = { item };
    wake();
  };
  work(report).then(
    () => {
      outcome = {};
      wake();
    },
    (error: unknown) => {
      outcome = { error };
      wake();
    },
  );
  for (;;) {
    const next = latest;
    latest = undefined;
    if (next) yield next.item;
    else if (outcome) break;
    else await new Promise<void>((resolve) => (wake = resolve));
  }
  if ('error' in outcome) throw outcome.error;
}
