import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IndexFiles } from '../../../src/core/index-file/write.ts';
import type { Section } from '../../../src/core/ports.ts';
import { RetrieveHost } from '../../../src/worker/retrieve-host.ts';
import { VectorCache } from '../../../src/worker/vector-cache.ts';
import {
  DIMENSIONS as D,
  lightIndex,
  MODEL,
  sampleIndex,
  unitVectors,
} from '../index-file/sample.ts';
import { serveFiles, startServer, type LocalServer } from './serve.ts';

// Node has no IndexedDB: nothing is kept between visits, and nothing fails.

let server: LocalServer;
let wasm: Uint8Array;
beforeAll(async () => {
  server = await startServer();
  wasm = await readFile('node_modules/voy-search/voy_search_bg.wasm');
});
afterAll(() => server.close());

const usual: LocalServer['handle'] = ({ url }, response) => {
  if (url === '/voy.wasm') response.end(wasm);
  else response.writeHead(404).end();
};
const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
beforeEach(() => {
  server.handle = usual;
  warn.mockClear();
});

const section = (name: string): Section => ({
  url: `${name}.html`,
  title: name,
  headings: [],
  text: `All about ${name} stands on this page.`,
});

const add = (host: RetrieveHost, ...names: string[]) => addSections(host, names.map(section));

const addSections = (host: RetrieveHost, sections: Section[]) =>
  host.add({
    sections,
    model: { ...MODEL, passagePrefix: 'passage: ' },
    source: 'https://site.test/',
    voyWasm: `${server.origin}/voy.wasm`,
  });

const titles = (hits: readonly { passage: { section: { title: string } } }[]) =>
  hits.map(({ passage }) => passage.section.title);

const ask = (question: string, vector?: Float32Array<ArrayBuffer>) => ({
  question,
  history: [],
  limit: 6,
  vector,
});

/** Opens an index that the local server serves. */
function open(host: RetrieveHost, files: IndexFiles) {
  server.handle = (request, response) =>
    request.url === '/voy.wasm'
      ? response.end(wasm)
      : serveFiles(files, '/index/')(request, response);
  const { origin } = server;
  const params = { manifest: `${origin}/index/manifest.json`, voyWasm: `${origin}/voy.wasm` };
  return host.open(params, new AbortController().signal);
}

describe('the retrieve worker', () => {
  it('finds documents by words at once, and by meaning when they have vectors', async () => {
    const host = new RetrieveHost();
    const { passages, missing } = await add(host, 'ports', 'hosts', 'hooks');
    expect(passages).toBe(3);
    expect(missing.map(({ text }) => text)).toContain(
      'passage: ports\nAll about ports stands on this page.',
    );
    expect(titles(await host.keywords({ query: 'por', limit: 3 }))).toEqual(['ports']);
    const vectors = Float32Array.from(unitVectors(3));
    const query = vectors.slice(D, 2 * D);
    expect((await host.search(ask('strange', query))).encoder).toBe('keyword');
    await host.setVectors({ keys: missing.map(({ key }) => key), vectors });
    const found = await host.search(ask('strange', query));
    expect(found.encoder).toBe('full');
    expect(found.hits[0]?.passage.section.title).toBe('hosts');
    expect(found.hits[0]?.score).toBeCloseTo(1, 5);
    expect(warn).not.toHaveBeenCalled();
  });

  it('keeps what two overlapping calls add', async () => {
    const host = new RetrieveHost();
    await Promise.all([add(host, 'ports'), add(host, 'hosts')]);
    expect(titles(await host.keywords({ query: 'ports', limit: 3 }))).toEqual(['ports']);
    expect(titles(await host.keywords({ query: 'hosts', limit: 3 }))).toEqual(['hosts']);
  });

  it('says which texts are new when more is added', async () => {
    const host = new RetrieveHost();
    const first = await add(host, 'ports');
    await host.setVectors({
      keys: first.missing.map(({ key }) => key),
      vectors: Float32Array.from(unitVectors(1)),
    });
    const second = await add(host, 'ports', 'hosts');
    expect(second.missing.map(({ text }) => text)).toEqual([
      'passage: hosts\nAll about hosts stands on this page.',
    ]);
  });

  it('reads a page anew in place of what it was, and keeps the vectors of what has stayed', async () => {
    const host = new RetrieveHost();
    const at = (url: string, text: string): Section => ({ ...section('page'), url, text });
    const first = await addSections(host, [
      at('a.html#top', 'This stays on the page.'),
      at('a.html#end', 'This will be gone.'),
      at('b.html', 'Another page is as it was.'),
      at('ba.html', 'So is one with a longer name.'),
    ]);
    const keys = first.missing.map(({ key }) => key);
    await host.setVectors({ keys, vectors: Float32Array.from(unitVectors(4)) });
    const query = Float32Array.from(unitVectors(4).slice(D, 2 * D));
    const near = async () => (await host.search(ask('page', query))).hits.map(({ score }) => score);
    expect(Math.max(...(await near()))).toBeCloseTo(1, 5);
    const again = [
      at('a.html#start', 'This stays on the page.'),
      at('a.html', 'This is new here.'),
    ];
    const second = await addSections(host, again);
    expect(second.passages).toBe(2);
    expect(second.missing.map(({ text }) => text)).toEqual(['passage: page\nThis is new here.']);
    const urls = (await host.passages()).map((passage) => passage.section.url);
    expect(urls.sort()).toEqual(['a.html', 'a.html#start', 'b.html', 'ba.html']);
    expect(await host.keywords({ query: 'gone', limit: 5 })).toEqual([]);
    await host.setVectors({
      keys: second.missing.map(({ key }) => key),
      vectors: Float32Array.from(unitVectors(1, D, 50)),
    });
    expect(Math.max(...(await near()))).toBeLessThan(0.999);
    expect(await addSections(host, again)).toMatchObject({ missing: [] });
    expect(await host.passages()).toHaveLength(4);
    expect(warn).not.toHaveBeenCalled();
  });

  it('lets the cache keep all texts of a page that is read again', async () => {
    const read = vi.spyOn(VectorCache.prototype, 'read');
    const host = new RetrieveHost();
    const { missing } = await add(host, 'ports', 'hosts');
    const keys = missing.map(({ key }) => key);
    await host.setVectors({ keys, vectors: Float32Array.from(unitVectors(2)) });
    await add(host, 'ports', 'hosts');
    expect(read.mock.calls.map(([, kept]) => [...kept])).toEqual([keys, keys]);
    read.mockRestore();
  });

  it('takes nothing for a vector that the cache holds broken', async () => {
    const read = vi
      .spyOn(VectorCache.prototype, 'read')
      .mockImplementation((_scope, keys) =>
        Promise.resolve(new Map([...keys].map((key) => [key, new Float32Array(D + 1)]))),
      );
    const { missing } = await add(new RetrieveHost(), 'ports', 'hosts');
    expect(missing).toHaveLength(2);
    read.mockRestore();
  });

  it('refuses vectors of a wrong length', async () => {
    const host = new RetrieveHost();
    const { missing } = await add(host, 'ports');
    const keys = missing.map(({ key }) => key);
    await expect(host.setVectors({ keys, vectors: new Float32Array(3) })).rejects.toMatchObject({
      code: 'model-invalid',
    });
  });

  it('does without Voy where its file is missing, and tells the developer once', async () => {
    server.handle = (_request, response) => response.writeHead(404).end();
    const host = new RetrieveHost();
    const { missing } = await add(host, 'ports', 'hosts');
    const vectors = Float32Array.from(unitVectors(2));
    const query = vectors.slice(0, D);
    await host.setVectors({ keys: missing.map(({ key }) => key), vectors });
    const { hits, faults, notices } = await host.search(ask('x', query));
    expect(titles(hits)[0]).toBe('ports');
    expect(notices).toEqual([]);
    expect(faults).toEqual([expect.stringMatching(/Voy is out of use.*HTTP 404/)]);
    expect((await host.search(ask('x', query))).faults).toEqual([]);
    expect(warn).toHaveBeenCalledOnce();
  });

  it('opens a prebuilt index in place of what was there, and Voy still works', async () => {
    const host = new RetrieveHost();
    await add(host, 'ports');
    const opened = await open(host, await sampleIndex(6));
    expect(opened).toEqual({ passages: 6, model: MODEL, hasLight: false });
    const query = Float32Array.from(unitVectors(6).slice(4 * D, 5 * D));
    const { hits, encoder } = await host.search(ask('strange', query));
    expect(encoder).toBe('full');
    expect(titles(hits)[0]).toBe('Page 4');
    expect(titles(hits)).not.toContain('ports');
    expect(warn).not.toHaveBeenCalled();
  });

  it('encodes questions itself where the index has token vectors', async () => {
    const host = new RetrieveHost();
    const { hasLight } = await open(host, await lightIndex(6));
    expect(hasLight).toBe(true);
    const asked = { ...ask('machine4'), encoder: 'auto' as const };
    const found = await host.search(asked);
    expect(found).toMatchObject({ encoder: 'light', notices: [] });
    expect(found.hits[0]?.passage.section.title).toBe('Page 4');
    expect(found.hits[0]?.score).toBeGreaterThan(0.97);
    // The full model's vector goes first; where it alone is wanted and missing, words decide.
    const other = Float32Array.from(unitVectors(6).slice(2 * D, 3 * D));
    expect(await host.search({ ...asked, vector: other })).toMatchObject({ encoder: 'full' });
    const full = await host.search({ ...asked, encoder: 'full' });
    expect(full).toMatchObject({ encoder: 'keyword' });
    expect(full.notices).toHaveLength(1);
    // A question of nothing but strange words has no vector.
    const strange = await host.search({ ...ask('zebra'), encoder: 'light' });
    expect(strange).toMatchObject({ encoder: 'keyword', notices: [] });
  });

  it('tells how much of a question the site knows, and encodes sentences', async () => {
    const host = new RetrieveHost();
    expect(await host.known({ text: 'machine4' })).toBe(0);
    await expect(host.encode({ texts: ['machine4'] })).rejects.toMatchObject({ code: 'bad-index' });
    await open(host, await lightIndex(6));
    expect(await host.known({ text: 'machine4' })).toBe(1);
    expect(await host.known({ text: 'machine4 zebra' })).toBeLessThan(0.6);
    const vectors = await host.encode({ texts: ['zebra', 'machine4', 'The Machine4.'] });
    expect(vectors).toHaveLength(3 * D);
    expect(Array.from(vectors.slice(0, D))).toEqual(new Array(D).fill(0));
    expect(vectors.slice(D, 2 * D)).toEqual(vectors.slice(2 * D));
  });

  it('still reads the page when the prebuilt index is broken', async () => {
    const host = new RetrieveHost();
    const opening = host.open(
      { manifest: `${server.origin}/none.json`, voyWasm: `${server.origin}/voy.wasm` },
      new AbortController().signal,
    );
    await expect(opening).rejects.toMatchObject({ code: 'bad-index' });
    await add(host, 'ports');
    expect(titles(await host.keywords({ query: 'ports', limit: 3 }))).toEqual(['ports']);
  });
});
