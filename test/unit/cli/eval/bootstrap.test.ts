import { describe, expect, it } from 'vitest';
import { bootstrap, bootstrapMean, pair } from '../../../../src/cli/eval/bootstrap.ts';

const shares = (ones: number, of: number) =>
  Array.from({ length: of }, (_, index) => (index < ones ? 1 : 0));
const width = ({ low, high }: { low: number; high: number }) => high - low;

describe('a bootstrap interval', () => {
  it('holds the figure, and is the same in every run', () => {
    const first = bootstrapMean(shares(30, 40));
    expect(first?.value).toBe(0.75);
    expect(first?.low).toBeLessThan(0.75);
    expect(first?.high).toBeGreaterThan(0.75);
    expect(bootstrapMean(shares(30, 40))).toEqual(first);
  });

  it('is about as wide as theory says for a share', () => {
    const { low = 0, high = 0 } = bootstrapMean(shares(50, 100)) ?? {};
    const expected = 2 * 1.96 * Math.sqrt((0.5 * 0.5) / 100);
    expect(Math.abs(width({ low, high }) - expected)).toBeLessThan(0.03);
  });

  it('narrows with more questions', () => {
    const few = bootstrapMean(shares(6, 10));
    const many = bootstrapMean(shares(600, 1000));
    expect(few && many && width(many) < width(few) / 5).toBe(true);
  });

  it('has no width where all questions went alike', () => {
    expect(bootstrapMean([1, 1, 1])).toEqual({ value: 1, low: 1, high: 1 });
  });

  it('is nothing without questions', () => {
    expect(bootstrapMean([])).toBeUndefined();
    expect(bootstrap([[1], []], () => 1)).toBeUndefined();
  });

  it('draws each sample by itself', () => {
    const sizes = new Set<string>();
    bootstrap([shares(1, 3), shares(1, 5)], (samples) => {
      sizes.add(samples.map(({ length }) => length).join());
      return 0;
    });
    expect([...sizes]).toEqual(['3,5']);
  });
});

describe('two systems', () => {
  it('are compared question by question', () => {
    const compared = pair([1, 0.5, 0, 1], [0, 0.5, 1, 0]);
    expect(compared).toMatchObject({ wins: 2, losses: 1, ties: 1 });
    expect(compared.difference?.value).toBeCloseTo(0.25);
  });

  it('differ surely where one always wins by the same', () => {
    const ours = [0.9, 0.8, 0.7, 0.6];
    const { difference } = pair(
      ours,
      ours.map((value) => value - 0.1),
    );
    expect(difference?.low).toBeCloseTo(0.1);
    expect(difference?.high).toBeCloseTo(0.1);
  });
});
