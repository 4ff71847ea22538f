/** Milliseconds after which it is done without a frame: a hidden page has none. */
const HIDDEN = 250;
/** Between two times: a reader sees no difference, and each drawing takes time from a model that writes. */
const LEAST = 66;

/** Calls of the result lead to one call of `work` with a frame, at most fifteen times a second. */
export function oncePerFrame(work: () => void): () => void {
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
      Math.max(0, last + LEAST - performance.now()),
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
