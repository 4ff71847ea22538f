import { describe, expect, it } from 'vitest';
import { missingFacts } from '../../../../src/cli/eval/facts.ts';

describe('facts', () => {
  it('are found whatever their case and white space', () => {
    expect(missingFacts(["type: 'Object'"], ["it says\ntype:'object' there"])).toEqual([]);
  });

  it('have to be there all, in any of the texts', () => {
    const texts = ['The port is 3000.', 'The host is ::1.'];
    expect(missingFacts(['3000', '::1'], texts)).toEqual([]);
    expect(missingFacts(['3000', '8080'], texts)).toEqual(['8080']);
  });

  it('are not put together from two texts', () => {
    expect(missingFacts(['port 3000'], ['The port', '3000 files'])).toEqual(['port 3000']);
  });
});
