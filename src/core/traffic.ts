/** What is known of a request, told by the thread that made it. */
export interface Arrival {
  /** Absolute address. */
  url: string;
  /** Requests that this tells of: 0 where it only adds bytes to one that was told before. */
  requests: number;
  /** Bytes that came; 0 from the browser's cache; undefined where the browser doesn't tell. */
  bytes: number | undefined;
}

/** Everything that one address was asked for. */
export interface AddressTraffic {
  url: string;
  requests: number;
  /** Bytes that are known to have come. */
  bytes: number;
  /** Whether more may have come than `bytes`. */
  isMore: boolean;
}

export interface HostTraffic {
  /** With its port. */
  host: string;
  requests: number;
  bytes: number;
  isMore: boolean;
  /** In the order in which they were asked for first. */
  addresses: AddressTraffic[];
}

/** Topic of the messages in which a worker tells its arrivals. */
export const TRAFFIC = 'traffic';

/** The part of `PerformanceResourceTiming` that is read. */
export interface ResourceTiming {
  name: string;
  transferSize: number;
  encodedBodySize: number;
}

/**
 * Reads what the browser noted of a request. Of a file from its cache the transfer is 0 and the body is
 * not; where both are 0 the browser hides the sizes of another origin, or nothing came.
 */
export function readTiming({ name, transferSize, encodedBodySize }: ResourceTiming): Arrival {
  const isHidden = transferSize === 0 && encodedBodySize === 0;
  return { url: name, requests: 1, bytes: isHidden ? undefined : transferSize };
}

const HOST = /^https?:\/\/([^/?#]+)/;

/** Adds up arrivals by address. `blob:` and `data:` addresses go to nobody and are left out. */
export class TrafficLedger {
  readonly #addresses = new Map<string, AddressTraffic>();

  add({ url, requests, bytes }: Arrival): void {
    if (!HOST.test(url)) return;
    const before = this.#addresses.get(url) ?? { url, requests: 0, bytes: 0, isMore: false };
    this.#addresses.set(url, {
      url,
      requests: before.requests + requests,
      bytes: before.bytes + (bytes ?? 0),
      isMore: before.isMore || bytes === undefined,
    });
  }

  /** What this one and another hold together. */
  with(other: TrafficLedger): TrafficLedger {
    const both = new TrafficLedger();
    for (const ledger of [this, other]) {
      for (const { url, requests, bytes, isMore } of ledger.#addresses.values()) {
        both.add({ url, requests, bytes });
        if (isMore) both.add({ url, requests: 0, bytes: undefined });
      }
    }
    return both;
  }

  /** By host, in the order of their first request. */
  get hosts(): HostTraffic[] {
    const hosts = new Map<string, HostTraffic>();
    for (const address of this.#addresses.values()) {
      const host = HOST.exec(address.url)?.[1] ?? '';
      const found = hosts.get(host) ?? { host, ...NOTHING, addresses: [] };
      hosts.set(host, {
        host,
        requests: found.requests + address.requests,
        bytes: found.bytes + address.bytes,
        isMore: found.isMore || address.isMore,
        addresses: [...found.addresses, address],
      });
    }
    return [...hosts.values()];
  }
}

const NOTHING = { requests: 0, bytes: 0, isMore: false };
