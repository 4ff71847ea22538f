import { describe, expect, it } from 'vitest';
import { progressStream } from '../../src/core/progress-stream.ts';

const wait = (ms = 1) => new Promise((resolve) => setTimeout(resolve, ms));
const collect = async (stream: AsyncIterable<number>) => {
  const items: number[] = [];
  for await (const item of stream) items.push(item);
  return items;
};

describe('progress', () => {
  it('arrives in order and ends with the work', async () => {
    const work = async (report: (item: number) => void) => {
      for (const item of [1, 2, 3]) {
        report(item);
        await wait();
      }
    };
    expect(await collect(progressStream(work))).toEqual([1, 2, 3]);
    expect(await collect(progressStream(() => Promise.resolve()))).toEqual([]);
  });

  it('that is not read in time is skipped, but never the last', async () => {
    const items: number[] = [];
    const work = async (report: (item: number) => void) => {
      for (let item = 1; item <= 20; item++) {
        report(item);
        await wait();
      }
    };
    for await (const item of progressStream(work)) {
      items.push(item);
      await wait(8);
    }
    expect(items.length).toBeLessThan(20);
    expect(items.at(-1)).toBe(20);
    expect([...items].sort((a, b) => a - b)).toEqual(items);
  });

  it('ends as the work fails, after what was reported', async () => {
    const items: number[] = [];
    const reading = async () => {
      const work = (report: (item: number) => void) => {
        report(1);
        return Promise.reject(new Error('no model'));
      };
      for await (const item of progressStream(work)) items.push(item);
    };
    await expect(reading()).rejects.toThrow('no model');
    expect(items).toEqual([1]);
  });
});
