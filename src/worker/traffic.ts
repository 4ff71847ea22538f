import { readTiming, TRAFFIC } from '../core/traffic.ts';
import { tell, type Port } from '../core/rpc.ts';

/** Tells the page of every request that this worker has made or will make, as the browser notes them. */
export function reportTraffic(port: Port): void {
  const observer = new PerformanceObserver((list) => {
    const timings = list.getEntries() as PerformanceResourceTiming[];
    tell(port, TRAFFIC, timings.map(readTiming));
  });
  observer.observe({ type: 'resource', buffered: true });
}
