/** Calls of the result lead to one call of `work` with the next frame. */
export function onFrame(work: () => void): { plan: () => void; cancel: () => void } {
  let frame = 0;
  return {
    plan: () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        work();
      });
    },
    cancel: () => cancelAnimationFrame(frame),
  };
}

/** Tells of the page's elements that match, now and when others do. Returns what ends it. */
export function watchElements(
  selector: string,
  tell: (found: readonly Element[]) => void,
): () => void {
  let known: readonly Element[] = [];
  const look = () => {
    const found = [...document.querySelectorAll(selector)];
    if (found.length === known.length && found.every((each, place) => each === known[place]))
      return;
    known = found;
    tell(found);
  };
  const { plan, cancel } = onFrame(look);
  const observer = new MutationObserver(plan);
  observer.observe(document, { childList: true, subtree: true });
  look();
  return () => {
    observer.disconnect();
    cancel();
  };
}
