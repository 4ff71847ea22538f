import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { citeBySupport } from '../../../src/core/grounding/cite.ts';
import { checkSupport } from '../../../src/core/grounding/support.ts';

const passages = [
  { number: 1, text: 'The server listens on port 3000. Set `PORT` to listen elsewhere.' },
  {
    number: 2,
    text: 'A copy of the data is written every night.\n\n```sh\nbackup --to ./copies\n```',
  },
];
const PORT = 'The server listens on port 3000.';
const COPY = 'A copy of the data is written every night.';
const FALSE = 'Dogs chase red cars along the river.';

function cite(answer: string) {
  const report = checkSupport({ answer, question: 'how does it run?', passages });
  return citeBySupport(answer, report);
}

describe('citations by support', () => {
  it.each([
    ['are attached where there are none', `${PORT} ${COPY}`, `${PORT} [1] ${COPY} [2]`],
    ['are corrected', `${PORT} [2] ${COPY} [1]`, `${PORT} [1] ${COPY} [2]`],
    ['are corrected before a full stop', `${PORT.slice(0, -1)} [2].`, `${PORT} [1]`],
    ['are taken from what nothing supports', `${PORT} [1] ${FALSE} [2]`, `${PORT} [1] ${FALSE}`],
    [
      'stand once behind neighbours from one passage',
      `${PORT} Set \`PORT\` to listen elsewhere.`,
      `${PORT} Set \`PORT\` to listen elsewhere. [1]`,
    ],
    [
      'stand below a block of code, outside its fence',
      '```sh\nbackup --to ./copies\n```\n\nThis happens when:',
      '```sh\nbackup --to ./copies\n```\n\n[2]\n\nThis happens when:',
    ],
    [
      'stay out of code that has no end',
      '```sh\nbackup --to ./copies',
      '```sh\nbackup --to ./copies',
    ],
    [
      'stand in the last cell of a row',
      '| copy of the data | is written every night |',
      '| copy of the data | is written every night [2] |',
    ],
    ['leave code and links alone', `${FALSE} \`a[1]\` [1](x)`, `${FALSE} \`a[1]\` [1](x)`],
  ])('%s', (_, answer, cited) => {
    expect(cite(answer).text).toBe(cited);
  });

  it('are listed in order of mention', () => {
    expect(cite(`${COPY} ${PORT} ${FALSE}`).citations).toEqual([2, 1]);
    expect(cite(FALSE).citations).toEqual([]);
  });

  it('move the claims and what is missing along', () => {
    const { text, claims } = cite(`${PORT} [2] [1] Set \`HOST\` to listen elsewhere.`);
    expect(claims.map(({ start, end }) => text.slice(start, end))).toEqual([
      `${PORT} [1]`,
      'Set `HOST` to listen elsewhere.',
    ]);
    const [missing] = claims[1]?.missing ?? [];
    expect(text.slice(missing?.start, missing?.end)).toBe('HOST');
  });

  it('change nothing but citations, for any order of sentences', () => {
    const part = fc.constantFrom(PORT, COPY, FALSE, '[1]', '[2]', '\n\n- ', '> ', '`x[1]`', ' ');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const answer = parts.join(' ');
        const { text, claims } = cite(answer);
        const bare = (each: string) => each.replace(/\s*\[\d\]|\s+/g, '');
        expect(bare(text)).toBe(bare(answer));
        for (const claim of claims) expect(text.slice(claim.start, claim.end)).toBe(claim.text);
      }),
      { numRuns: 60 },
    );
  });
});
