import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { embeddingText } from '../../src/core/documents/passages.ts';
import type { Hit } from '../../src/core/ports.ts';
import { CrossEncoder } from '../../src/worker/cross-encoder.ts';
import { crossEncoderFiles, layOutCrossEncoder } from '../fake-cross-encoder.ts';
import { shows, useStage, type Reader } from './harness.ts';
import { INDEX, notFound, pageOf, send } from './site.ts';

const stage = useStage();

const QUESTION = 'How do I set a custom error handler?';

let files: ReadonlyMap<string, Buffer>;
let folder = '';
beforeAll(async () => {
  files = await crossEncoderFiles();
  folder = await mkdtemp(join(tmpdir(), 'askpage-reranker-'));
  await layOutCrossEncoder(join(folder, 'reranker'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

beforeEach(() => {
  stage.site.page('/page.html', pageOf({ body: '<h1>A page</h1>', attributes: INDEX }));
});

async function visit(parts: object = {}): Promise<Reader> {
  const reader = await stage.visit('/page.html');
  await reader.page.locator('ask-page').evaluate((element: Element, given) => {
    Object.assign(element, { parts: given });
    const warnings: string[] = [];
    Object.assign(globalThis, { warnings });
    element.addEventListener('ask-answer', (event) => {
      Object.assign(globalThis, { answerHits: (event as unknown as { hits: unknown }).hits });
    });
    element.addEventListener('ask-warning', (event) => {
      warnings.push((event as unknown as { message: string }).message);
    });
  }, parts);
  return reader;
}

const RERANKER = { reranker: { id: 'reranker' } };

/** The last question's hits, in their order. */
async function hitsOf(reader: Reader): Promise<Hit[]> {
  await reader.told('ask-answer');
  return reader.page.evaluate(() => (globalThis as unknown as { answerHits: Hit[] }).answerHits);
}

const warningsOf = (reader: Reader) =>
  reader.page.evaluate(() => (globalThis as unknown as { warnings: string[] }).warnings);

const idsOf = (hits: readonly Hit[]) => hits.map(({ passage }) => passage.id);

it('a reranker of the owner’s puts the hits into its order, from this site alone', async () => {
  stage.site.fault(/\/models\/reranker\//, (response, request) => {
    const path = (request.url ?? '').replace(/^.*\/models\/reranker\//, '');
    const body = files.get(path);
    (body ? send('application/octet-stream', body) : notFound)(response, request);
  });
  const plain = await visit();
  await plain.ask(QUESTION);
  const before = idsOf(await hitsOf(plain));
  const reader = await visit(RERANKER);
  await reader.ask(QUESTION);
  const hits = await hitsOf(reader);
  expect(hits.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6]);
  const encoder = await CrossEncoder.load('reranker', { base: `${folder}/` });
  const texts = hits.map(({ passage }) => embeddingText(passage));
  const scores = await encoder.score(QUESTION, texts);
  // Arithmetic of eight bits differs by a little between here and the browser.
  for (const [place, score] of scores.entries())
    expect(score).toBeGreaterThan((scores[place + 1] ?? -1) - 0.03);
  // It reads more than are shown, and sees them otherwise than the search.
  expect(idsOf(hits)).not.toEqual(before);
  await shows(reader.answer.first(), /\w/);
  expect(await warningsOf(reader)).toEqual([]);
  const home = new URL(stage.site.url).origin;
  expect(reader.requests.filter((url) => new URL(url).origin !== home)).toEqual([]);
  expect(reader.errors).toEqual([]);
});

it('one that is missing leaves the order of the search, and the developer is told', async () => {
  const plain = await visit();
  await plain.ask(QUESTION);
  const reader = await visit(RERANKER);
  await reader.ask(QUESTION);
  await shows(reader.answer.first(), 'setErrorHandler');
  expect(idsOf(await hitsOf(reader))).toEqual(idsOf(await hitsOf(plain)));
  const told = /The reranker failed, the order of the search stands: .*models\/reranker/;
  await expect.poll(async () => (await warningsOf(reader)).join()).toMatch(told);
  expect(await reader.alert.count()).toBe(0);
});
