import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BM25 } from '../../../src/core/ranking/bm25.ts';
import { buildKeywordIndex } from '../../../src/core/ranking/keyword-index.ts';
import type { KeywordDocument } from '../../../src/core/ranking/postings.ts';
import { queryTerms, tokenise } from '../../../src/core/ranking/tokenise.ts';

const titled = (title: string, text = '', headings: string[] = []): KeywordDocument => ({
  title,
  headings,
  text,
});
const indexTexts = (...texts: string[]) => buildKeywordIndex(texts.map((text) => titled('', text)));
const rows = (hits: { row: number }[]) => hits.map(({ row }) => row);

describe('a search', () => {
  const docs = indexTexts(
    'Call setErrorHandler to catch errors of a plugin.',
    'The limit is exceeded: FST_ERR_CTP_BODY_TOO_LARGE.',
    'Use import.meta.glob to import many modules.',
    'Run the dev server in a Docker container and set the host.',
    'サーバーの設定ファイル',
    'Die Schaltfläche öffnet das Menü.',
  );

  it.each([
    ['setErrorHandler', 0],
    ['seterrorhandler', 0],
    ['error handler', 0],
    ['FST_ERR_CTP_BODY_TOO_LARGE', 1],
    ['fst_err_ctp_body_too_large', 1],
    ['body too large', 1],
    ['import.meta.glob', 2],
    ['module globs', 2],
    ['設定', 4],
    ['定', 4],
    ['schaltflache offnen menu', 5],
  ])('finds %s', (query, row) => expect(docs.search(query, 3)[0]?.row).toBe(row));

  it('prefers the identifier itself to its parts', () => {
    const index = indexTexts('set the error handler', 'setErrorHandler', 'error');
    expect(index.search('setErrorHandler', 3)[0]?.row).toBe(1);
  });

  it('finds a lone character wherever it stands', () => {
    expect(rows(indexTexts('猫', '犬', '子猫が').search('猫', 5)).sort()).toEqual([0, 2]);
  });

  it('returns at most the limit, best first, equal ones by row', () => {
    const index = indexTexts('port', 'none', 'port', 'port port', 'port');
    expect(rows(index.search('port', 3))).toEqual([3, 0, 2]);
    expect(index.search('port', 0)).toEqual([]);
  });

  it('finds titles and headings too, and ranks them above a mention', () => {
    const index = buildKeywordIndex([
      titled('Guide', 'Some words about logging and many others that fill the room'),
      titled('Guide', 'Nothing of the kind', ['Logging']),
      titled('Logging', 'Nothing of the kind'),
      titled('Guide', 'Nothing of the kind'),
    ]);
    expect(rows(index.search('logging', 9)).sort()).toEqual([0, 1, 2]);
    expect(index.search('logging', 9).at(-1)?.row).toBe(0);
  });

  it('finds a word however often it is repeated', () => {
    for (const times of [255, 256, 300, 65_536]) {
      expect(rows(indexTexts('port '.repeat(times), 'host').search('port', 5))).toEqual([0]);
    }
  });

  it('finds nothing for an empty question, mere signs and strange words', () => {
    for (const query of ['', '  ', '?!', 'qqqq zzzzzzzz', '42']) {
      expect(docs.search(query, 5)).toEqual([]);
      expect(docs.coverage(query, 0)).toBe(0);
    }
  });

  it('is possible on an empty index', () => {
    const empty = buildKeywordIndex([]);
    expect(empty.size).toBe(0);
    expect(empty.search('anything', 5, { prefix: true })).toEqual([]);
    expect(buildKeywordIndex([titled('')]).search('anything', 5)).toEqual([]);
  });

  it('reads a very long question by its first words only', () => {
    const filler = 'word '.repeat(2) + Array.from({ length: 2000 }, (_, i) => `z${i}q`).join(' ');
    expect(filler.length).toBeGreaterThan(10_000);
    expect(docs.search(`docker ${filler}`, 1)[0]?.row).toBe(3);
    expect(docs.search(`${filler} docker`, 1)).toEqual([]);
  });
});

describe('misspelt words', () => {
  const index = indexTexts(
    'docker container',
    'accessible pages',
    'locked doors',
    'configuration file',
    'data',
  );

  it.each([
    ['dokcer', 0],
    ['dcker', 0],
    ['dockker', 0],
    ['doczer', 0],
    ['contaner', 0],
    ['acesible', 1],
    ['configurtaoin', 3],
  ])('find what was meant: %s', (query, row) =>
    expect(rows(index.search(query, 5))).toEqual([row]),
  );

  it.each(['dxxker', 'dat', 'dota', 'konfigurashen'])('are not stretched too far: %s', (query) =>
    expect(index.search(query, 5)).toEqual([]),
  );

  it('stand for the nearest words only', () => {
    const near = indexTexts('abcdefaa', 'abcdefgx', 'abcdefzz');
    expect(rows(near.search('abcdefgh', 5))).toEqual([1]);
  });

  it('are never corrected where the site knows the word', () => {
    const both = indexTexts('rendered', 'rendered', 'renderer');
    expect(rows(both.search('renderer', 5))).toEqual([2]);
  });

  it('count less than words spelt right', () => {
    const two = indexTexts('docker image', 'podman image');
    expect(two.search('dokcer podman', 2)[0]?.row).toBe(1);
  });
});

describe('while the reader types', () => {
  const index = indexTexts('configure the proxy', 'a proximity sensor', 'confetti', 'other words');

  it('completes the last word', () => {
    expect(rows(index.search('conf', 5, { prefix: true })).sort()).toEqual([0, 2]);
    expect(rows(index.search('configure pro', 5, { prefix: true }))).toEqual([0, 1]);
    expect(index.search('conf', 5)).toEqual([]);
  });

  it('completes the last word only, and only while it is unfinished', () => {
    expect(rows(index.search('conf sensor', 5, { prefix: true }))).toEqual([1]);
    expect(index.search('conf ', 5, { prefix: true })).toEqual([]);
  });

  it('prefers the word itself to its completions', () => {
    const two = indexTexts('portable', 'portable', 'port', 'nothing');
    expect(two.search('port', 5, { prefix: true })[0]?.row).toBe(2);
    expect(two.search('port', 5, { prefix: true })).toHaveLength(3);
  });

  it('keeps finding the word at its last letters, singular or plural', () => {
    const two = indexTexts('directive', 'entry');
    for (const typed of ['direct', 'directiv', 'directive', 'directives']) {
      expect(rows(two.search(typed, 5, { prefix: true }))).toEqual([0]);
    }
  });

  it('takes a last letter s as part of the word, not as a plural', () => {
    expect(rows(indexTexts('version', 'other').search('vers', 5, { prefix: true }))).toEqual([0]);
  });

  it('completes identifiers, whole or from their last part', () => {
    const two = indexTexts('server.hmr.port', 'setErrorHandler');
    expect(rows(two.search('server.hm', 5, { prefix: true }))).toEqual([0]);
    expect(two.search('setErr', 5, { prefix: true })[0]?.row).toBe(1);
  });
});

describe('scores', () => {
  const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'port', 'host', 'proxy', '東京');
  const words = fc.array(word, { maxLength: 12 }).map((list) => list.join(' '));
  const document = fc.record({
    title: words,
    headings: fc.array(words, { maxLength: 2 }),
    text: words,
  });
  const documents = fc.array(document, { minLength: 1, maxLength: 12 });

  it('agree with BM25F written out plainly', () => {
    fc.assert(
      fc.property(documents, words, (docs, query) => {
        const scores = buildKeywordIndex(docs).scores(query);
        docs.forEach((_, row) => expect(scores[row]).toBeCloseTo(plainBm25(docs, query, row), 9));
      }),
    );
  });

  it('never exceed the highest score, and lie above 0 exactly where a word is shared', () => {
    fc.assert(
      fc.property(documents, words, (docs, query) => {
        const index = buildKeywordIndex(docs);
        index.scores(query).forEach((score, row) => {
          expect(score).toBeLessThanOrEqual(index.highestScore(query));
          expect(score > 0).toBe(index.coverage(query, row) > 0);
        });
      }),
    );
  });
});

describe('the rarest word missed', () => {
  const index = indexTexts('the proxy of the server', 'the server', 'the host', 'the docker');

  it('is none where the rows hold all words between them', () => {
    expect(index.rarestMissed('the proxy docker', [0, 3])).toBe(0);
    expect(index.rarestMissed('dokcer', [3])).toBe(0);
    expect(index.rarestMissed('', [])).toBe(0);
  });

  it('weighs by its rarity, a strange word most', () => {
    const [common, rare, strange] = ['server', 'proxy', 'zzzz'].map((word) =>
      index.rarestMissed(`the ${word}`, [2]),
    );
    expect(common).toBeGreaterThan(0);
    expect(rare).toBeGreaterThan(common ?? 1);
    expect(strange).toBe(1);
    expect(index.rarestMissed('server proxy', [2])).toBe(rare);
  });
});

describe('coverage', () => {
  const index = indexTexts('the proxy of the server', 'the server', 'the host', 'the docker');

  it('is the share of the words, the rare ones counting more', () => {
    expect(index.coverage('the proxy', 0)).toBe(1);
    expect(index.coverage('the proxy', 1)).toBeLessThan(0.5);
    expect(index.coverage('server proxy', 1)).toBeGreaterThan(0);
    expect(index.coverage('proxy', 1)).toBe(0);
  });

  it('counts strange words as missing and corrected ones as found', () => {
    expect(index.coverage('proxy zzzz', 0)).toBeLessThan(0.6);
    expect(index.coverage('dokcer', 3)).toBe(1);
  });
});

describe('inverse document frequency', () => {
  it('falls with the number of passages that hold the term', () => {
    const index = indexTexts('the rare', 'the', 'the');
    expect(index.idf('unknown')).toBeGreaterThan(index.idf('rare'));
    expect(index.idf('rare')).toBeGreaterThan(index.idf('the'));
    expect(index.idf('the')).toBeGreaterThan(0);
    expect(index.idf('rare')).toBeCloseTo(Math.log(1 + 2.5 / 1.5), 12);
  });
});

/** Robertson and Zaragoza's formula, without any index. */
function plainBm25(docs: readonly KeywordDocument[], query: string, row: number): number {
  const fields = (document: KeywordDocument) =>
    [document.title, document.headings.join('\n'), document.text].map(tokenise);
  const all = docs.map(fields);
  const own = all[row] ?? [];
  const mean = (field: number) => {
    const lengths = all.map((each) => each[field]?.length ?? 0).filter((length) => length > 0);
    return lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  };
  let score = 0;
  for (const term of queryTerms(query)) {
    const df = all.filter((each) => each.flat().includes(term)).length;
    let frequency = 0;
    own.forEach((terms, field) => {
      const count = terms.filter((other) => other === term).length;
      const b = BM25.b[field] ?? 0;
      if (count === 0) return;
      frequency +=
        ((BM25.weights[field] ?? 0) * count) / (1 - b + (b * terms.length) / mean(field));
    });
    const idf = Math.log(1 + (docs.length - df + 0.5) / (df + 0.5));
    score += (idf * (BM25.k1 + 1) * frequency) / (BM25.k1 + frequency);
  }
  return score;
}
