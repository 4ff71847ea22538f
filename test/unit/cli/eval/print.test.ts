import { describe, expect, it } from 'vitest';
import { printEstimate, printPairing } from '../../../../src/cli/eval/print.ts';

describe('figures in print', () => {
  it('have two digits and no leading zero', () => {
    expect(printEstimate({ value: 0.746, low: 0.601, high: 1 })).toBe('.75 [.60, 1.0]');
    expect(printEstimate({ value: -0.001, low: -0.126, high: 0 })).toBe('.00 [-.13, .00]');
    expect(printEstimate(undefined)).toBe('–');
  });

  it('of a pairing count in words', () => {
    const difference = { value: 0.05, low: -0.01, high: 0.11 };
    expect(printPairing({ wins: 12, losses: 1, ties: 0, difference })).toBe(
      '12 wins, 1 loss, 0 ties; MRR@10 +.05 [-.01, .11]',
    );
  });
});
