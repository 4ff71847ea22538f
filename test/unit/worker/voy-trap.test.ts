import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import * as glue from 'voy-search/voy_search_bg.js';
import { RetrieveHost } from '../../../src/worker/retrieve-host.ts';
import { loadVoy } from '../../../src/worker/voy-index.ts';
import { DIMENSIONS as D, sampleIndex, unitVectors } from '../index-file/sample.ts';
import { serveFiles, startServer, type LocalServer } from './serve.ts';

// A trap is for good in its thread, so these tests have a file of their own.

const wasm = await readFile('node_modules/voy-search/voy_search_bg.wasm');
const files = await sampleIndex(30);
const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
// Voy itself prints the panic.
const panic = vi.spyOn(console, 'error').mockImplementation(() => {});

let server: LocalServer;
beforeAll(async () => {
  server = await startServer();
  server.handle = (request, response) =>
    request.url === '/voy.wasm'
      ? response.end(wasm)
      : serveFiles(files, '/index/')(request, response);
});
afterAll(() => server.close());
beforeEach(() => void warn.mockClear());

function open(host: RetrieveHost) {
  const { origin } = server;
  const params = { manifest: `${origin}/index/manifest.json`, voyWasm: `${origin}/voy.wasm` };
  return host.open(params, new AbortController().signal);
}

const ask = (host: RetrieveHost, number: number) =>
  host.search({
    ...{ question: 'strange', history: [], limit: 6 },
    vector: Float32Array.from(unitVectors(30).slice(number * D, (number + 1) * D)),
  });

/** The next search is given 40 identical entries, as a careless caller would. */
const trapAtNextSearch = () =>
  vi.spyOn(glue.Voy.prototype, 'search').mockImplementationOnce(() => {
    const alike = Array.from({ length: 40 }, (_, i) => ({ id: String(i), title: '', url: '' }));
    new glue.Voy({ embeddings: alike.map((each) => ({ ...each, embeddings: [0.6, 0.8] })) });
    throw new Error('Voy did not trap');
  });

it('a trap of the real Voy is not noticed by the reader, and told to the developer once', async () => {
  const [host, fresh] = [new RetrieveHost(), new RetrieveHost()];
  await open(host);
  await open(fresh);
  const before = await ask(host, 7);
  expect(before.faults).toEqual([]);
  trapAtNextSearch();
  // What was built before may be broken, and what would be built: neither is asked.
  for (const each of [host, fresh]) {
    const { faults, ...found } = await ask(each, 7);
    expect({ ...found, faults: [] }).toEqual(before);
    expect(faults).toEqual([expect.stringMatching(/^Voy is out of use.*unreachable/)]);
    expect((await ask(each, 8)).faults).toEqual([]);
  }
  expect(panic).toHaveBeenCalledOnce();
  expect(warn).toHaveBeenCalledTimes(2);
});

it('another index of the same thread goes without Voy, and works', async () => {
  await expect(loadVoy(wasm)).rejects.toThrow(/Voy failed/);
  const host = new RetrieveHost();
  await open(host);
  const { hits, faults } = await ask(host, 3);
  expect(hits[0]?.passage.section.title).toBe('Page 3');
  expect(faults).toHaveLength(1);
  expect(warn).toHaveBeenCalledOnce();
});
