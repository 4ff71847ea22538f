import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { evaluate } from '../../../../src/cli/eval/command.ts';

const PASSAGES = [
  {
    ...{ id: 'a1', corpus: 'ports', question: 'which port does it listen on?' },
    passages: [
      {
        heading: 'Server > Ports',
        text: 'The server listens on port 3000. Set `PORT` for another one.',
      },
      { heading: 'Cats', text: 'The cat sleeps on the warm sofa all day.' },
    ],
  },
  {
    ...{ id: 'b1', corpus: 'backups', question: 'when are backups written?' },
    passages: [{ heading: 'Backups', text: 'A copy of the data is written at 02:30 every night.' }],
  },
];

const claim = (id: string, sentence: string, label: string) => ({ id, set: 'x', sentence, label });
const CLAIMS = [
  claim('a1', 'The server listens on port 3000.', 'supported'),
  claim('a1', 'Your grandmother bakes apple pies in Norway.', 'unsupported'),
  claim('a1', 'The cat sleeps on the `sofaBed` all day.', 'partly'),
  claim('a1', 'This happens when:', 'no_claim'),
  claim('b1', 'A copy of the data is written at 02:30 every night.', 'supported'),
  claim('b1', 'Elephants never forget their first winter holiday.', 'unsupported'),
  claim('b1', 'Painters mix blue with yellow for a lively green.', 'unsupported'),
  claim('b1', 'A copy of the data is written at 02:30', 'repeat'),
];
const PROBES = [
  {
    id: 'a1',
    kind: 'paraphrase',
    sentence: 'By default port 3000 is where the server is listening.',
  },
  { id: 'b1', kind: 'edit', sentence: 'A copy of the data is written at 04:30 every night.' },
];

let folder = '';
const path = (name: string) => join(folder, name);
const write = (name: string, values: readonly object[]) =>
  writeFile(path(name), values.map((each) => JSON.stringify(each)).join('\n'));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'askpage-grounding-'));
});
beforeEach(async () => {
  await write('passages.jsonl', PASSAGES);
  await write('claims.jsonl', CLAIMS);
  await write('probes.jsonl', PROBES);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

async function run(...options: string[]): Promise<string> {
  const printed: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((text: string) => printed.push(text));
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  await evaluate(['--grounding', folder, '--cache', path('vectors'), ...options], {
    models: () => Promise.resolve({ base: 'public/models/' }),
    voyWasm: () => Promise.reject(new Error('search is not asked for')),
  });
  return printed.join('\n');
}

interface Row {
  name: string;
  fittedTo: string[];
  evidence: string;
  threshold: number;
  claims: number;
  intervals: Record<string, [number, number]>;
  edits: { count: number; total: number };
  [figure: string]: unknown;
}
const rows = async () => (JSON.parse(await run('--json')) as { rows: Row[] }).rows;

describe('askpage eval --grounding', () => {
  it('tells what the check finds, on all and by each corpus', async () => {
    const [pooled, ports, backups, ...byWords] = await rows();
    expect(pooled).toMatchObject({
      ...{ name: 'pooled', evidence: 'meaning', fittedTo: [], claims: 6 },
      ...{ precision: 1, recall: 1, supportedMarked: 0, supportedStruck: 0 },
      ...{ exactRecall: 1 / 4, withdrawnPrecision: 1, withdrawnRecall: 1 },
      paraphrases: { count: 0, total: 1 },
      edits: { count: 1, total: 1 },
      intervals: { recall: [1, 1] },
    });
    expect(ports).toMatchObject({ name: 'ports', fittedTo: ['backups'], claims: 3 });
    expect(backups).toMatchObject({ name: 'backups', fittedTo: ['ports'], claims: 3 });
    expect(byWords.map(({ evidence }) => evidence)).toEqual(['words', 'words', 'words']);
  });

  it('is hurt by wrong labels', async () => {
    const turned = { supported: 'unsupported', unsupported: 'supported' } as Record<string, string>;
    await write(
      'claims.jsonl',
      CLAIMS.map((each) => ({ ...each, label: turned[each.label] ?? each.label })),
    );
    const [pooled] = await rows();
    expect(pooled).toMatchObject({ recall: 0, precision: 0, supportedMarked: 1 });
  });

  it('counts what is partly supported against the precision', async () => {
    const partly = claim('a1', 'Your grandmother bakes apple pies in Norway.', 'partly');
    await write('claims.jsonl', [...CLAIMS.slice(0, 1), partly, ...CLAIMS.slice(2)]);
    const [pooled] = await rows();
    expect(pooled?.['precision']).toBeCloseTo(2 / 3, 3);
  });

  it('takes the threshold from the other corpora', async () => {
    const [, ports] = await rows();
    // Of the only supported sentence about backups, a copy.
    expect(ports?.threshold).toBeGreaterThan(0.95);
    expect(ports?.['recall']).toBe(1);
  });

  it('prints tables, and what was judged otherwise than labelled', async () => {
    await write('claims.jsonl', [
      ...CLAIMS,
      claim('a1', 'Set `PORT` for another one.', 'unsupported'),
    ]);
    const printed = await run('--misses');
    expect(printed).toContain('pooled, by meaning and words: 7 claims; threshold');
    expect(printed).toMatch(/falsified copies, marked +1 of 1/);
    expect(printed).toMatch(/a1 unsupported: supported [\d.]+: Set `PORT` for another one\./);
  });

  it.each([
    ['claims.jsonl', [{ id: 'a1', sentence: 'It runs.', label: 'true' }], 'claims.jsonl:1'],
    ['claims.jsonl', [claim('zz', 'It runs.', 'supported')], '"zz"'],
    ['claims.jsonl', [], 'no labelled sentence'],
    ['passages.jsonl', [{ id: 'a1', corpus: 'ports', question: 'what?' }], 'passages.jsonl:1'],
    ['probes.jsonl', [{ id: 'a1', kind: 'joke', sentence: 'It runs.' }], 'probes.jsonl:1'],
  ])('names what is wrong in %s', async (file, lines, message) => {
    await write(file, lines);
    await expect(run()).rejects.toMatchObject({
      code: 'bad-file',
      message: expect.stringContaining(message) as string,
    });
  });

  it('names a file that is missing', async () => {
    await rm(path('probes.jsonl'));
    await expect(run()).rejects.toThrow('probes.jsonl');
  });
});
