import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { bundle } from '../../scripts/bundle.ts';
import { DEMO_FOLDER, MODELS_FOLDER } from '../../scripts/demo.ts';
import { parseHtml } from '../../src/core/documents/html-tree.ts';
import { passagesOf } from '../../src/core/documents/passages.ts';
import { readSections } from '../../src/core/documents/sections.ts';
import type { Passage } from '../../src/core/ports.ts';
import { DEFAULT_MODEL } from '../../src/worker/embed-api.ts';
import { ModelEmbedder } from '../../src/worker/embedder.ts';
import { shows, useStage, type Reader } from './harness.ts';
import { GARDEN, pageOf } from './site.ts';

const stage = useStage();

let collector = '';

beforeAll(async () => {
  collector = await bundle('test/browser/collect-entry.ts', { format: 'iife' });
});

const collect = ({ page }: Reader) =>
  page.evaluate(() =>
    (globalThis as unknown as { collectPassages(): Passage[] }).collectPassages(),
  );

it.each([
  'index.html',
  'article.html',
  'strict.html',
  'Guides/Getting-Started.html',
  'Reference/Server.html',
  'Reference/TypeScript.html',
  'Reference/Errors.html',
])('the passages of %s are the same in the browser and in Node', async (path) => {
  const reader = await stage.visit(`/${path}`, { before: { content: collector } });
  const inBrowser = await collect(reader);
  const tree = parseHtml(readFileSync(`${DEMO_FOLDER}/${path}`, 'utf8'));
  const inNode = readSections(tree, reader.page.url()).flatMap(passagesOf);
  expect(inNode.length).toBeGreaterThan(2);
  expect(inBrowser).toEqual(inNode);
});

it('broken markup is mended the same way', async () => {
  const body = `<h1>Broken <em>title</h1><p>One <b>two <i>three</b> four</i>
    <table><tr><td>cell <p>loose</table><ul><li>a<li>b <ol><li>c</ul><p>text &amp &#x41; &nosuch;
    <pre>\nfirst\n  second</pre><h2 id="x">Second<p>after an open heading<template><p>no</template>`;
  stage.site.page('/broken.html', pageOf({ body }));
  const reader = await stage.visit('/broken.html', { before: { content: collector } });
  const inBrowser = await collect(reader);
  const inNode = readSections(parseHtml(pageOf({ body })), reader.page.url()).flatMap(passagesOf);
  expect(inNode.length).toBeGreaterThan(0);
  expect(inBrowser).toEqual(inNode);
});

const TEXTS = [
  'How do I start the server?',
  'x',
  'The gate is locked at nine in the evening. Its key hangs in the shed.',
  'fastify.setErrorHandler((error, request, reply) => { reply.send({ ok: false }) })',
  'Äpfel, Öl und Übermut: ein Satz mit Umlauten.',
  '日本語の文をいくつか。',
  'emoji 🙂 and symbols ≤ ≥ €',
  'many words '.repeat(400),
  '| a | b |\n| - | - |\n| 1 | 2 |',
  'FST_ERR_CTP_INVALID_MEDIA_TYPE',
];

it('vectors from Node and from the browser agree', async () => {
  stage.site.page('/garden.html', pageOf({ body: GARDEN }));
  const reader = await stage.visit('/garden.html');
  await reader.type('gate');
  await shows(reader.hits.first(), 'The gate');
  const inBrowser = await reader.page.evaluate(async (texts) => {
    interface Inside {
      session: { runtime: { pool: { embed(texts: string[]): Promise<Float32Array> } } };
    }
    const scope = globalThis as unknown as Record<symbol, { entries: Map<string, Inside> }>;
    const [entry] = scope[Symbol.for('askpage')]?.entries.values() ?? [];
    return Array.from((await entry?.session.runtime.pool.embed(texts)) ?? []);
  }, TEXTS);
  const embedder = await ModelEmbedder.load(DEFAULT_MODEL, { base: MODELS_FOLDER });
  const inNode = await embedder.embed(TEXTS);
  const { dimensions } = DEFAULT_MODEL;
  expect(inBrowser).toHaveLength(TEXTS.length * dimensions);
  const cosine = (a: number, b: number) => {
    const row = inNode.subarray(a * dimensions, (a + 1) * dimensions);
    return row.reduce((sum, x, i) => sum + x * (inBrowser[b * dimensions + i] ?? NaN), 0);
  };
  for (const [row, text] of TEXTS.entries()) {
    expect(cosine(row, row), text).toBeGreaterThanOrEqual(0.99);
    expect(cosine(row, (row + 1) % TEXTS.length), text).toBeLessThan(0.9);
  }
});
