import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StorableModel } from '../../../src/engines/model-store/api.ts';
import {
  bytes,
  cutOff,
  etagOf,
  hash,
  html,
  IMPATIENCE,
  noise,
  openBench,
  standStill,
  status,
  type Bench,
} from './model-store-hub.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  bench.hub.files.set(PATH, FILE);
});
afterEach(() => bench.hub.close());

const PATH = '/models/tiny.gguf';
// Three pieces of 64,000 bytes and a short one.
const FILE = Buffer.concat([Buffer.from('GGUF'), noise(199_996, 4)]);
const NEXT = Buffer.concat([Buffer.from('GGUF'), noise(199_996, 9)]);

type Gguf = StorableModel & { kind: 'llama-cpp' };
const model = (more: { sha256?: string[]; paths?: string[] } = {}): Gguf => ({
  kind: 'llama-cpp',
  id: 'tiny-gguf',
  name: 'Tiny',
  urls: (more.paths ?? [PATH]).map((path) => bench.hub.url + path),
  ...(more.sha256 && { sha256: more.sha256 }),
});
const read = async (wanted = model()) => {
  const blobs = await bench.store.files(wanted);
  return Promise.all(blobs.map(async (blob) => Buffer.from(await blob.arrayBuffer())));
};
const holds = async (...files: Buffer[]) => {
  const found = await read(model({ paths: files.map((_file, index) => PATHS[index] ?? PATH) }));
  return found.length === files.length && found.every((file, i) => files[i]?.equals(file));
};
const PATHS = [PATH, '/models/second.gguf'];
const pieces = () => bench.caches.names('askpage/gguf');
const ranges = () => bench.hub.asked.map(({ range }) => range ?? 'all');

/** Stops the download when `count` pieces are stored. */
async function stopAfter(count: number, wanted = model()): Promise<void> {
  const stop = new AbortController();
  const length = 64_000 * count + 10_000;
  bench.hub.fault(PATH, standStillAs(FILE, length), 1);
  const stopWhenThere = setInterval(() => pieces().length === count && stop.abort(), 5);
  await expect(bench.download(wanted, { signal: stop.signal })).rejects.toThrow();
  clearInterval(stopWhenThere);
  expect(pieces()).toHaveLength(count);
  bench.hub.requests.length = 0;
  bench.hub.asked.length = 0;
}

/** With the mark that the hub gives the whole file. */
const standStillAs =
  (file: Buffer, after: number): Parameters<Bench['hub']['fault']>[1] =>
  (response, request) => {
    response.setHeader('etag', etagOf(file));
    standStill(file, after)(response, request);
  };

describe('fetching a GGUF model', () => {
  it('keeps the file in pieces, gives it back whole, and asks once', async () => {
    expect(await bench.download(model())).toBe(FILE.length);
    expect(pieces()).toHaveLength(4);
    expect(await holds(FILE)).toBe(true);
    expect(bench.hub.requests).toEqual([PATH]);
    expect(await bench.store.isStored(model())).toBe(true);
    expect(await bench.store.list()).toMatchObject([
      { for: 'llama-cpp', id: 'tiny-gguf', bytes: FILE.length, isComplete: true },
    ]);
    expect(await bench.download(model())).toBe(0);
    expect(bench.hub.requests).toEqual([PATH]);
    await bench.store.remove({ for: 'llama-cpp', id: 'tiny-gguf' });
    expect([...bench.caches.stored.keys()]).toEqual([]);
    await expect(read()).rejects.toMatchObject({ code: 'model-invalid' });
  });

  it('gives the files of a split model in order', async () => {
    bench.hub.files.set(PATHS[1] ?? '', NEXT);
    await bench.download(model({ paths: PATHS }));
    expect(await holds(FILE, NEXT)).toBe(true);
  });

  it('goes on after a stop where the last whole piece ends', async () => {
    await stopAfter(2);
    expect(await bench.store.list()).toMatchObject([{ bytes: 128_000, isComplete: false }]);
    expect(await bench.download(model())).toBe(FILE.length - 128_000);
    expect(ranges()).toEqual(['bytes=128000-']);
    expect(await holds(FILE)).toBe(true);
  });

  it('keeps the pieces that are there from a host without ranges', async () => {
    bench.hub.hasRanges = false;
    await stopAfter(2);
    expect(await bench.download(model())).toBe(FILE.length - 128_000);
    expect(await holds(FILE)).toBe(true);
  });

  it('goes on after each broken connection, however often it breaks', async () => {
    bench.hub.fault(
      PATH,
      (response, request) => {
        const from = Number(/\d+/.exec(request.headers.range ?? '0')?.[0]);
        const part = FILE.subarray(from);
        if (from > 0) response.statusCode = 206;
        response.writeHead(response.statusCode, { 'content-length': part.length });
        response.write(part.subarray(0, 65_000), () => setTimeout(() => response.destroy(), 30));
      },
      3,
    );
    expect(await bench.download(model())).toBe(FILE.length);
    expect(ranges()).toEqual(['all', 'bytes=64000-', 'bytes=128000-', 'bytes=192000-']);
    expect(await holds(FILE)).toBe(true);
  });

  it('keeps no piece of an answer that ends early without saying so', async () => {
    await stopAfter(2);
    const range = `bytes 128000-${FILE.length - 1}/${FILE.length}`;
    const part = FILE.subarray(128_000, 178_000);
    bench.hub.fault(
      PATH,
      (response) => void response.writeHead(206, { 'content-range': range }).end(part),
      1,
    );
    expect(await bench.download(model())).toBe(FILE.length - 128_000);
    expect(await holds(FILE)).toBe(true);
  });

  it('begins anew where the file changed, with ranges and without', async () => {
    for (const hasRanges of [true, false]) {
      bench.hub.files.set(PATH, FILE);
      bench.hub.hasRanges = hasRanges;
      await stopAfter(2);
      bench.hub.files.set(PATH, NEXT);
      expect(await bench.download(model())).toBe(NEXT.length);
      expect(await holds(NEXT)).toBe(true);
      await bench.store.remove({ for: 'llama-cpp', id: 'tiny-gguf' });
    }
  });

  it('begins anew where the file became shorter than what is stored', async () => {
    await stopAfter(2);
    const short = FILE.subarray(0, 90_000);
    bench.hub.files.set(PATH, short);
    expect(await bench.download(model())).toBe(short.length);
    expect(await holds(short)).toBe(true);
  });

  it('reads a file of unknown length to its end', async () => {
    bench.hub.fault(PATH, (response) => void response.writeHead(200).end(FILE));
    expect(await bench.download(model())).toBe(FILE.length);
    expect(await holds(FILE)).toBe(true);
    expect(await bench.store.isStored(model())).toBe(true);
  });

  it('replaces the file when the owner names another, and only then', async () => {
    await bench.download(model());
    bench.hub.files.set('/models/v2.gguf', NEXT);
    const next = model({ paths: ['/models/v2.gguf'] });
    expect(await bench.store.isStored(next)).toBe(false);
    await bench.download(next);
    expect(pieces().every((name) => name.startsWith('v2.gguf'))).toBe(true);
  });
});

describe('a GGUF file that is not right', () => {
  it.each([
    ['a page', html],
    ['another kind of file', bytes(noise(200_000, 2))],
    ['an empty file', bytes(Buffer.alloc(0))],
  ])('%s is refused before it is kept', async (_what, respond) => {
    bench.hub.fault(PATH, respond);
    const error = await bench.failure(model());
    expect(error).toMatchObject({ code: 'model-invalid' });
    expect(String(error)).toContain('tiny.gguf');
    expect([...bench.caches.stored.keys()]).toEqual([]);
  });

  it('by its SHA-256 is fetched once more, past the HTTP cache', async () => {
    const wanted = model({ sha256: [hash('sha256', FILE)] });
    bench.hub.fault(PATH, bytes(NEXT), 1);
    await bench.download(wanted);
    expect(bench.hub.asked.map((headers) => headers['cache-control'] ?? '')).toEqual([
      '',
      'no-cache',
    ]);
    expect((await read(wanted))[0]?.equals(FILE)).toBe(true);
  });

  it('by its SHA-256 for good is "model-invalid" and not kept', async () => {
    bench.hub.files.set(PATH, NEXT);
    const wanted = model({ sha256: [hash('sha256', FILE)] });
    expect(await bench.failure(wanted)).toMatchObject({ code: 'model-invalid' });
    expect(await bench.store.isStored(wanted)).toBe(false);
  });

  it.each([
    ['404', status(404), 'model-not-found'],
    ['500', status(500), 'network'],
    ['cut off for good', cutOff(FILE, 30_000), 'network'],
    ['still for good', standStill(FILE, 30_000), 'stalled'],
  ])('%s is told', async (_what, respond, code) => {
    bench.hub.fault(PATH, respond);
    expect(await bench.failure(model(), { patience: IMPATIENCE })).toMatchObject({ code });
  });

  it('that does not fit is not begun', async () => {
    bench.parts.quota = 100_000;
    expect(await bench.failure(model())).toMatchObject({ code: 'quota-exceeded' });
    expect([...bench.caches.stored.keys()]).toEqual([]);
  });
});
