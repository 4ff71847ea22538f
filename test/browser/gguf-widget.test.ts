import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { bundle } from '../../scripts/bundle.ts';
import { launchChromium } from '../../scripts/chromium.ts';
import { DEMO_MOUNTS } from '../../scripts/demo.ts';
import { ISOLATED, serveFolders, type RunningServer } from '../../scripts/static-server.ts';
import { openLlamaPage } from '../../scripts/test-engine-llama.ts';
import type { EngineReader } from '../../scripts/test-engine-reader.ts';
import { StepLog } from '../../scripts/test-engine-steps.ts';
import type { ReplyTimings } from '../../src/engines/llama-cpp.ts';
import { shows, useStage } from './harness.ts';
import { FULL_MODEL, GARDEN, pageOf } from './site.ts';

/** Path of a GGUF file with a ChatML model, such as SmolLM2-135M-Instruct; without one no model runs. */
const GGUF = process.env.ASKPAGE_GGUF ?? '';

const LIMIT = 60_000;

describe.skipIf(GGUF === '')('a GGUF model in the whole widget', () => {
  let server: RunningServer;
  let browser: Browser;
  let reader: EngineReader;

  beforeAll(async () => {
    const model = `/gguf/${encodeURIComponent(basename(GGUF))}`;
    server = await serveFolders({
      mounts: { ...DEMO_MOUNTS, '/gguf/': dirname(GGUF) },
      headers: ISOLATED,
      editHtml: (html) =>
        html.replace('<ask-page ', `<ask-page debug engine="llama-cpp" gguf="${model}" `),
    });
    browser = await launchChromium();
    const run = { browser, model: GGUF, log: new StepLog(() => {}), limit: LIMIT };
    reader = await openLlamaPage(run, `${server.url}index.html`);
  });

  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it('is offered, loaded, streams, stops at once, and writes the next answer', async () => {
    const foreign: string[] = [];
    reader.page.on('request', (request) => {
      const url = request.url();
      if (!/^(blob|data):/.test(url) && !url.startsWith(server.url)) foreign.push(url);
    });
    await reader.quotes('What is the default port that the server listens on?');
    const { card } = await reader.until('an offer', ({ cardKind }) => cardKind === 'offered');
    const size = `${Math.round(statSync(GGUF).size / 1e6)} MB`;
    expect(card).toContain(`${size} once from this site`);
    const { steps } = await reader.consent();
    const told = new RegExp(`of ${size}[^]*Starting the model[^]*Warming up`);
    expect(steps.join('\n')).toMatch(told);

    const first = await reader.stream(1, { stopAfter: 5 });
    expect(first.text.length).toBeGreaterThan(5);
    expect(await reader.stop()).toBeLessThan(1000);

    const second = await reader.ask('How do I change the limit of the body size?');
    expect(second.pieces).toBeGreaterThan(3);
    expect(second.text).toContain(`Written on this device by ${basename(GGUF, '.gguf')}`);
    expect(second.promptTokens).toBeGreaterThan(50);
    expect(foreign).toEqual([]);
  }, 240_000);
});

/** A page that gives the engine its file without a store, and asks it twice. */
const ENTRY = `
import { createLlamaCppEngine } from '/src/engines/llama-cpp.ts';
globalThis.askTwice = async (wasm, url) => {
  const files = [await (await fetch(url)).blob()];
  const store = { download: async () => ({ fetchedBytes: 1 }), files: async () => files };
  const engine = createLlamaCppEngine({ store, wasm, model: { urls: [url], contextWindow: 512 }, gpu: undefined });
  await engine.load();
  const seen = [];
  const system = { role: 'system', content: 'You answer in one word. '.repeat(8) };
  for (const content of ['What is red?', 'What is blue?']) {
    seen.push(await engine.countTokens(['Hello world', '<|im_end|>', '', 'a'.repeat(40)]));
    let text = '';
    const read = [];
    const options = { maxTokens: 4, onReading: (fraction) => read.push(fraction) };
    for await (const piece of engine.generate([system, { role: 'user', content }], options)) text += piece;
    seen.push({ text, read, ...engine.lastTimings });
  }
  const long = [{ role: 'user', content: 'word '.repeat(600) }];
  const refused = await engine.generate(long).next().catch((error) => error.code + ': ' + error.message);
  seen.push(refused, engine.contextWindow, [...engine.controlTokens].includes('<|im_start|>'));
  await engine.unload();
  return seen;
};
`;

describe.skipIf(GGUF === '')('the engine with a GGUF model', () => {
  it('counts as llama.cpp does, keeps what it read meanwhile, and refuses what is too long', async () => {
    const code = await bundle('engine-entry', { text: ENTRY });
    const server = await serveFolders({
      mounts: { '/wasm/': 'node_modules/@wllama/wllama/esm/wasm', '/gguf/': dirname(GGUF) },
      headers: ISOLATED,
      handle(request, response) {
        const [type, body] =
          request.url === '/'
            ? ['text/html', '<!doctype html><script type="module" src="/entry.js"></script>']
            : ['text/javascript', code];
        if (request.url !== '/' && request.url !== '/entry.js') return false;
        response.writeHead(200, { 'content-type': type }).end(body);
        return true;
      },
    });
    const browser = await launchChromium();
    const page = await browser.newPage();
    await page.goto(server.url);
    const addresses = [`${server.url}wasm/wllama.wasm`, `${server.url}gguf/${basename(GGUF)}`];
    const seen = await page.evaluate(
      ([wasm = '', url = '']) => (globalThis as unknown as TwiceAsked).askTwice(wasm, url),
      addresses,
    );
    await browser.close();
    await server.close();
    const [counts, first, again, second, refused, contextWindow, hasControl] = seen;
    expect(counts).toEqual([2, 1, 0, expect.any(Number)]);
    expect(again).toEqual(counts);
    expect(first).toMatchObject({ text: expect.stringMatching(/\w/) as string });
    // The system turn's tokens are not read again, though texts were counted in between.
    expect((second as ReplyTimings).cachedTokens).toBeGreaterThan(40);
    expect((second as ReplyTimings).promptTokens).toBeLessThan(30);
    // Lots of 64 tokens: the first of the request that was new, then all of it.
    const { read } = first as { read: number[] };
    expect(read).toEqual([...read].sort((a, b) => a - b));
    expect(read.at(-1)).toBe(1);
    expect(refused).toMatch(/^context-overflow: .*512 fit/);
    expect([contextWindow, hasControl]).toEqual([512, true]);
  }, 120_000);
});

interface TwiceAsked {
  askTwice(wasm: string, url: string): Promise<unknown[]>;
}

describe('a page whose policy forbids what llama.cpp needs', () => {
  const stage = useStage();
  const POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src data: 'self'";

  it.each([
    ["worker-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", 'worker-src blob:'],
    [
      "worker-src 'self' blob:; require-trusted-types-for 'script'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "require-trusted-types-for 'script'",
    ],
    ["worker-src 'self' blob:", "script-src 'self'", "'wasm-unsafe-eval'"],
  ])('by %s and %s says so, fetches no model and quotes', async (worker, script, words) => {
    stage.site.headers['content-security-policy'] = `${POLICY}; ${worker}; ${script}`;
    const attributes = `engine="llama-cpp" gguf="/gguf/tiny.gguf" ${FULL_MODEL}`;
    stage.site.page('/garden.html', pageOf({ body: GARDEN, attributes }));
    const reader = await stage.visit('/garden.html');
    await reader.ask('Which port does the server listen on?');
    await shows(reader.answer, 'port');
    await reader.page.locator('ask-page [part=models-toggle]').click();
    await shows(reader.page.locator('ask-page [part=models]'), words);
    const asked = stage.site.requests.filter((path) => /wllama|askpage-runtime-/.test(path));
    expect(asked).toEqual([]);
  });

  it('runs nothing of llama.cpp, and fetches none of it, before the reader agrees', async () => {
    const attributes = `engine="llama-cpp" gguf="/gguf/tiny.gguf" ${FULL_MODEL}`;
    stage.site.page('/garden.html', pageOf({ body: GARDEN, attributes }));
    const reader = await stage.visit('/garden.html');
    await reader.ask('Which port does the server listen on?');
    await shows(reader.page.locator('ask-page [part=engine]'), 'tiny');
    const asked = stage.site.requests.filter((path) => /wllama|askpage-runtime-/.test(path));
    expect(asked).toEqual([]);
    await reader.page.locator('ask-page [part=engine] .primary').click();
    // There is no such file.
    await shows(reader.page.locator('ask-page [part=engine] [role=alert]'), 'tiny');
  });
});
