import { hear, type Port } from '../core/rpc.ts';
import {
  readTiming,
  TRAFFIC,
  TrafficLedger,
  type Arrival,
  type HostTraffic,
} from '../core/traffic.ts';
import { Listeners } from './listeners.ts';

/** Whether an address that the page has asked for is the widget's. */
export type IsOurs = (url: string) => boolean;

/**
 * What the widget has fetched since the page was opened: by the page as far as it is the widget's, and
 * by its workers, those that have ended included.
 */
export class TrafficLog {
  readonly #told = new TrafficLedger();
  /** All of the page's, since a later element may bring addresses that were asked for before. */
  readonly #ofPage: Arrival[] = [];
  readonly #claims = new Set<IsOurs>();
  readonly #listeners = new Listeners();
  readonly subscribe = this.#listeners.subscribe;
  #observer: PerformanceObserver | undefined;

  /** By host, in the order of their first request. */
  get hosts(): HostTraffic[] {
    const claims = [...this.#claims];
    const ledger = new TrafficLedger();
    for (const arrival of this.#ofPage)
      if (claims.some((isOurs) => isOurs(arrival.url))) ledger.add(arrival);
    return ledger.with(this.#told).hosts;
  }

  /** Listens to a worker that was just started. */
  watchWorker(port: Port): void {
    hear(port, TRAFFIC, (arrivals) => {
      for (const arrival of arrivals as Arrival[]) this.#told.add(arrival);
      this.#listeners.tell();
    });
  }

  /** Counts the page's own requests that `isOurs` knows, from the page's beginning on. */
  claim(isOurs: IsOurs): void {
    this.#claims.add(isOurs);
    if (this.#observer) return;
    this.#observer = new PerformanceObserver((list) => {
      const timings = list.getEntries() as PerformanceResourceTiming[];
      this.#ofPage.push(...timings.map(readTiming));
      this.#listeners.tell();
    });
    this.#observer.observe({ type: 'resource', buffered: true });
  }
}

/** The page's one: workers are started in several places. */
export const traffic = new TrafficLog();
