/** Milliseconds after which it is done without a frame: a hidden page has none. */
const HIDDEN = 250;

/** Calls of the result lead to one call of `work` with the next frame. */
export function oncePerFrame(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    if (timer !== undefined) return;
    const done = () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      timer = undefined;
      work();
    };
    const frame = requestAnimationFrame(done);
    timer = setTimeout(done, HIDDEN);
  };
}
