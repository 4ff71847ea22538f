import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AddedDocument } from '../../../src/core/documents/added-document.ts';
import type { Hit } from '../../../src/core/ports.ts';
import { RetrieveHost } from '../../../src/worker/retrieve-host.ts';
import { DIMENSIONS as D, lightIndex, MODEL, unitVectors } from '../index-file/sample.ts';
import { serveFiles, startServer, type LocalServer } from './serve.ts';

// There is no Voy here: the exact scan says that it takes its place.
vi.spyOn(console, 'warn').mockImplementation(() => {});

let server: LocalServer;
beforeAll(async () => {
  server = await startServer();
  server.handle = serveFiles(await lightIndex(6), '/index/');
});
afterAll(() => server.close());

const { signal } = new AbortController();
const page = (name: string) => `${server.origin}/${name}.html`;

/** An index of six pages, in which token vectors encode questions. */
async function openIndex() {
  const host = new RetrieveHost();
  const manifest = `${server.origin}/index/manifest.json`;
  await host.open({ manifest, voyWasm: `${server.origin}/none.wasm` }, signal);
  return host;
}

const add = (host: RetrieveHost, ...documents: AddedDocument[]) =>
  host.addDocuments({ documents, model: MODEL, voyWasm: `${server.origin}/none.wasm` }, signal);

const titles = (hits: readonly Hit[]) => hits.map(({ passage }) => passage.section.title);
const ask = (host: RetrieveHost, question: string) =>
  host.search({ question, history: [], limit: 6, encoder: 'auto' });

describe('documents added to an index', () => {
  it('are found by words at once, while all else is found by meaning as before', async () => {
    const host = await openIndex();
    const before = await ask(host, 'machine4');
    expect(before.encoder).toBe('light');
    const markdown = '# Kettle\n\nDescale the kettle monthly.';
    const { passages, missing } = await add(host, { url: page('kettle'), markdown });
    expect(passages).toBe(7);
    expect(missing.map(({ text }) => text)).toEqual(['Kettle\nDescale the kettle monthly.']);
    const after = await ask(host, 'machine4');
    expect(after.encoder).toBe('light');
    expect(titles(after.hits)[0]).toBe('Page 4');
    expect(titles(await host.keywords({ query: 'kett', limit: 3 }))).toEqual(['Kettle']);
    const found = await ask(host, 'machine4 kettle descale');
    expect(found.encoder).toBe('light');
    expect(titles(found.hits).slice(0, 2).sort()).toEqual(['Kettle', 'Page 4']);
  });

  it('are found by meaning once they have their vectors', async () => {
    const host = await openIndex();
    const { missing } = await add(host, { url: page('kettle'), markdown: 'Descale it monthly.' });
    const vectors = Float32Array.from(unitVectors(1, D, 77));
    const params = { question: 'zzz', history: [], limit: 6, vector: vectors.slice() };
    expect((await host.search(params)).hits[0]?.score ?? 0).toBeLessThan(0.99);
    await host.setVectors({ keys: missing.map(({ key }) => key), vectors });
    const [best] = (await host.search(params)).hits;
    expect(best?.passage.section.url).toBe(page('kettle'));
    expect(best?.score).toBeCloseTo(1, 5);
  });

  it('take the place of the page at their address, also where nothing is left of it', async () => {
    const host = await openIndex();
    const [first] = await host.passages();
    const url = first?.section.url ?? '';
    const title = first?.section.title ?? '';
    await add(host, { url, title, text: 'Entirely rewritten words.' });
    const texts = (await host.passages()).map(({ text }) => text);
    expect(texts).toContain('Entirely rewritten words.');
    expect(texts).not.toContain(first?.text);
    expect(texts).toHaveLength(6);
    await add(host, { url, title, html: '<nav>Menu</nav>' });
    expect(await host.passages()).toHaveLength(5);
  });

  it('stop where the reader is gone', async () => {
    const host = await openIndex();
    const documents = [{ url: page('kettle'), title: 'K', text: 'Late.' }];
    const gone = AbortSignal.abort(new Error('gone'));
    const adding = host.addDocuments({ documents, model: MODEL, voyWasm: '' }, gone);
    await expect(adding).rejects.toThrow('gone');
    expect(await host.passages()).toHaveLength(6);
  });
});

describe('documents added where nothing else is', () => {
  it('are found by words until a first one has a vector', async () => {
    const host = new RetrieveHost();
    await add(host, { url: page('kettle'), title: 'Kettle', text: 'Descale it monthly.' });
    const vector = Float32Array.from(unitVectors(1));
    const found = await host.search({ question: 'descale', history: [], limit: 6, vector });
    expect(found.encoder).toBe('keyword');
    expect(titles(found.hits)).toEqual(['Kettle']);
  });
});
