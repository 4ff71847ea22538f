/** What the page's own thread was held up by. */
export interface Meter {
  /** Milliseconds of the longest task; browsers tell those of 50 and more. */
  longest: number;
  /** Milliseconds from the meter's start to that task's. */
  longestAt: number;
  /** Milliseconds by which a frame came late, at most. */
  gap: number;
}

interface PageScope {
  askpageMeter?: Meter & { start: number };
}

/** Runs in the page. */
export function startMeter(): void {
  const meter = { longest: 0, longestAt: 0, gap: 0, start: performance.now() };
  (globalThis as unknown as PageScope).askpageMeter = meter;
  new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries()) {
      if (duration <= meter.longest) continue;
      meter.longest = duration;
      meter.longestAt = startTime - meter.start;
    }
  }).observe({ type: 'longtask' });
  let last = performance.now();
  const frame = () => {
    const now = performance.now();
    meter.gap = Math.max(meter.gap, now - last - 1000 / 60);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Runs in the page. */
export function readMeter(): Meter {
  const meter = (globalThis as unknown as PageScope).askpageMeter;
  if (!meter) throw new Error('No meter was started.');
  const { longest, longestAt, gap } = meter;
  return { longest, longestAt, gap };
}

/** Says when the longest task of all rounds began. */
export function describeLongest(rounds: readonly Meter[]): string {
  const worst = rounds.reduce((a, b) => (b.longest > a.longest ? b : a));
  if (worst.longest === 0) return 'no task of 50 ms or more';
  const [longest, at] = [Math.round(worst.longest), Math.round(worst.longestAt)];
  return `the longest of all, ${longest} ms, began ${at} ms after opening`;
}
