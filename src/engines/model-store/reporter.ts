import type { LoadProgress } from '../../core/ports.ts';
import { DownloadMeter, loadProgress } from './meter.ts';

const PAUSE_MS = 100;
const TICK_MS = 1000;

/** Tells how far a download is: ten times a second at most, once a second when nothing arrives. */
export class DownloadReporter {
  readonly meter = new DownloadMeter();
  readonly #report: (progress: LoadProgress) => void;
  readonly #ticking: ReturnType<typeof setInterval>;
  #last = -Infinity;
  #hasBegun = false;
  #doing: string | undefined;

  constructor(report: (progress: LoadProgress) => void) {
    this.#report = report;
    this.#ticking = setInterval(() => this.#tell(), TICK_MS);
  }

  /** What is done while nothing is fetched, until something arrives. */
  say(text: string): void {
    this.#doing = text;
    this.#tell();
  }

  arrived(url: string, bytes: number): void {
    const now = performance.now();
    this.meter.arrived(url, bytes, now);
    this.#hasBegun = true;
    this.#doing = undefined;
    if (now - this.#last >= PAUSE_MS) this.#tell();
  }

  stall(): void {
    this.meter.stall();
    this.#hasBegun = true;
    this.#doing = undefined;
    this.#tell();
  }

  /** The last word of a download that has ended; nothing is told afterwards. */
  end(isDone: boolean): void {
    clearInterval(this.#ticking);
    if (isDone && this.#hasBegun) this.#tell();
  }

  #tell(): void {
    if (!this.#hasBegun && this.#doing === undefined) return;
    this.#last = performance.now();
    const { fraction, ...progress } = loadProgress(this.meter.read(this.#last));
    if (this.#doing !== undefined) this.#report({ fraction, text: this.#doing });
    else this.#report({ fraction, ...progress });
  }
}
