import { describe, expect, it } from 'vitest';
import { DownloadMeter, loadProgress, RateMeter } from '../../../src/engines/model-store/meter.ts';

/** Packets of 10,000 bytes every 100 ms from `from` to `to`. */
function feed(meter: { add(bytes: number, at: number): void }, from: number, to: number) {
  for (let at = from; at < to; at += 100) meter.add(10_000, at);
}

describe('the rate of a download', () => {
  it('is not guessed in the first second', () => {
    const meter = new RateMeter();
    expect(meter.rate(0)).toBeUndefined();
    feed(meter, 0, 900);
    expect(meter.rate(900)).toBeUndefined();
    expect(meter.rate(1000)).toBeCloseTo(90_000, -3);
  });

  it('is that of the last five seconds, not of the whole time', () => {
    const meter = new RateMeter();
    feed(meter, 0, 60_000);
    expect(meter.rate(60_000)).toBeGreaterThan(94_000);
    expect(meter.rate(60_000)).toBeLessThan(101_000);
    expect(meter.rate(62_500)).toBeLessThan(55_000);
    expect(meter.rate(66_000)).toBe(0);
    feed(meter, 70_000, 76_000);
    expect(meter.rate(76_000)).toBeGreaterThan(94_000);
  });
});

describe('how far a download is', () => {
  it('counts what is stored, what arrives, and what was lost', () => {
    const meter = new DownloadMeter();
    meter.expect('a', 1000, 1000);
    meter.expect('b', 3000);
    meter.arrived('b', 2000, 0);
    expect(meter.read(10)).toEqual({ doneBytes: 3000, totalBytes: 4000 });
    meter.restart('b');
    meter.stall();
    expect(meter.read(20)).toEqual({ doneBytes: 1000, totalBytes: 4000, isStalled: true });
    meter.arrived('b', 1000, 2000);
    expect(meter.read(2000)).toEqual({
      ...{ doneBytes: 2000, totalBytes: 4000, bytesPerSecond: 1500 },
      secondsLeft: 2000 / 1500,
    });
  });

  it('never shows more than all, where a host told a smaller size', () => {
    const meter = new DownloadMeter();
    meter.expect('a', 10);
    meter.arrived('a', 30, 0);
    expect(loadProgress(meter.read(0)).fraction).toBe(1);
  });

  it('is told in words, other ones while nothing arrives', () => {
    const download = { doneBytes: 12.4e6, totalBytes: 300e6 };
    expect(loadProgress(download).text).toBe('Downloading the model: 12 of 300 MB');
    const still = { ...download, isStalled: true };
    expect(loadProgress(still).text).toBe('Waiting for the download to go on: 12 of 300 MB');
  });
});
