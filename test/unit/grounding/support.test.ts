import { describe, expect, it } from 'vitest';
import { hearEntailment, type EntailmentModel } from '../../../src/core/grounding/entailment.ts';
import {
  checkSupport,
  textsToCompare,
  type SupportQuery,
} from '../../../src/core/grounding/support.ts';
import { vectorsOf } from '../../../src/core/grounding/text-vectors.ts';
import type { Embedder } from '../../../src/core/ports.ts';

const passages = [
  {
    number: 3,
    heading: 'Server > Ports',
    text:
      'The server listens on port 3000 by default. When set to `0`, a free port is chosen.\n\n' +
      '```js\nlisten({ port: 3000, host: "localhost" })\n```',
  },
  {
    number: 5,
    heading: 'Backups',
    text: 'A copy of the data is written every night. Changes to the file require a restart of the server.',
  },
];

interface Means extends Partial<SupportQuery> {
  embedder?: Embedder;
  entailment?: EntailmentModel;
  signal?: AbortSignal;
}

/** As the page does it: vectors first, then the check, then what an entailment model says. */
async function check(answer: string, { embedder, entailment, signal, ...more }: Means = {}) {
  const query = { answer, question: 'how does it run?', passages, ...more };
  const vectors = await vectorsOf(textsToCompare(query), embedder, signal);
  const report = checkSupport({ ...query, vectors });
  return entailment ? hearEntailment(report, entailment) : report;
}

/** A fake: texts that hold one of the words lie on that word's axis, all others nowhere. */
function fakeEmbedder(axes: readonly (readonly string[])[]): Embedder & { texts: string[] } {
  const dimensions = axes.length;
  const texts: string[] = [];
  return {
    dimensions,
    texts,
    embed: (given) => {
      texts.push(...given);
      const rows = new Float32Array(given.length * dimensions);
      for (const [row, text] of given.entries()) {
        const axis = axes.findIndex((words) => words.some((word) => text.includes(word)));
        if (axis >= 0) rows[row * dimensions + axis] = 1;
      }
      return Promise.resolve(rows);
    },
  };
}

describe('the support of a claim, by words', () => {
  it('tells a copy from what the passages do not say, with the source and its sentence', async () => {
    const { claims } = await check(
      'A copy of the data is written every night. Dogs chase red cars along the river.',
    );
    expect(claims).toMatchObject([
      {
        verdict: 'supported',
        sources: [{ source: 5, text: 'A copy of the data is written every night.' }],
      },
      { verdict: 'not', sources: [] },
    ]);
  });

  it('strikes code that is in no passage, and not the one that is', async () => {
    const { claims } = await check(
      '```js\nlisten({ port: 3000, host: "localhost" })\n```\n\n```js\nstartAll(everything, now)\n```',
    );
    expect(claims).toMatchObject([
      { kind: 'code', verdict: 'supported', sources: [{ source: 3 }], isStruck: false },
      { kind: 'code', verdict: 'not', isStruck: true },
    ]);
  });

  it('is partial where all but a name is there', async () => {
    const { claims } = await check('A copy of the data is written by `nightly` every night.');
    expect(claims).toMatchObject([{ verdict: 'partly', missing: [{ text: 'nightly' }] }]);
  });

  it.each([
    // Each value stands in the passages, but not at this place.
    ['The server listens on port 0 by default.', '0'],
    ['When set to `3000`, a free port is chosen.', '3000'],
    // The contrary.
    [
      'Changes to the file do not require a restart of the server.',
      'Changes to the file do not require a restart of the server.',
    ],
  ])('is none in a copy that was changed: "%s"', async (answer, part) => {
    const { claims } = await check(answer);
    expect(claims).toMatchObject([{ verdict: 'not', altered: [{ text: part }] }]);
  });

  it('forgives a value that comes from the sentence beside', async () => {
    const list = [
      { number: 1, text: 'Default: `10000`\n\nThe longest time in which a plugin loads.' },
    ];
    const answer = 'The longest time in which a plugin loads is `10000`.';
    const { claims } = await check(answer, { passages: list });
    expect(claims).toMatchObject([{ verdict: 'supported', altered: [] }]);
  });
});

describe('the support of a claim, by meaning', () => {
  const embedder = () =>
    fakeEmbedder([
      ['copy', 'safeguarded'],
      ['port', 'dragons'],
    ]);
  const paraphrase = 'Everything gets safeguarded while people sleep.';

  it('finds a paraphrase without a word in common', async () => {
    const byWords = await check(paraphrase);
    expect(byWords.claims).toMatchObject([{ verdict: 'not' }]);
    const { claims } = await check(paraphrase, { embedder: embedder() });
    expect(claims).toMatchObject([
      { verdict: 'supported', sources: [{ source: 5 }], isStruck: false },
    ]);
  });

  it('compares a short claim together with the question', async () => {
    const short = 'It is 3000.';
    const more = { embedder: embedder() };
    expect((await check(short, more)).claims).toMatchObject([{ verdict: 'not' }]);
    const question = 'which port is it?';
    expect((await check(short, { ...more, question })).claims).toMatchObject([
      { verdict: 'supported', sources: [{ source: 3 }] },
    ]);
  });

  it('strikes what nothing is like', async () => {
    const { claims } = await check('Dogs chase red cars along rivers.', {
      embedder: fakeEmbedder([['Dogs']]),
    });
    expect(claims).toMatchObject([{ verdict: 'not', isStruck: true }]);
  });

  it('embeds no text twice', async () => {
    const fake = embedder();
    await check('The answer is 3000.', {
      embedder: fake,
      passages: [{ number: 1, text: 'Port 3000.' }],
    });
    expect(new Set(fake.texts).size).toBe(fake.texts.length);
  });

  it('falls back to words where the embedder fails, and stops with its signal', async () => {
    const broken: Embedder = { dimensions: 2, embed: () => Promise.reject(new Error('gone')) };
    const { claims } = await check('A copy of the data is written every night.', {
      embedder: broken,
    });
    expect(claims).toMatchObject([{ verdict: 'supported' }]);
    const signal = AbortSignal.abort(new Error('left'));
    await expect(check(paraphrase, { embedder: broken, signal })).rejects.toThrow('left');
  });

  it('is not judged by token vectors, which are fitted to questions', async () => {
    const light: Embedder = { ...embedder(), encoder: 'light' };
    const { claims } = await check(paraphrase, { embedder: light });
    expect(claims).toMatchObject([{ verdict: 'not' }]);
  });
});

describe('the whole answer', () => {
  const good = 'A copy of the data is written every night.';
  const bad = 'Dogs chase red cars along the river. Green apples taste sour in winter.';
  it.each([
    ['supported', good],
    ['mixed', `${good} Dogs chase red cars along the river.`],
    ['unsupported', `${good} ${bad}`],
    ['empty', 'This happens when:'],
    ['empty', ''],
  ] as const)('is %s', async (verdict, answer) => {
    expect((await check(answer)).verdict).toBe(verdict);
  });

  it('is unsupported where there are no passages', async () => {
    expect((await check(good, { passages: [] })).verdict).toBe('unsupported');
  });
});

describe('an entailment model', () => {
  /** A fake that is sure of one thing. */
  const fake = (entails: number, contradicts: number): EntailmentModel => ({
    judge: (pairs) => Promise.resolve(pairs.map(() => ({ entails, contradicts }))),
  });
  const copy = 'A copy of the data is written every night.';
  const other = 'Dogs chase red cars along the river.';

  it('is heard where it is sure', async () => {
    expect((await check(copy, { entailment: fake(0, 0.9) })).claims[0]?.verdict).toBe('not');
    expect((await check(other, { entailment: fake(0.9, 0) })).claims[0]?.verdict).toBe('supported');
    expect((await check(other, { entailment: fake(0.5, 0.5) })).claims[0]?.verdict).toBe('not');
  });

  it('takes the source away or gives it', async () => {
    const [refused] = (await check(copy, { entailment: fake(0, 0.9) })).claims;
    expect(refused).toMatchObject({ sources: [] });
    const [heard] = (await check(other, { entailment: fake(0.9, 0) })).claims;
    expect(heard?.sources).toEqual([heard?.nearest]);
  });

  it('brings back nothing that is missing letter by letter', async () => {
    const { claims } = await check('A copy of the data is written by `nightly` every night.', {
      entailment: fake(1, 0),
    });
    expect(claims).toMatchObject([{ verdict: 'partly' }]);
  });
});
