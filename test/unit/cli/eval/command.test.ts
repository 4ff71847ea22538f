import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { evaluate } from '../../../../src/cli/eval/command.ts';

const PAGES = {
  'guide/ports':
    '# Ports\n\nHow to listen.\n\n## Default port\n\nThe server listens on port 3000 by default.\n\n' +
    '## Another port\n\nSet PORT to listen elsewhere.',
  'guide/cats': '# Cats\n\nThe cat sleeps on the warm sofa all day.',
  'guide/backups': '# Backups\n\nA copy of the data is written at 02:30 every night.',
};

const QUESTIONS = [
  {
    id: 'right',
    question: 'which port does it listen on by default?',
    gold: ['guide/ports#default-port'],
    answer_facts: ['3000'],
  },
  {
    id: 'after',
    history: ['when are the backups written?'],
    question: 'and what is in them?',
    gold: ['guide/backups'],
    answer_facts: ['copy of the DATA'],
  },
  {
    id: 'missed',
    question: 'where does the cat sleep?',
    gold: ['guide/ports'],
    answer_facts: ['in the port'],
  },
  { id: 'none', type: 'unanswerable', question: 'price of a licence for a school', gold: [] },
];

const lines = (values: readonly object[]) => values.map((each) => JSON.stringify(each)).join('\n');

let folder = '';
const path = (name: string) => join(folder, name);
const models = vi.fn(() => Promise.resolve({ base: 'public/models/' }));
const voyWasm = () => Promise.resolve('node_modules/voy-search/voy_search_bg.wasm');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'askpage-eval-'));
  const documents = Object.entries(PAGES).map(([id, text]) => ({ id, title: id, text }));
  await writeFile(path('site.jsonl'), lines(documents));
  await writeFile(path('questions.jsonl'), lines(QUESTIONS));
  await writeFile(path('queries.jsonl'), '{"id": "1", "question": "a warm place for a cat"}');
  await writeFile(path('qrels.tsv'), '1\tguide/cats\t1\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

/** What the command prints. */
const run = async (...options: string[]) => {
  const printed: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((text: string) => printed.push(text));
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  models.mockClear();
  await evaluate([...options, '--cache', path('vectors')], { models, voyWasm });
  return printed.join('\n');
};
const own = () => ['--corpus', path('site.jsonl'), '--questions', path('questions.jsonl')];
const judged = () => [
  ...['--corpus', path('site.jsonl'), '--questions', path('queries.jsonl')],
  ...['--qrels', path('qrels.tsv')],
];

interface Figures {
  questions: number;
  page: Record<string, number>;
  section: Record<string, number> | null;
  facts: Record<string, number | null>;
  abstain: Record<string, number | null>;
  intervals: { page: Record<string, [number, number]> };
  corpora: Record<string, Figures>;
  compare: Record<string, { page: Record<string, number>; against: { page: object } }>;
  misses: { id: string; misses: string[]; came: string[] }[];
}
const json = async (...options: string[]) => JSON.parse(await run(...options, '--json')) as Figures;

describe('askpage eval', () => {
  it('finds what the search finds, and misses what it misses', async () => {
    const found = await json(...own(), '--misses');
    expect(found.questions).toBe(4);
    expect(found.page.recall1).toBeCloseTo(2 / 3, 3);
    expect(found.section?.recall1).toBeCloseTo(2 / 3, 3);
    expect(found.facts).toEqual({ injected: 0.6667, injected5: 0.6667, extractive: 0.6667 });
    const [low = 0, high = 0] = found.intervals.page.recall1 ?? [];
    expect(low).toBeLessThan(0.66);
    expect(high).toBe(1);
    const miss = found.misses.find(({ id }) => id === 'missed');
    expect(miss?.came[0]).toMatch(/^guide\/cats#cats/);
    expect(miss?.misses).toContain('not in 3 passages: "in the port"');
    expect(found.misses.map(({ id }) => id)).not.toContain('after');
  });

  it('tells answerable from unanswerable questions', async () => {
    const { abstain } = await json(...own());
    expect(abstain).toEqual({ auroc: 1, refusedAnswerable: 0, refusedUnanswerable: 1 });
  });

  it('embeds nothing twice', async () => {
    await run(...own());
    const before = await readFile(path('vectors.json'), 'utf8');
    await run(...own());
    expect(models).not.toHaveBeenCalled();
    expect(await readFile(path('vectors.json'), 'utf8')).toBe(before);
  });

  it('compares with other ways to search the same', async () => {
    const { compare } = await json(...own(), '--compare');
    expect(Object.keys(compare)).toEqual(['bm25', 'dense', 'minisearch']);
    for (const { page, against } of Object.values(compare)) {
      expect(page.recall5).toBeGreaterThan(0.3);
      const { wins, losses, ties } = against.page as Record<string, number>;
      expect((wins ?? 0) + (losses ?? 0) + (ties ?? 0)).toBe(3);
    }
  });

  it('judges whole documents, and keeps them out of the pool', async () => {
    const { questions, page, corpora } = await json(...own(), ...judged());
    expect(questions).toBe(4);
    const [documents] = Object.values(corpora).filter((each) => each.questions === 1);
    expect(documents?.page.ndcg10).toBe(1);
    expect(documents).toMatchObject({ section: null, facts: { injected: null } });
    expect(Object.keys(corpora)).toEqual(['questions', 'queries']);
    expect(corpora.questions?.page).toEqual(page);
  });

  it('prints tables and misses for people', async () => {
    const text = await run(...own(), '--compare', '--misses');
    expect(text).toMatch(
      /^site: 4 questions \(2 answerable, 1 follow-up, 1 unanswerable\), 5 passages/m,
    );
    expect(text).toMatch(/^ {2}page +\.67 \[/m);
    expect(text).toMatch(
      /askpage against it, by section: \d wins?, \d loss(?:es)?, \d ties?; MRR@10/,
    );
    expect(text).toMatch(/^site missed: where does the cat sleep\?\n {2}right page at rank \d/m);
    expect(text).toMatch(/^ {4}answerable +0 refused +3 answered +\.00 \[\.00, \.00\]$/m);
  });

  it('encodes questions without the model, and compares with it', async () => {
    const { page, compare } = await json(...own(), '--encoder', 'light', '--compare');
    expect(page.recall1).toBeCloseTo(2 / 3, 3);
    expect(Object.keys(compare)).toEqual(['bm25', 'dense', 'minisearch', 'full']);
    const { page: full } = await json(...own());
    expect(compare.full?.page).toEqual(full);
  });

  it('draws a chart', async () => {
    await run(...own(), '--svg', path('chart.svg'));
    expect(await readFile(path('chart.svg'), 'utf8')).toMatch(/^<svg [^]*<\/svg>\n$/);
  });

  it('refuses gold that names no page, before anything is embedded', async () => {
    await writeFile(path('wrong.jsonl'), '{"question": "how?", "gold": ["guide/prots"]}');
    const wrong = ['--corpus', path('site.jsonl'), '--questions', path('wrong.jsonl')];
    await expect(run(...wrong)).rejects.toThrow(/wrong\.jsonl:1 "guide\/prots".*Name pages by/s);
  });

  it('keeps what was embedded when it is stopped', async () => {
    await rm(path('vectors.json'));
    const error = vi.spyOn(console, 'error');
    models.mockImplementationOnce(() => {
      process.emit('SIGINT');
      return Promise.resolve({ base: 'public/models/' });
    });
    const code = process.exitCode;
    await run(...own());
    expect(process.exitCode).toBe(130);
    process.exitCode = code;
    expect(error.mock.calls.flat().join()).toMatch(/Stopped\..*go on/);
  });
});
