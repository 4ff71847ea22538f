import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CrossEncoder } from '../../../src/worker/cross-encoder.ts';
import { createEmbedHost } from '../../../src/worker/embed-host.ts';
import { layOutCrossEncoder } from '../../fake-cross-encoder.ts';

const QUESTION = 'When is the gate locked?';
const TEXTS = [
  'Compost goes onto the heap behind the shed.',
  'The gate is locked at nine in the evening.',
];

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'askpage-reranker-'));
  await layOutCrossEncoder(join(folder, 'reranker'));
  await cp('public/models/all-MiniLM-L6-v2', join(folder, 'embedder'), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const load = (id: string) => CrossEncoder.load(id, { base: `${folder}/` });

it('reads question and text together, each text by itself', async () => {
  const encoder = await load('reranker');
  const [far = NaN, near = NaN] = await encoder.score(QUESTION, TEXTS);
  expect(near).toBeGreaterThan(far + 0.05);
  expect(await encoder.score(QUESTION, [...TEXTS].reverse())).toEqual([near, far]);
  const [first, second] = await Promise.all([
    encoder.score(QUESTION, TEXTS),
    encoder.score('Where does compost go?', TEXTS),
  ]);
  expect(first).toEqual([far, near]);
  expect(Number(second[0])).toBeGreaterThan(Number(second[1]));
  expect(await encoder.score(QUESTION, [])).toEqual([]);
  // A text beyond the model's length is cut.
  const [long] = await encoder.score(QUESTION, ['word '.repeat(3000)]);
  expect(long).toEqual(expect.any(Number));
}, 30_000);

it('stops between two texts', async () => {
  const encoder = await load('reranker');
  const stop = new AbortController();
  const many = encoder.score(QUESTION, new Array<string>(400).fill('The gate.'), stop);
  stop.abort(new Error('stopped'));
  await expect(many).rejects.toThrow('stopped');
  expect(await encoder.score(QUESTION, TEXTS)).toHaveLength(2);
});

it('refuses what is no reranker', async () => {
  await expect(load('embedder')).rejects.toMatchObject({ code: 'model-invalid' });
  const missing = await load('nowhere').catch((thrown: unknown) => thrown);
  expect(missing).toMatchObject({ code: 'model-not-found' });
  expect(String(missing)).toContain(`${folder}/nowhere/`);
});

it('is asked for before it scores', async () => {
  const host = createEmbedHost();
  const { signal } = new AbortController();
  await expect(host.score({ question: QUESTION, texts: TEXTS }, signal)).rejects.toMatchObject({
    code: 'worker-failed',
  });
  const loading = host.loadReranker({ id: 'reranker', files: { base: `${folder}/` } }, signal);
  let steps = 0;
  for await (const { fraction } of loading) steps += fraction;
  expect(steps).toBe(0);
  expect(await host.score({ question: QUESTION, texts: TEXTS }, signal)).toHaveLength(2);
});
