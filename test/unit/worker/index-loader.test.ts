import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IndexFiles } from '../../../src/core/index-file/write.ts';
import { loadIndex } from '../../../src/worker/index-loader.ts';
import { sampleIndex } from '../index-file/sample.ts';
import { serveFiles, startServer, type Handler, type LocalServer } from './serve.ts';

const FOLDER = '/docs/askpage-index/';
let server: LocalServer;
beforeEach(async () => void (server = await startServer()));
afterEach(() => server.close());

const address = () => `${server.origin}${FOLDER}manifest.json`;
const load = (signal = new AbortController().signal) => loadIndex(address(), signal);
const manifestRequests = () => server.asked.filter((path) => path.endsWith('manifest.json')).length;

/** Answers for files whose name begins with `kind` in another way. */
function except(files: IndexFiles, kind: string, handler: Handler): Handler {
  const usual = serveFiles(files, FOLDER);
  return (request, response) =>
    (request.url?.startsWith(FOLDER + kind) ? handler : usual)(request, response);
}

const gone: Handler = (_request, response) => response.writeHead(404).end();

describe('an index', () => {
  it('is loaded whole, each file once, with addresses made absolute', async () => {
    const files = await sampleIndex(5);
    server.handle = serveFiles(files, FOLDER);
    const { manifest, index } = await load();
    expect(manifest).toEqual(files.manifest);
    expect(index.passages).toHaveLength(5);
    expect(index.keywords.search('machine3', 1)[0]?.row).toBe(3);
    expect(index.passages[3]?.section.url).toBe(`${server.origin}/docs/page3.html#top`);
    const paths = [...files.parts.map(({ file }) => FOLDER + file), `${FOLDER}manifest.json`];
    expect([...server.asked].sort()).toEqual(paths.sort());
  });

  it('may belong to a site at another address', async () => {
    const files = await sampleIndex(1, 'https://other.test/manual/');
    server.handle = serveFiles(files, FOLDER);
    const { index } = await load();
    expect(index.passages[0]?.section.url).toBe('https://other.test/manual/page0.html#top');
  });
});

describe('a new deploy', () => {
  it('that took a part away makes the manifest be fetched again, once', async () => {
    const [old, next] = [await sampleIndex(3), await sampleIndex(4)];
    server.handle = (request, response) => {
      const isFirst = request.url?.endsWith('manifest.json') && manifestRequests() === 1;
      const stale = isFirst ? { ...next, manifest: old.manifest } : next;
      serveFiles(stale, FOLDER)(request, response);
    };
    expect((await load()).index.passages).toHaveLength(4);
    expect(manifestRequests()).toBe(2);
  });

  it('that left the part away for good is told', async () => {
    const files = await sampleIndex(3);
    server.handle = except(files, 'vectors', gone);
    const loading = load();
    await expect(loading).rejects.toMatchObject({ code: 'bad-index' });
    await expect(loading).rejects.toThrow(/missing: http.*vectors-.*Build the index again/);
    expect(manifestRequests()).toBe(2);
  });
});

describe('an index that can not be loaded', () => {
  it.each<[string, Handler]>([
    ['is not there', gone],
    ['is a web page', (_request, response) => response.end('<!doctype html>')],
    ['is cut off', (_request, response) => response.end('{"format":"askpage-in')],
  ])('because it %s', async (_why, handler) => {
    server.handle = handler;
    const loading = load();
    await expect(loading).rejects.toMatchObject({ code: 'bad-index' });
    await expect(loading).rejects.toThrow(address());
    expect(server.asked).toHaveLength(1);
  });

  it('says what the server answered', async () => {
    server.handle = (_request, response) => response.writeHead(403).end('{}');
    await expect(load()).rejects.toThrow(/HTTP 403/);
  });

  const spoiled = (change: (bytes: Uint8Array) => Uint8Array) => async () => {
    const files = await sampleIndex(3);
    const part = files.parts.find(({ file }) => file.startsWith('texts'));
    return except(files, 'texts', (_request, response) =>
      response.end(change(part?.bytes ?? new Uint8Array())),
    );
  };

  it.each<[string, () => Promise<Handler>]>([
    ['short', spoiled((bytes) => bytes.slice(0, -10))],
    ['long', spoiled((bytes) => Uint8Array.from([...bytes, 32]))],
    ['changed', spoiled((bytes) => bytes.map((byte) => (byte === 51 ? 52 : byte)))],
    ['a web page', spoiled(() => new TextEncoder().encode('<!doctype html>'))],
  ])('because a part is %s', async (_why, handler) => {
    server.handle = await handler();
    const loading = load();
    await expect(loading).rejects.toMatchObject({ code: 'bad-index' });
    await expect(loading).rejects.toThrow(/cut off or changed: http.*texts-/);
  });

  it('because the server is down', async () => {
    await server.close();
    const loading = load();
    await expect(loading).rejects.toMatchObject({ code: 'network' });
    await expect(loading).rejects.toThrow(address());
  });

  it.each(['manifest', 'vectors'])('because the connection breaks within the %s', async (kind) => {
    server.handle = except(await sampleIndex(3), kind, (_request, response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('{"format"', () => response.destroy());
    });
    const loading = load();
    await expect(loading).rejects.toMatchObject({ code: 'network' });
    await expect(loading).rejects.toThrow(`${FOLDER}${kind}`);
  });
});

describe('stopping', () => {
  it.each(['manifest', 'texts'])(
    'while the %s is on the way ends with the reason',
    async (kind) => {
      const stop = new AbortController();
      server.handle = except(await sampleIndex(3), kind, () => stop.abort(new Error('stopped')));
      await expect(load(stop.signal)).rejects.toThrow('stopped');
      expect(manifestRequests()).toBe(1);
    },
  );
});
