import { expect, it } from 'vitest';
import { hear, tell } from '../../src/core/rpc.ts';
import { readTiming, TrafficLedger } from '../../src/core/traffic.ts';

const ledgerOf = (...arrivals: Parameters<TrafficLedger['add']>[0][]) => {
  const ledger = new TrafficLedger();
  for (const arrival of arrivals) ledger.add(arrival);
  return ledger;
};

const A = 'https://a.test/x.bin';
const B = 'https://b.test:8443/y.bin';

it('adds up requests and bytes by address and host, in their order', () => {
  const ledger = ledgerOf(
    { url: B, requests: 1, bytes: 0 },
    { url: A, requests: 1, bytes: 300 },
    { url: B, requests: 0, bytes: 7 },
    { url: B, requests: 1, bytes: 5 },
    { url: 'https://a.test/z', requests: 1, bytes: 1 },
  );
  expect(
    ledger.hosts.map(({ host, requests, bytes, isMore }) => [host, requests, bytes, isMore]),
  ).toEqual([
    ['b.test:8443', 2, 12, false],
    ['a.test', 2, 301, false],
  ]);
  expect(ledger.hosts[1]?.addresses.map(({ url }) => url)).toEqual([A, 'https://a.test/z']);
});

it('says where more may have come than is known', () => {
  const ledger = ledgerOf(
    { url: A, requests: 1, bytes: 5 },
    { url: A, requests: 1, bytes: undefined },
  );
  expect(ledger.hosts).toMatchObject([{ bytes: 5, isMore: true, addresses: [{ isMore: true }] }]);
});

it('leaves out addresses that lead to nobody', () => {
  const nobody = ['blob:https://a.test/1', 'data:,x', 'chrome-extension://abc/x.js'];
  expect(ledgerOf(...nobody.map((url) => ({ url, requests: 1, bytes: 1 }))).hosts).toEqual([]);
});

it('puts two ledgers together and leaves both as they are', () => {
  const one = ledgerOf({ url: A, requests: 1, bytes: 5 });
  const other = ledgerOf(
    { url: A, requests: 1, bytes: undefined },
    { url: B, requests: 1, bytes: 2 },
  );
  const both = one.with(other);
  expect(both.hosts).toMatchObject([
    { host: 'a.test', requests: 2, bytes: 5, isMore: true },
    { host: 'b.test:8443', requests: 1, bytes: 2, isMore: false },
  ]);
  expect(one.hosts).toMatchObject([{ requests: 1, isMore: false }]);
});

it.each([
  ['from the network', { transferSize: 1300, encodedBodySize: 1000 }, 1300],
  ['from the cache', { transferSize: 0, encodedBodySize: 1000 }, 0],
  ['hidden by another origin', { transferSize: 0, encodedBodySize: 0 }, undefined],
])('reads the size of a file %s', (_name, sizes, bytes) => {
  expect(readTiming({ name: A, ...sizes })).toEqual({ url: A, requests: 1, bytes });
});

it('what is told is heard by its topic alone', async () => {
  const { port1, port2 } = new MessageChannel();
  const heard: unknown[] = [];
  hear(port2, 'news', (news) => heard.push(news));
  port2.start();
  tell(port1, 'other', 1);
  port1.postMessage({ id: 1, value: 'an answer' });
  tell(port1, 'news', [2]);
  await expect.poll(() => heard).toEqual([[2]]);
  port1.close();
});
