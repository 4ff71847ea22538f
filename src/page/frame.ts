/** Milliseconds after which it is done without a frame: a hidden page has none. */
const HIDDEN = 250;
/**
 * Calls of the result lead to one call of `work` with a frame, and not sooner than `least` milliseconds
 * after the one before.
 */
export function oncePerFrame(work: () => void, least: () => number): () => void {
  let isWaiting = false;
  let last = -Infinity;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(
      () =>
        nextFrame(() => {
          isWaiting = false;
          last = performance.now();
          work();
        }),
      Math.max(0, last + least() - performance.now()),
    );
  };
}

function nextFrame(work: () => void): void {
  const done = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    work();
  };
  const frame = requestAnimationFrame(done);
  const timer = setTimeout(done, HIDDEN);
}
