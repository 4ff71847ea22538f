import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WIDGET_FOLDER } from '../../scripts/demo.ts';
import { ISOLATED, serveFolders, type RunningServer } from '../../scripts/static-server.ts';
import { isRead } from './embedding.ts';
import { refusedOn, shows, until, useStage, type Reader } from './harness.ts';
import { GARDEN, INDEX, pageOf, send } from './site.ts';

const stage = useStage();

/** The origin that the script comes from: same machine, so that cookies could go there, but another port. */
let cdn: RunningServer;
/** What it was asked for, and the cookies that came along. */
let asked: { path: string; cookie: string | undefined }[] = [];
/** Sent with every file whose path fits. */
let cors = /./;

beforeAll(async () => {
  cdn = await serveFolders({
    mounts: { '/askpage/': WIDGET_FOLDER },
    handle(request, response) {
      const path = request.url ?? '';
      asked.push({ path, cookie: request.headers.cookie });
      if (cors.test(path)) response.setHeader('access-control-allow-origin', '*');
      return false;
    },
  });
});
beforeEach(() => {
  [asked, cors] = [[], /./];
});
afterAll(() => cdn.close());

const FASTIFY = 'How do I set a custom error handler?';

/** A page of the site whose script comes from the other origin. */
function widgetFrom(origin: string, attributes = ''): string {
  return `<script type="module" src="${origin}askpage/askpage.js"></script><ask-page ${attributes}></ask-page>`;
}

function layOut(path: string, attributes: string, body = GARDEN): void {
  stage.site.page(path, pageOf({ body, widget: widgetFrom(cdn.url, attributes) }));
}

/** Nothing of the widget comes from the page's own origin. */
const ownFiles = ({ requests }: Reader) =>
  requests.filter((url) => url.startsWith(`${stage.site.url}askpage/`));

const fetched = (pattern: RegExp) => asked.some(({ path }) => pattern.test(path));

async function expectByMeaning(reader: Reader, words: string): Promise<void> {
  await shows(reader.answer, words);
  expect(await reader.answer.first().innerText()).not.toContain('found by its words');
  expect(await reader.notices.count()).toBe(0);
}

describe('from another origin', () => {
  it('answers by token vectors', async () => {
    layOut('/light.html', `${INDEX} encoder="light"`);
    const reader = await stage.visit('/light.html');
    await reader.ask(FASTIFY);
    await expectByMeaning(reader, 'setErrorHandler');
    expect(fetched(/askpage-retrieve-.*\.js$/)).toBe(true);
    expect(fetched(/voy.*\.wasm$/)).toBe(true);
    expect(reader.page.workers().map((worker) => worker.url().slice(0, 5))).toEqual(['blob:']);
    expect(ownFiles(reader)).toEqual([]);
  });

  it('reads a page and answers by the full model, which comes from there, too', async () => {
    layOut('/full.html', '');
    const reader = await stage.visit('/full.html');
    await reader.type('gate');
    await isRead(reader);
    await reader.ask('At what time is the gate locked?');
    await expectByMeaning(reader, 'locked at nine');
    expect(fetched(/askpage-embed-.*\.js$/)).toBe(true);
    expect(fetched(/ort.*\.wasm$/)).toBe(true);
    expect(fetched(/\.onnx$/)).toBe(true);
    expect(ownFiles(reader)).toEqual([]);
    expect(reader.errors).toEqual([]);
  });

  it('works under a policy that names the origin, and is sent no cookie, though one would go there', async () => {
    const origin = cdn.url.replace(/\/$/, '');
    stage.site.headers['content-security-policy'] =
      `default-src 'none'; script-src ${origin} 'wasm-unsafe-eval'; connect-src 'self' ${origin}; ` +
      "worker-src blob:; img-src data:; require-trusted-types-for 'script'; " +
      'trusted-types lit-html askpage';
    layOut('/full.html', `${INDEX} encoder="full"`);
    const before = () => (document.cookie = 'session=secret');
    const reader = await stage.visit('/full.html', { before });
    await reader.ask(FASTIFY);
    await expectByMeaning(reader, 'setErrorHandler');
    expect(await refusedOn(reader.page)).toEqual([]);
    expect(reader.errors).toEqual([]);
    expect(asked.length).toBeGreaterThan(8);
    expect(asked.filter(({ cookie }) => cookie !== undefined)).toEqual([]);
    await reader.page.evaluate(
      (url) => fetch(url, { mode: 'no-cors', credentials: 'include' }),
      `${cdn.url}askpage/askpage.js`,
    );
    expect(asked.at(-1)?.cookie).toContain('session=secret');
  });

  it('works on a page that is isolated from other origins, with no other header', async () => {
    Object.assign(stage.site.headers, ISOLATED);
    layOut('/full.html', `${INDEX} encoder="full"`);
    const reader = await stage.visit('/full.html');
    expect(await reader.page.evaluate(() => crossOriginIsolated)).toBe(true);
    await reader.ask(FASTIFY);
    await expectByMeaning(reader, 'setErrorHandler');
    expect(reader.errors).toEqual([]);
  });
});

it('an isolated page under a strict policy starts no workers but its own, on eight cores', async () => {
  Object.assign(stage.site.headers, ISOLATED);
  stage.site.headers['content-security-policy'] =
    "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; " +
    "require-trusted-types-for 'script'; trusted-types lit-html askpage";
  const cores = "Object.defineProperty(navigator, 'hardwareConcurrency', { value: 8 });\n";
  stage.site.fault(/askpage-embed-/, (response, request) => {
    const code = readFileSync(join(WIDGET_FOLDER, basename(request.url ?? '')), 'utf8');
    send('text/javascript', cores + code)(response, request);
  });
  stage.site.page('/full.html', pageOf({ body: GARDEN, attributes: `${INDEX} encoder="full"` }));
  const reader = await stage.visit('/full.html');
  await reader.ask(FASTIFY);
  await expectByMeaning(reader, 'setErrorHandler');
  expect(reader.page.workers()).toHaveLength(2);
  expect(await refusedOn(reader.page)).toEqual([]);
});

describe('from another origin that sends no CORS header', () => {
  it('leaves the page as it is, and the browser names the header', async () => {
    cors = /^$/;
    layOut('/plain.html', INDEX);
    const context = await stage.browser.newContext();
    const page = await context.newPage();
    const lines: string[] = [];
    page.on('console', (message) => lines.push(message.text()));
    await page.goto(`${stage.site.url}plain.html`);
    await until(
      () => lines.join(),
      (text) => text.includes('Access-Control-Allow-Origin'),
    );
    expect(await page.locator('main').innerText()).toContain('The gate is locked');
    await context.close();
  });

  it('with the script at home answers by words, and names file and header', async () => {
    cors = /^$/;
    const attributes = `assets="${cdn.url}askpage"`;
    stage.site.page('/assets.html', pageOf({ body: GARDEN, attributes }));
    const reader = await stage.visit('/assets.html');
    await reader.ask('When is the gate locked?');
    await shows(reader.answer, 'locked at nine');
    await shows(reader.notices, 'found by words only');
    const told = reader.console.filter((line) => line.startsWith('askpage: The worker'));
    expect(told[0]).toMatch(/askpage-retrieve-.*\.js stopped/);
    expect(told[0]).toContain('Access-Control-Allow-Origin');
  });

  it.each([
    ['the model', /\.(?:js|wasm|json)$/, 'model_quantized.onnx'],
    ['its runtime', /\.(?:js|json|onnx)$/, 'ort-wasm'],
  ])('for %s alone answers by words, and names file and header', async (_, match, file) => {
    cors = match;
    layOut('/full.html', `${INDEX} encoder="full"`);
    const reader = await stage.visit('/full.html');
    await reader.ask(FASTIFY);
    await shows(reader.answer, 'setErrorHandler');
    await shows(reader.notices, 'found by words only');
    await shows(reader.notices, 'Access-Control-Allow-Origin');
    await shows(reader.notices, file);
  });
});

describe('a server that knows few types', () => {
  afterEach(() => stage.site.reset());

  it.each([
    ['token vectors', 'light'],
    ['the full model', 'full'],
  ])('that sends WASM as a stream of bytes: %s answer by meaning', async (_, encoder) => {
    stage.site.fault(/\.(?:wasm|mjs|onnx|json|bin)$/, (response, request) => {
      const path = decodeURIComponent(request.url ?? '').replace(/^\//, '');
      const [folder, rest] = path.startsWith('askpage/')
        ? [WIDGET_FOLDER, path.slice('askpage/'.length)]
        : ['demo/dist', path];
      send('application/octet-stream', readFileSync(join(folder, rest)))(response, request);
    });
    const attributes = `${INDEX} encoder="${encoder}"`;
    stage.site.page('/bytes.html', pageOf({ body: GARDEN, attributes }));
    const reader = await stage.visit('/bytes.html');
    await reader.ask(FASTIFY);
    await expectByMeaning(reader, 'setErrorHandler');
    expect(stage.site.requests.some((path) => path.endsWith('.wasm'))).toBe(true);
  });
});
