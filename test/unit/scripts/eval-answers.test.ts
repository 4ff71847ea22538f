import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Scores } from '../../../scripts/answer-scores.ts';
import {
  appendLine,
  readLines,
  writeLines,
  type AnswerLine,
} from '../../../scripts/eval-answers-file.ts';
import { readCommand } from '../../../scripts/eval-answers-options.ts';
import { describeAnswers, signTest, type Scored } from '../../../scripts/eval-answers-report.ts';

const line = (id: string, opening = ''): AnswerLine => ({
  ...{
    kind: 'answer',
    id,
    opening,
    reply: 'It is so.',
    isCut: false,
    promptTokens: 9,
    replyTokens: 4,
  },
});

describe('what the command is told', () => {
  const PAIR = ['--corpus', 'c.jsonl', '--questions', 'q.jsonl'];

  it('compares with no opening always, and names each opening once', () => {
    const given = ['--opening', 'So:', '--opening', 'So:', '--opening', 'Then:'];
    const command = readCommand([...PAIR, ...given], { ASKPAGE_GGUF: 'm.gguf' });
    expect(command).toMatchObject({
      ...{ gguf: 'm.gguf', openings: ['', 'So:', 'Then:'], limit: Infinity, threads: 1 },
      sites: [{ corpus: 'c.jsonl', questions: 'q.jsonl' }],
      out: expect.stringMatching(/^docs\/eval\/answers-\d{4}-\d\d-\d\d\.jsonl$/) as string,
    });
  });

  it.each([
    ['no model', PAIR, '--gguf'],
    ['a corpus without questions', ['--gguf', 'm', '--corpus', 'c'], '--questions'],
    ['a limit that is no number', ['--gguf', 'm', ...PAIR, '--limit', 'many'], '"many"'],
    ['an option that is not known', ['--gguf', 'm', ...PAIR, '--lmit', '3'], '--lmit'],
  ])('refuses %s by name', (_, args, named) => {
    const command = readCommand(args, {});
    expect(command.kind === 'wrong' && command.message).toContain(named);
  });
});

describe('the file of answers', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'answers-'));
    path = join(folder, 'deep', 'answers.jsonl');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('keeps each line at once, also after one that was broken off', async () => {
    expect(await readLines(path)).toEqual([]);
    await appendLine(path, line('a'));
    await writeFile(path, `${await readFile(path, 'utf8')}{"id":"b","opening":"","re`);
    await appendLine(path, line('c'));
    expect(await readLines(path)).toEqual([line('a'), line('c')]);
  });

  it('is written anew whole', async () => {
    await writeLines(path, [line('a'), line('b')]);
    await writeLines(path, [{ kind: 'unasked', id: 'c' }, line('a')]);
    expect(await readLines(path)).toEqual([{ kind: 'unasked', id: 'c' }, line('a')]);
  });
});

describe('the report', () => {
  const scores: Scores = {
    ...{ invented: [], hasFacts: false, isEcho: false, copied: 0.5, words: 50 },
    ...{ isEmpty: false, abstains: false, cites: false },
  };
  const scored = (id: string, opening: string, given: Partial<Scores> = {}): Scored => ({
    ...line(id, opening),
    scores: { ...scores, ...given },
  });

  it('counts only questions that were answered with every opening, and pairs them', () => {
    const report = describeAnswers(
      [
        scored('a', '', { invented: ['x', 'y'] }),
        scored('a', 'So:', { invented: ['x'], hasFacts: true }),
        scored('b', '', { isEmpty: true }),
        scored('b', 'So:', { invented: ['z'], hasFacts: true }),
        scored('c', '', { invented: ['1', '2', '3'] }),
      ],
      ['', 'So:'],
    );
    const rows = report.split('\n').map((row) => row.split(/ {2,}/));
    expect(rows[0]).toEqual(['2 questions, each with every opening']);
    expect(rows.find(([name]) => name === '(none)')?.slice(0, 6)).toEqual([
      ...['(none)', '50 %', '100 %', '1.00', '2.00', '0 %'],
    ]);
    const [first, second] = rows.filter(([name]) => name === 'So:');
    expect(first?.slice(0, 6)).toEqual(['So:', '100 %', '100 %', '1.00', '2.00', '100 %']);
    expect(second).toEqual(['So:', '1, 1, 0 (p = 1.00)', '2, 0, 0 (p = 0.50)']);
  });

  it('says so where nothing can be compared', () => {
    expect(describeAnswers([scored('a', '')], ['', 'So:'])).toMatch(/^No question/);
  });

  it('the sign test is exact', () => {
    expect(signTest(0, 0)).toBe(1);
    expect(signTest(5, 5)).toBe(1);
    expect(signTest(0, 6)).toBeCloseTo(2 / 64);
    expect(signTest(9, 1)).toBeCloseTo((2 * 11) / 1024);
  });
});
