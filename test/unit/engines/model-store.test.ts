import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createModelStore } from '../../../src/page/model-store-client.ts';
import { createStoreHost } from '../../../src/worker/store-host.ts';
import { serve, type Port } from '../../../src/core/rpc.ts';
import type { StoreApi } from '../../../src/worker/store-api.ts';
import { AskPageError } from '../../../src/core/errors.ts';
import {
  folderOf,
  LIBRARY,
  openBench,
  standStill,
  status,
  tinyModel,
  until,
  type Bench,
} from './model-store-hub.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.hub.close());

const at = (name: string) => folderOf('tiny') + name;
const WHOLE = [...tinyModel().values(), LIBRARY].reduce((sum, { length }) => sum + length, 0);
describe('room', () => {
  it('is looked at before weights are fetched; the sentence names what is missing', async () => {
    bench.parts.quota = 200_000;
    bench.parts.storage = { estimate: () => Promise.resolve({ quota: 3.4e6, usage: 3.2e6 }) };
    const error = await bench.failure(bench.model());
    expect(error).toMatchObject({ code: 'quota-exceeded' });
    expect(String(error)).toMatch(/needs 1 MB more.*0 MB are free/);
    expect(bench.hub.requests.some((path) => path.endsWith('.bin'))).toBe(false);
  });

  it('that runs out while writing is the same, and whole files stay', async () => {
    bench.caches.room = 250_000;
    expect(await bench.failure(bench.model())).toMatchObject({ code: 'quota-exceeded' });
    bench.caches.room = Infinity;
    expect(await bench.download(bench.model())).toBeLessThan(WHOLE - 100_000);
  });

  it('for what is written down about a model may be missing, too', async () => {
    bench.caches.room = 10;
    const error = await bench.failure(bench.model());
    expect(error).toMatchObject({ code: 'quota-exceeded' });
    expect(String(error)).toContain('does not fit into what this browser lets the site keep');
  });

  it('where nothing may be kept is "storage-unavailable", and nothing is fetched', async () => {
    bench.caches.refusal = new DOMException('denied', 'SecurityError');
    expect(await bench.failure(bench.model())).toMatchObject({ code: 'storage-unavailable' });
    expect(await bench.store.isStored(bench.model())).toBe(false);
    expect(await bench.store.list()).toEqual([]);
    expect(bench.hub.requests).toEqual([]);
    const bare = createModelStore(() => neverStarted(), { ...bench.parts, caches: undefined });
    expect(await bare.isStored(bench.model())).toBe(false);
    await bare.remove({ for: 'webllm', id: 'tiny' });
  });
});

const neverStarted = (): never => {
  throw new Error('A worker was started.');
};

describe('stopping', () => {
  it('keeps whole files, which are not fetched again', async () => {
    const stop = new AbortController();
    bench.hub.fault(at('params_shard_4.bin'), standStill(Buffer.alloc(100_004), 50_000), 1);
    const download = bench.download(bench.model(), { signal: stop.signal });
    const stopped = expect(download).rejects.toThrow('my reason');
    await until(() => bench.hub.requests.includes(at('params_shard_4.bin')));
    stop.abort(new Error('my reason'));
    await stopped;
    const kept = bench.caches.names('webllm/model').filter((name) => name.endsWith('.bin'));
    expect(kept.length).toBeGreaterThan(0);
    expect(kept).not.toContain('params_shard_4.bin');
    const [part] = await bench.store.list();
    expect(part).toMatchObject({ id: 'tiny', isComplete: false });
    expect(await bench.store.isStored(bench.model())).toBe(false);
    bench.hub.requests.length = 0;
    expect(await bench.download(bench.model())).toBe(WHOLE - (part?.bytes ?? 0));
    for (const name of kept) expect(bench.hub.requests).not.toContain(at(name));
  });

  it('before it began rejects with the reason and asks for nothing', async () => {
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(bench.download(bench.model(), { signal })).rejects.toThrow('too late');
    expect(bench.hub.requests).toEqual([]);
  });

  it('leaves nothing where nothing had arrived', async () => {
    bench.hub.fault(at('mlc-chat-config.json'), status(404));
    await bench.failure(bench.model());
    expect(await bench.store.list()).toEqual([]);
    expect([...bench.caches.stored.keys()]).toEqual([]);
  });
});

describe('what is stored', () => {
  it('is listed with bytes and origin, and tells when the browser took some of it', async () => {
    await bench.download(bench.model());
    const host = new URL(bench.hub.url).host;
    expect(await bench.store.list()).toEqual([
      {
        ...{ for: 'webllm', id: 'tiny', name: 'Model tiny', origin: host },
        ...{ bytes: WHOLE, isComplete: true },
      },
    ]);
    bench.caches.stored.get('webllm/model')?.delete(bench.hub.url + at('params_shard_0.bin'));
    expect(await bench.store.list()).toMatchObject([{ bytes: WHOLE - 100_000, isComplete: false }]);
    expect(await bench.store.isStored(bench.model())).toBe(false);
    bench.hub.requests.length = 0;
    expect(await bench.download(bench.model())).toBe(100_000);
  });

  it('of two models that share a library goes with the last of them, and no cache stays', async () => {
    bench.serve('other', tinyModel(7));
    await bench.download(bench.model());
    await bench.download(bench.model('other'));
    expect(bench.hub.requests.filter((path) => path === '/libs/tiny.wasm')).toHaveLength(1);
    await bench.store.remove({ for: 'webllm', id: 'tiny' });
    expect(await bench.store.isStored(bench.model('other'))).toBe(true);
    expect(await bench.store.list()).toMatchObject([{ id: 'other' }]);
    await bench.store.remove({ for: 'webllm', id: 'other' });
    expect([...bench.caches.stored.keys()]).toEqual([]);
  });

  it('goes with what WebLLM itself put beside it, but not with the site’s own use of WebLLM', async () => {
    await bench.download(bench.model());
    const cache = bench.caches.stored.get('webllm/model');
    cache?.set(bench.hub.url + at('ndarray-cache.json'), new Uint8Array(3));
    cache?.set('https://huggingface.co/mlc-ai/mine/resolve/main/a.bin', new Uint8Array(3));
    await bench.store.remove({ for: 'webllm', id: 'tiny' });
    expect([...bench.caches.stored.keys()]).toEqual(['webllm/model']);
    expect(bench.caches.names('webllm/model')).toEqual(['a.bin']);
  });

  it('of an older library goes when the new one is there, not before', async () => {
    await bench.download(bench.model());
    const next = bench.model('tiny', { library: 'tiny-v2.wasm' });
    expect(await bench.store.isStored(next)).toBe(false);
    expect(await bench.failure(next)).toMatchObject({ code: 'model-not-found' });
    expect(bench.caches.names('webllm/wasm')).toEqual(['tiny.wasm']);
    bench.hub.files.set('/libs/tiny-v2.wasm', LIBRARY);
    expect(await bench.download(next)).toBe(LIBRARY.length);
    expect(bench.caches.names('webllm/wasm')).toEqual(['tiny-v2.wasm']);
    expect(await bench.store.list()).toMatchObject([{ isComplete: true, bytes: WHOLE }]);
  });

  it('is fetched again where the host has other contents under the same name', async () => {
    await bench.download(bench.model());
    bench.caches.stored.get('webllm/model')?.delete(bench.hub.url + at('tensor-cache.json'));
    bench.serve('tiny', tinyModel(5));
    await bench.download(bench.model());
    const kept = bench.caches.stored.get('webllm/model');
    const shard = kept?.get(bench.hub.url + at('params_shard_2.bin')) ?? Buffer.alloc(0);
    expect(tinyModel(5).get('params_shard_2.bin')?.equals(shard)).toBe(true);
  });
});

/** The worker's side over a message channel, as a page sees it. */
function startHost() {
  const { port1, port2 } = new MessageChannel();
  let listener: ((error: AskPageError) => void) | undefined;
  const started = { ended: 0, fail: (error: AskPageError) => listener?.(error) };
  serve<StoreApi>(port2, createStoreHost(bench.store));
  port1.start();
  port2.start();
  return {
    started,
    handle: {
      port: port1 as unknown as Port,
      onFailure: (given: (error: AskPageError) => void) => void (listener = given),
      terminate: () => {
        started.ended += 1;
        port1.close();
      },
    },
  };
}

describe('the page’s side', () => {
  it('downloads in a worker, which ends with the download', async () => {
    const workers: ReturnType<typeof startHost>[] = [];
    const store = createModelStore(() => {
      workers.push(startHost());
      return workers.at(-1)?.handle ?? neverStarted();
    }, bench.parts);
    const texts: string[] = [];
    const onProgress = ({ text }: { text: string }) => texts.push(text);
    expect(await store.isStored(bench.model())).toBe(false);
    expect(workers).toEqual([]);
    expect(await store.download(bench.model(), { onProgress })).toEqual({ fetchedBytes: WHOLE });
    expect(texts.some((text) => /^Downloading the model: \d+ of \d+ MB$/.test(text))).toBe(true);
    expect(workers.map(({ started }) => started.ended)).toEqual([1]);
    expect(await store.isStored(bench.model())).toBe(true);
    expect(await store.list()).toHaveLength(1);
    await store.remove({ for: 'webllm', id: 'tiny' });
    expect(await store.list()).toEqual([]);
  });

  it('carries an error over, and rejects when the worker dies', async () => {
    bench.hub.fault(at('params_shard_1.bin'), () => {}, 1);
    const worker = startHost();
    const store = createModelStore(() => worker.handle, bench.parts);
    const download = store.download(bench.model());
    setTimeout(() => worker.started.fail(new AskPageError('worker-failed', 'It died.')), 100);
    await expect(download).rejects.toMatchObject({ code: 'worker-failed' });
    bench.hub.fault(at('params_shard_1.bin'), status(404));
    const again = createModelStore(() => startHost().handle, bench.parts);
    await expect(again.download(bench.model())).rejects.toMatchObject({ code: 'model-not-found' });
  });

  it('rejects an aborted download with its reason', async () => {
    bench.hub.fault(at('params_shard_1.bin'), () => {});
    const worker = startHost();
    const store = createModelStore(() => worker.handle, bench.parts);
    const signal = AbortSignal.timeout(80);
    await expect(store.download(bench.model(), { signal })).rejects.toThrow(/timeout/);
    expect(worker.started.ended).toBe(1);
  });
});
