import { describe, expect, it } from 'vitest';
import { drawChart } from '../../../../src/cli/eval/chart.ts';
import type { OtherSummary, RankEstimates, Summary } from '../../../../src/cli/eval/summary.ts';

const estimates = (value: number): RankEstimates => {
  const estimate = { value, low: value - 0.1, high: value + 0.1 };
  return {
    recall1: estimate,
    recall3: estimate,
    recall5: estimate,
    mrr10: estimate,
    ndcg10: estimate,
  };
};
const pairing = { wins: 0, losses: 0, ties: 1, difference: undefined };
const other = (label: string, value: number): OtherSummary => ({
  ...{ id: label, label, page: estimates(value), section: estimates(value) },
  against: { page: pairing, section: pairing },
});
const summary: Summary = {
  ...{
    name: 'R&D <docs>',
    passages: 9,
    questions: 1,
    answerable: 1,
    followups: 0,
    unanswerable: 0,
  },
  ...{ page: estimates(0.8), section: estimates(0.6), withFacts: 0 },
  facts: { injected: undefined, injected5: undefined, extractive: undefined },
  abstain: { auroc: undefined, refusedAnswerable: undefined, refusedUnanswerable: undefined },
  others: [other('plain BM25', 0.5)],
};

/** Elements by name; throws where one is not closed, or a character is not allowed. */
function elements(xml: string): string[] {
  const open: string[] = [];
  const all: string[] = [];
  for (const [, text = '', close, name = '', attributes = '', own] of xml.matchAll(
    /([^<]*)<(\/?)([a-z]+)((?:\s[\w:-]+="[^"<]*")*)\s*(\/?)>/gy,
  )) {
    if (/&(?!amp;|lt;|gt;)|[<>]/.test(text + attributes)) throw new Error(`not escaped: ${text}`);
    if (close) {
      if (open.pop() !== name) throw new Error(`closes ${name} wrongly`);
    } else {
      all.push(name);
      if (!own) open.push(name);
    }
  }
  if (open.length > 0 || !/<\/svg>\s*$/.test(xml)) throw new Error(`open: ${open.join()}`);
  return all;
}

describe('the chart', () => {
  const svg = drawChart(summary);
  const count = (name: string) => elements(svg).filter((each) => each === name).length;

  it('is well-formed, whatever the corpus is called', () => {
    expect(() => elements(svg)).not.toThrow();
    expect(svg).toContain('R&amp;D &lt;docs&gt;');
    expect(() => elements(svg.replace('</text>', ''))).toThrow();
  });

  it('has a bar and a whisker for each system and figure, and a legend', () => {
    // Bars, the legend's marks and the background.
    expect(count('rect')).toBe(4 * 2 + 2 + 1);
    expect(count('path')).toBe(4 * 2);
    expect(svg).toContain('>askpage</text>');
    expect(svg).toContain('>plain BM25</text>');
  });

  it('draws higher figures higher', () => {
    const bars = [...svg.matchAll(/<rect x="[^"]*" y="([^"]*)" [^>]*height="([^"]*)" fill="#/g)];
    const heights = bars.map(([, , height]) => Number(height));
    const [first = 0, second = 0] = heights.slice(-8);
    expect(first / second).toBeCloseTo(0.8 / 0.5, 1);
  });

  it('leaves out what was not measured', () => {
    const judged = drawChart({ ...summary, section: undefined, others: [] });
    expect(judged).not.toContain('section');
    expect(elements(judged).filter((name) => name === 'path')).toHaveLength(3);
  });
});
