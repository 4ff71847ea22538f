import type { DownloadProgress, LoadProgress } from '../../core/ports.ts';

const WINDOW_MS = 5000;
const SLOT_MS = 250;
/** Before this, a rate would be a guess from a few packets. */
const SETTLED_MS = 1000;

/** Bytes a second over the last five seconds. Times are milliseconds of any clock that only rises. */
export class RateMeter {
  readonly #slots: { at: number; bytes: number }[] = [];
  #since: number | undefined;

  add(bytes: number, at: number): void {
    this.#since ??= at;
    const last = this.#slots.at(-1);
    if (last && at - last.at < SLOT_MS) last.bytes += bytes;
    else this.#slots.push({ at, bytes });
    this.#forget(at);
  }

  /** Undefined in the first second. */
  rate(at: number): number | undefined {
    if (this.#since === undefined || at - this.#since < SETTLED_MS) return undefined;
    this.#forget(at);
    const bytes = this.#slots.reduce((sum, slot) => sum + slot.bytes, 0);
    return (bytes * 1000) / Math.min(WINDOW_MS, at - this.#since);
  }

  #forget(at: number): void {
    const isOld = (slot: { at: number } | undefined) => slot && slot.at <= at - WINDOW_MS;
    while (isOld(this.#slots[0])) this.#slots.shift();
  }
}

/** How far the files of one download are, by their addresses. */
export class DownloadMeter {
  readonly #files = new Map<string, { total: number; done: number; kept: number }>();
  readonly #rate = new RateMeter();
  #isStalled = false;

  /** What a file will have, and what of it is stored. A later figure for the size replaces the first. */
  expect(url: string, total: number | undefined, kept?: number): void {
    const file = this.#files.get(url) ?? { total: 0, done: 0, kept: 0 };
    const stored = kept ?? file.kept;
    this.#files.set(url, { total: total ?? file.total, done: stored, kept: stored });
  }

  arrived(url: string, bytes: number, at: number): void {
    const file = this.#files.get(url);
    if (file) file.done += bytes;
    this.#rate.add(bytes, at);
    this.#isStalled = false;
  }

  /** What arrived of a file and was not stored counts no longer. */
  restart(url: string, kept = 0): void {
    const file = this.#files.get(url);
    if (file) Object.assign(file, { done: kept, kept });
  }

  /** Nothing arrives, until something does. */
  stall(): void {
    this.#isStalled = true;
  }

  read(at: number): DownloadProgress {
    let [doneBytes, totalBytes] = [0, 0];
    for (const { total, done } of this.#files.values()) {
      doneBytes += done;
      totalBytes += Math.max(total, done);
    }
    const bytesPerSecond = this.#rate.rate(at);
    const secondsLeft = bytesPerSecond ? (totalBytes - doneBytes) / bytesPerSecond : undefined;
    return {
      doneBytes,
      totalBytes,
      ...(bytesPerSecond !== undefined && { bytesPerSecond }),
      ...(secondsLeft !== undefined && { secondsLeft }),
      ...(this.#isStalled && { isStalled: true }),
    };
  }
}

const megabytes = (bytes: number): string => String(Math.round(bytes / 1e6));

/** A download's progress as the reader sees it. */
export function loadProgress(download: DownloadProgress): LoadProgress {
  const { doneBytes, totalBytes, isStalled } = download;
  const fraction = totalBytes > 0 ? doneBytes / totalBytes : 0;
  const what = isStalled ? 'Waiting for the download to go on' : 'Downloading the model';
  return {
    fraction,
    text: `${what}: ${megabytes(doneBytes)} of ${megabytes(totalBytes)} MB`,
    download,
  };
}
