import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseEvalArguments } from '../../../../src/cli/eval/arguments.ts';
import { findPairs, pairNames } from '../../../../src/cli/eval/pairs.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'askpage-pairs-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const parse = (line: string) => parseEvalArguments(line.split(' '));

describe('the command line', () => {
  it('pairs in order, and gives judgements to the questions before them', async () => {
    const given = await parse(
      '--corpus a --corpus b --questions qa --questions qb --qrels rb --encoder full --json',
    );
    expect(given).toMatchObject({
      pairs: [
        { corpus: 'a', questions: 'qa' },
        { corpus: 'b', questions: 'qb', qrels: 'rb' },
      ],
      json: true,
      misses: false,
    });
  });

  it.each([
    ['--corpus a', /1 × --corpus and 0 × --questions/],
    ['--qrels r --corpus a --questions q', /--qrels r follows no --questions/],
    ['--corpus a --questions q --qrels r --qrels s', /--qrels s follows no --questions/],
    ['--corpus a --questions q --encoder heavy', /--encoder heavy is unknown. Use full or light/],
    ['--corpus a --questions q --quick', /--quick.*See askpage eval --help/],
    ['extra --corpus a --questions q', /extra.*See askpage eval --help/],
    ['--json', /Nothing to ask/],
  ])('of %s is refused', async (line, message) => {
    await expect(parse(line)).rejects.toMatchObject({
      code: 'bad-option',
      message: expect.stringMatching(message) as string,
    });
  });

  it('gives help instead', async () => {
    expect(await parse('--help')).toBeUndefined();
  });
});

describe('a folder of pairs', () => {
  const write = async (...paths: string[]) => {
    await mkdir(join(folder, 'corpora'), { recursive: true });
    await mkdir(join(folder, 'questions'), { recursive: true });
    for (const path of paths) await writeFile(join(folder, path), '');
  };

  it('gives each corpus its questions and judgements', async () => {
    await write('corpora/b.jsonl', 'corpora/a.jsonl', 'corpora/a.LICENSE.txt', 'corpora/c.jsonl');
    await write('questions/a.dev.jsonl', 'questions/a.test.jsonl', 'questions/ab.jsonl');
    await write('questions/b.queries.jsonl', 'questions/b.qrels.test.tsv');
    await mkdir(join(folder, 'corpora/site'));
    await write('questions/site.jsonl');
    const pairs = await findPairs(folder);
    const short = pairs.map(({ corpus, questions, qrels }) =>
      [corpus, questions, qrels].map((path) => path?.slice(folder.length + 1)),
    );
    expect(short).toEqual([
      ['corpora/a.jsonl', 'questions/a.dev.jsonl', undefined],
      ['corpora/a.jsonl', 'questions/a.test.jsonl', undefined],
      ['corpora/b.jsonl', 'questions/b.queries.jsonl', 'questions/b.qrels.test.tsv'],
      ['corpora/site', 'questions/site.jsonl', undefined],
    ]);
    expect(pairNames(pairs)).toEqual(['a.dev', 'a.test', 'b', 'site']);
  });

  it('without pairs is told', async () => {
    await expect(findPairs(folder)).rejects.toThrow(/There is no folder .*corpora/);
    await write('corpora/a.jsonl', 'questions/b.jsonl');
    await expect(findPairs(folder)).rejects.toThrow(/No pair was found in/);
  });
});
