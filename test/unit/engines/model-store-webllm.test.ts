import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  cutOff,
  folderOf,
  hash,
  html,
  IMPATIENCE,
  bytes,
  json,
  LIBRARY,
  noise,
  openBench,
  SHARD,
  standStill,
  status,
  tinyModel,
  type Bench,
} from './model-store-hub.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.hub.close());

const TINY = tinyModel();
const file = (name: string) => TINY.get(name) ?? Buffer.alloc(0);
const at = (name: string) => folderOf('tiny') + name;
const SHARDS = [...TINY.keys()].filter((name) => name.endsWith('.bin'));
const WHOLE = [...TINY.values(), LIBRARY].reduce((sum, { length }) => sum + length, 0);
const count = (path: string) => bench.hub.requests.filter((each) => each === path).length;
const stored = (cache: string, url: string) =>
  bench.caches.stored.get(cache)?.get(bench.hub.url + url);
describe('fetching a WebLLM model', () => {
  it('puts each file where WebLLM looks for it, whole, and asks for each once', async () => {
    expect(await bench.download(bench.model())).toBe(WHOLE);
    expect(bench.caches.names('webllm/config')).toEqual(['mlc-chat-config.json']);
    expect(bench.caches.names('webllm/wasm')).toEqual(['tiny.wasm']);
    const rest = ['tensor-cache.json', 'tokenizer.json', ...SHARDS];
    expect(bench.caches.names('webllm/model')).toEqual(rest.sort());
    for (const name of rest)
      expect(file(name).equals(stored('webllm/model', at(name)) ?? Buffer.alloc(0)), name).toBe(
        true,
      );
    expect(new Set(bench.hub.requests).size).toBe(bench.hub.requests.length);
    expect(await bench.store.isStored(bench.model())).toBe(true);
  });

  it('asks without cookies for others and without telling the page', async () => {
    const asked: (RequestInit | undefined)[] = [];
    bench.parts.fetch = (url, init) => {
      asked.push(init);
      return fetch(url, init);
    };
    await bench.download(bench.model());
    expect(asked).toHaveLength(bench.hub.requests.length);
    for (const init of asked)
      expect(init).toMatchObject({ credentials: 'same-origin', referrerPolicy: 'no-referrer' });
  });

  it('makes no request at all for a model that is here, not even offline', async () => {
    await bench.download(bench.model());
    bench.hub.requests.length = 0;
    bench.hub.close();
    bench.parts.isOnline = () => false;
    expect(await bench.download(bench.model())).toBe(0);
    expect(bench.hub.requests).toEqual([]);
  });

  it('tells bytes that rise to the whole, at most ten times a second', async () => {
    const started = performance.now();
    await bench.download(bench.model());
    const took = performance.now() - started;
    const downloads = bench.reports.flatMap(({ download }) => (download ? [download] : []));
    const done = downloads.map(({ doneBytes }) => doneBytes);
    expect(done).toEqual([...done].sort((a, b) => a - b));
    expect(downloads.at(-1)).toMatchObject({ doneBytes: WHOLE, totalBytes: WHOLE });
    expect(bench.reports.at(-1)?.fraction).toBe(1);
    expect(bench.reports.length).toBeLessThan(4 + took / 100);
  });

  it('takes the weight list by its older name, and the list is complete with it', async () => {
    bench.hub.files.delete(at('tensor-cache.json'));
    bench.hub.files.set(at('ndarray-cache.json'), file('tensor-cache.json'));
    await bench.download(bench.model());
    expect(bench.caches.names('webllm/model')).toContain('ndarray-cache.json');
    expect(await bench.store.list()).toMatchObject([{ id: 'tiny', isComplete: true }]);
  });

  it('leaves a library to WebLLM that it would not look for in the cache', async () => {
    const model = bench.model();
    model.record.model_lib = model.record.model_lib.replace('127.0.0.1', 'localhost');
    await bench.download(model);
    expect(count('/libs/tiny.wasm')).toBe(0);
    expect(await bench.store.isStored(model)).toBe(true);
  });
});

describe('a host that fails', () => {
  it('is asked again after a 503, not before it wants to be, and the download goes on', async () => {
    bench.hub.fault(at('params_shard_1.bin'), status(503, { 'retry-after': '1' }), 1);
    const started = performance.now();
    expect(await bench.download(bench.model())).toBe(WHOLE);
    expect(performance.now() - started).toBeGreaterThan(950);
    expect(count(at('params_shard_1.bin'))).toBe(2);
  });

  it.each(['0', new Date(0).toUTCString(), 'soon'])(
    'is not asked at once where it names no time to come (%s)',
    async (when) => {
      bench.hub.fault(at('params_shard_1.bin'), status(503, { 'retry-after': when }), 1);
      const started = performance.now();
      await bench.download(bench.model(), {
        patience: { stallMs: 5000, attempts: 3, backOffMs: 200 },
      });
      expect(performance.now() - started).toBeGreaterThan(190);
    },
  );

  it.each([500, 503, 408, 429])('%i for ever is "network", after all attempts', async (code) => {
    bench.hub.fault(at('params_shard_1.bin'), status(code));
    const error = await bench.failure(bench.model());
    expect(error).toMatchObject({ code: 'network' });
    expect(String(error)).toMatch(new RegExp(`127.0.0.1.*params_shard_1.bin.*${code}`));
    expect(count(at('params_shard_1.bin'))).toBe(3);
  });

  it.each([401, 403, 404, 410])('%i is "model-not-found" at once', async (code) => {
    bench.hub.fault(at('params_shard_2.bin'), status(code));
    expect(await bench.failure(bench.model())).toMatchObject({ code: 'model-not-found' });
    expect(count(at('params_shard_2.bin'))).toBe(1);
  });

  it('goes on after a broken connection with the file that broke', async () => {
    const shard = file('params_shard_3.bin');
    bench.hub.fault(at('params_shard_3.bin'), cutOff(shard, 40_000), 2);
    expect(await bench.download(bench.model())).toBe(WHOLE);
    const whole = stored('webllm/model', at('params_shard_3.bin')) ?? Buffer.alloc(0);
    expect(shard.equals(whole)).toBe(true);
    expect(count(at('params_shard_0.bin'))).toBe(1);
  });

  it('says that a download stands still, and goes on', async () => {
    const shard = file('params_shard_4.bin');
    bench.hub.fault(at('params_shard_4.bin'), standStill(shard, 10_000), 1);
    expect(await bench.download(bench.model(), { patience: IMPATIENCE })).toBe(WHOLE);
    const stalled = bench.reports.filter(({ download }) => download?.isStalled);
    expect(stalled[0]?.text).toMatch(/^Waiting/);
    expect(bench.reports.at(-1)?.download?.isStalled).toBeUndefined();
  });

  it.each([
    ['in a body', standStill(file('params_shard_4.bin'), 10_000)],
    ['before an answer', () => {}],
  ])('that stands still for good %s is "stalled"', async (_where, respond) => {
    bench.hub.fault(at('params_shard_4.bin'), respond);
    const error = await bench.failure(bench.model(), { patience: IMPATIENCE });
    expect(error).toMatchObject({ code: 'stalled' });
    expect(stored('webllm/model', at('params_shard_4.bin'))).toBeUndefined();
  });

  it('that is not there is "network"; without a network it is "offline", at once', async () => {
    bench.hub.close();
    expect(await bench.failure(bench.model())).toMatchObject({ code: 'network' });
    bench.parts.isOnline = () => false;
    let attempts = 0;
    bench.parts.fetch = (...args) => {
      attempts += 1;
      return fetch(...args);
    };
    expect(await bench.failure(bench.model())).toMatchObject({ code: 'offline' });
    expect(attempts).toBe(1);
  });
});

describe('a wrong file', () => {
  const flipped = Buffer.from(file('params_shard_1.bin'));
  flipped[500] = (flipped[500] ?? 0) ^ 1;

  it.each([
    ['wrong bytes of the right size', 'params_shard_1.bin', bytes(flipped)],
    ['a page', 'params_shard_1.bin', html],
    ['a short file', 'params_shard_1.bin', bytes(noise(SHARD - 9, 1))],
    ['a long file', 'params_shard_1.bin', bytes(noise(SHARD + 999, 1))],
    ['a page as configuration', 'mlc-chat-config.json', html],
    ['a page as tokenizer', 'tokenizer.json', html],
    ['half a tokenizer', 'tokenizer.json', bytes(Buffer.from('{"model": {"vocab"'))],
  ])('%s is asked for once more, past the HTTP cache', async (_what, name, respond) => {
    bench.hub.fault(at(name), respond, 1);
    expect(await bench.download(bench.model())).toBe(WHOLE);
    const asked = bench.hub.asked.filter((_each, index) => bench.hub.requests[index] === at(name));
    expect(asked.map((headers) => headers['cache-control'] ?? '')).toEqual(['', 'no-cache']);
    expect(bench.caches.names('webllm/model')).toHaveLength(7);
  });

  it.each([
    ['params_shard_1.bin', 'webllm/model', bytes(flipped)],
    ['params_shard_1.bin', 'webllm/model', html],
    ['mlc-chat-config.json', 'webllm/config', html],
    ['mlc-chat-config.json', 'webllm/config', bytes(Buffer.from('{"tokenizer_files": 3}'))],
    ['tokenizer.json', 'webllm/model', html],
    ['tensor-cache.json', 'webllm/model', bytes(Buffer.from('{"records": [{}]}'))],
  ])('%s that stays wrong is "model-invalid", named, and never kept', async (name, cache, bad) => {
    bench.hub.fault(at(name), bad);
    const error = await bench.failure(bench.model());
    expect(error).toMatchObject({ code: 'model-invalid' });
    expect(String(error)).toContain(name);
    expect(stored(cache, at(name))).toBeUndefined();
    bench.hub.fault(at(name), bad, 0);
    await bench.download(bench.model());
    expect(await bench.store.isStored(bench.model())).toBe(true);
  });

  it('is known by its size alone where the list holds no hash', async () => {
    const records = SHARDS.map((name) => ({ dataPath: name, nbytes: file(name).length }));
    bench.hub.files.set(at('tensor-cache.json'), json({ records }));
    bench.hub.fault(at('params_shard_1.bin'), bytes(noise(SHARD - 9, 1)));
    expect(await bench.failure(bench.model())).toMatchObject({ code: 'model-invalid' });
    bench.hub.fault(at('params_shard_1.bin'), bytes(noise(SHARD + 9, 1)));
    expect(await bench.failure(bench.model())).toMatchObject({ code: 'model-invalid' });
    expect(stored('webllm/model', at('params_shard_1.bin'))).toBeUndefined();
  });

  it('as a library is refused', async () => {
    bench.hub.fault('/libs/tiny.wasm', html);
    const error = await bench.failure(bench.model());
    expect(error).toMatchObject({ code: 'model-invalid' });
    expect(String(error)).toContain('tiny.wasm');
  });

  it('cannot be a path outside the model’s folder', async () => {
    const records = [{ dataPath: '../../../other/secret.bin', nbytes: 5 }];
    bench.hub.files.set(at('tensor-cache.json'), json({ records }));
    expect(await bench.failure(bench.model())).toMatchObject({ code: 'model-invalid' });
    expect(bench.hub.requests.some((path) => path.includes('secret'))).toBe(false);
  });
});

describe("an owner's list of hashes", () => {
  const path = '/mlc-ai/tiny/resolve/main/askpage-model.json';
  const listed = (files: Map<string, Buffer>) =>
    json({
      version: 1,
      id: 'tiny',
      files: [...files].map(([name, content]) => ({
        path: name,
        bytes: content.length,
        sha256: hash('sha256', content),
      })),
    });
  const model = () => {
    const own = bench.model('tiny', { hashes: path });
    own.record.model_lib = bench.hub.url + at('tiny.wasm');
    return own;
  };
  beforeEach(() => void bench.hub.files.set(at('tiny.wasm'), LIBRARY));

  it('checks what nothing else does: configuration, tokenizer and library', async () => {
    bench.hub.files.set(path, listed(new Map([...TINY, ['tiny.wasm', LIBRARY]])));
    expect(await bench.download(model())).toBe(WHOLE);
    await bench.store.remove({ for: 'webllm', id: 'tiny' });
    for (const name of ['mlc-chat-config.json', 'tokenizer.json', 'tiny.wasm']) {
      const good = bench.hub.files.get(at(name)) ?? Buffer.alloc(0);
      // The same length and the same first and last bytes.
      const bad = Buffer.from(good);
      bad[12] = (bad[12] ?? 0) ^ 1;
      bench.hub.files.set(at(name), bad);
      const error = await bench.failure(model());
      expect(error).toMatchObject({ code: 'model-invalid' });
      expect(String(error)).toContain(name);
      bench.hub.files.set(at(name), good);
      await bench.store.remove({ for: 'webllm', id: 'tiny' });
    }
  });

  it.each([
    ['missing', status(404)],
    ['a page', html],
  ])('that is %s is no list: the download goes on', async (_what, respond) => {
    bench.hub.fault(path, respond);
    expect(await bench.download(model())).toBe(WHOLE);
  });

  it('that can not be read ends the download', async () => {
    bench.hub.files.set(path, json({ version: 1, id: 'tiny', files: [{ path: 'a' }] }));
    expect(await bench.failure(model())).toMatchObject({ code: 'model-invalid' });
  });
});
