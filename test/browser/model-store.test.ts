import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchChromium } from '../../scripts/chromium.ts';
import { serveFolders, type RunningServer } from '../../scripts/static-server.ts';
import type { ModelStore, StorableModel } from '../../src/engines/model-store/api.ts';
import {
  bytes,
  folderOf,
  LIBRARY,
  noise,
  openHub,
  standStill,
  tinyModel,
  type Hub,
} from '../unit/engines/model-store-hub.ts';

// The real Cache Storage, in the real worker, with a host of another origin.
let folder: string;
let site: RunningServer;
let browser: Browser;
let page: Page;
let hub: Hub;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'askpage-store-'));
  await build({
    ...{ base: './', configFile: false, logLevel: 'warn', worker: { format: 'es' } },
    build: {
      ...{
        outDir: folder,
        emptyOutDir: false,
        copyPublicDir: false,
        target: 'es2022',
        minify: false,
        modulePreload: false,
      },
      lib: {
        entry: fileURLToPath(new URL('model-store-entry.ts', import.meta.url)),
        ...{ formats: ['es'], fileName: () => 'entry.js' },
      },
    },
  });
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><script type="module" src="entry.js"></script>',
  );
  site = await serveFolders({ mounts: { '/': folder } });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  hub = await openHub();
  for (const [name, content] of tinyModel()) hub.files.set(folderOf('tiny') + name, content);
  hub.files.set('/libs/tiny.wasm', LIBRARY);
  page = await (await browser.newContext()).newPage();
  await page.goto(site.url);
});
afterEach(async () => {
  await page.context().close();
  hub.close();
});

const SHARD = `${folderOf('tiny')}params_shard_1.bin`;
const webllm = (): StorableModel => ({
  kind: 'webllm',
  name: 'Tiny',
  record: {
    model: `${hub.url}/mlc-ai/tiny`,
    model_id: 'tiny',
    model_lib: `${hub.url}/libs/tiny.wasm`,
  },
});
const gguf = () => ({
  ...{ kind: 'llama-cpp' as const, name: 'Tiny', id: 'tiny-gguf' },
  urls: [`${hub.url}/tiny.gguf`],
});

const PATIENCE = { stallMs: 1500, attempts: 3, backOffMs: 10 };

/** Downloads in the page; `stopAt` bytes stop it. Returns bytes, or how it failed. */
const download = (model: StorableModel, stopAt = Infinity) =>
  page.evaluate(
    async ([model, stopAt, patience]) => {
      const { modelStore: store } = globalThis as unknown as { modelStore: ModelStore };
      const stop = new AbortController();
      const onProgress = (progress: { download?: { doneBytes: number } }) =>
        (progress.download?.doneBytes ?? 0) >= stopAt && stop.abort();
      try {
        const options = { onProgress, patience, signal: stop.signal };
        return (await store.download(model, options)).fetchedBytes;
      } catch (thrown) {
        const { name, code, message } = thrown as Error & { code?: unknown };
        return { code: typeof code === 'string' ? code : name, message };
      }
    },
    [model, stopAt, PATIENCE] as const,
  );

/** What lies in the page's caches: the last part of each address. */
const stored = () =>
  page.evaluate(async () => {
    const names: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        names.push(`${name} ${url.split('/').at(-1) ?? ''}`);
    return names.sort();
  });

const list = () =>
  page.evaluate(() => (globalThis as unknown as { modelStore: ModelStore }).modelStore.list());

const remove = (model: Parameters<ModelStore['remove']>[0]) =>
  page.evaluate(
    (given) => (globalThis as unknown as { modelStore: ModelStore }).modelStore.remove(given),
    model,
  );

it('keeps a model whole, asks for nothing the second time, and leaves no cache', async () => {
  const whole = [...tinyModel().values(), LIBRARY].reduce((sum, { length }) => sum + length, 0);
  expect(await download(webllm())).toBe(whole);
  expect(await stored()).toContain('webllm/model params_shard_4.bin');
  expect(await list()).toMatchObject([{ id: 'tiny', bytes: whole, isComplete: true }]);
  hub.requests.length = 0;
  expect(await download(webllm())).toBe(0);
  expect(hub.requests).toEqual([]);
  await remove({ for: 'webllm', id: 'tiny' });
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});

it('tells what was wrong with a file, which is not kept', async () => {
  hub.fault(SHARD, bytes(noise(100_001, 77)));
  const error = await download(webllm());
  expect(error).toMatchObject({ code: 'model-invalid' });
  expect(JSON.stringify(error)).toContain('params_shard_1.bin');
  expect(await stored()).not.toContain('webllm/model params_shard_1.bin');
});

it('notices a host that stands still, and goes on', async () => {
  hub.fault(SHARD, standStill(Buffer.alloc(100_001), 30_000), 1);
  expect(await download(webllm())).toBeGreaterThan(500_000);
  expect(hub.requests.filter((path) => path === SHARD)).toHaveLength(2);
});

it('goes on with a large file after a stop, though the host hides the range', async () => {
  const piece = 64 * 2 ** 20;
  const file = Buffer.concat([Buffer.from('GGUF'), noise(piece, 5), noise(1000, 6)]);
  hub.files.set('/tiny.gguf', file);
  hub.fault('/tiny.gguf', standStill(file, piece + 10), 1);
  expect(await download(gguf(), piece + 1)).toMatchObject({ code: 'AbortError' });
  expect(await stored()).toContain('askpage/gguf tiny.gguf?askpage-piece=1');
  expect(await download(gguf())).toBe(file.length - piece);
  expect(hub.asked.map(({ range }) => range)).toEqual([undefined, `bytes=${piece}-`]);
  const [size, end] = await page.evaluate(async (model) => {
    const { modelStore: store } = globalThis as unknown as { modelStore: ModelStore };
    const [blob] = await store.files(model);
    const tail = new Uint8Array((await blob?.slice(-3).arrayBuffer()) ?? []);
    return [blob?.size, [...tail]] as const;
  }, gguf());
  expect([size, end]).toEqual([file.length, [...file.subarray(-3)]]);
});
