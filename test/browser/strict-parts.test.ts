import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { SOFTWARE_WEBGPU } from '../../scripts/chromium.ts';
import { DEMO_FOLDER } from '../../scripts/demo.ts';
import { useFakeEngine } from './fake-engine.ts';
import { layOutModel } from './fake-webllm-site.ts';
import { refusedOn, shows, useStage, type Reader } from './harness.ts';
import { FULL_MODEL, GARDEN, INDEX, pageOf, send, STRICT_POLICY } from './site.ts';

const stage = useStage(SOFTWARE_WEBGPU);

const QUESTION = 'When is the gate locked?';
const ABOUT_FASTIFY = 'How do I set a custom error handler?';

/** The page's address alone: an inline icon is what the policy would refuse first. */
const page = (attributes = '') =>
  pageOf({ body: GARDEN, attributes }).replace(/<link[^>]*>/, '<link rel="icon" href="/icon.png">');

/** Runs in the page before its scripts: keeps the addresses that are made of blobs. */
function recordBlobs(): void {
  const scope = globalThis as unknown as { blobs: string[] };
  scope.blobs = [];
  const make = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (source) => {
    const url = make(source);
    scope.blobs.push(url);
    return url;
  };
}

const blobsOf = (reader: Reader) =>
  reader.page.evaluate(() => (globalThis as unknown as { blobs: string[] }).blobs);

async function expectClean(reader: Reader): Promise<void> {
  expect(await refusedOn(reader.page)).toEqual([]);
  expect(reader.errors).toEqual([]);
  expect(reader.console.filter((line) => /policy|refused|violat/i.test(line))).toEqual([]);
  expect(await blobsOf(reader)).toEqual([]);
}

async function visit(path: string, attributes?: string): Promise<Reader> {
  stage.site.page(path, page(attributes));
  return stage.visit(path, { before: recordBlobs });
}

const generated = (reader: Reader) => reader.page.locator('ask-page .generated');
const part = (reader: Reader, name: string) => reader.page.locator(`ask-page [part=${name}]`);

beforeEach(() => {
  stage.site.headers['content-security-policy'] = STRICT_POLICY;
  stage.site.fault(/\/icon\.png$/, send('image/png', new Uint8Array()));
});

it('is the policy that the documentation names', () => {
  const words = (text: string) => text.replace(/\s+/g, ' ');
  for (const file of ['docs/use.md', 'docs/security.md'])
    expect(words(readFileSync(file, 'utf8'))).toContain(STRICT_POLICY);
  expect(readFileSync(`${DEMO_FOLDER}/strict.html`, 'utf8').replaceAll('&#39;', "'")).toContain(
    STRICT_POLICY,
  );
});

describe('under the strict policy', () => {
  it('a generated answer with Markdown and code, both panels and the request are drawn', async () => {
    const reader = await visit('/garden.html', 'debug');
    const pieces = [
      'The gate is locked at **nine** in the evening. Its key hangs in the shed.\n\n- one\n- *two*\n\n',
      '```js\nlock("gate");\n```\n\n| a | b |\n|---|---|\n| c | d |\n',
    ];
    await reader.page.evaluate(useFakeEngine, { pieces });
    await reader.ask(QUESTION);
    await shows(generated(reader).locator('pre'), 'lock("gate");');
    expect(await generated(reader).locator('strong').innerText()).toBe('nine');
    await generated(reader).locator('.cite').first().hover();
    await shows(part(reader, 'source-card'), 'Its key hangs in the shed.');
    await part(reader, 'models-toggle').click();
    await shows(part(reader, 'models'), 'Fake 1B writes answers here');
    await part(reader, 'privacy-toggle').click();
    await part(reader, 'privacy').locator('summary').first().click();
    await shows(part(reader, 'privacy'), 'askpage.js');
    await expectClean(reader);
  });

  it('quotes are chosen by the full model', async () => {
    const reader = await visit('/garden.html', FULL_MODEL);
    await reader.ask(ABOUT_FASTIFY);
    await shows(reader.answer, 'setErrorHandler');
    expect(await reader.answer.first().innerText()).not.toContain('found by its words');
    expect(reader.page.workers().length).toBe(2);
    await expectClean(reader);
  });

  it('a page without an index is read and answered by meaning', async () => {
    const reader = await visit('/garden.html');
    await reader.type('gate');
    await shows(reader.hits, 'The gate');
    await expect.poll(() => reader.page.workers().length, { timeout: 15_000 }).toBe(2);
    await reader.ask(QUESTION);
    await shows(reader.answer, 'locked at nine');
    await expectClean(reader);
  });

  it('a language model of the own site is offered, loaded and asked', async () => {
    await layOutModel(stage.site);
    const reader = await visit(
      '/model.html',
      'engine="webllm" model="Qwen2.5-0.5B" model-base="/models-test"',
    );
    await reader.ask(QUESTION);
    await part(reader, 'engine')
      .getByRole('button', { name: /^Download/ })
      .click();
    await shows(generated(reader), 'The gate is locked at nine in the evening');
    await expectClean(reader);
  });
});

it('the widget itself needs neither styles nor images of the site', async () => {
  stage.site.headers['content-security-policy'] = STRICT_POLICY.replace(
    / style-src 'self'; img-src 'self';/,
    '',
  );
  stage.site.page('/garden.html', page(INDEX).replace(/<link[^>]*>/, ''));
  const reader = await stage.visit('/garden.html', { before: recordBlobs });
  await reader.ask(ABOUT_FASTIFY);
  await shows(reader.answer, 'setErrorHandler');
  const box = await reader.dialog.boundingBox();
  expect(box?.width).toBeGreaterThan(500);
  const refused = (await refusedOn(reader.page)).filter((line) => !line.includes('favicon'));
  expect(refused).toEqual([]);
});

describe("under the policy without 'wasm-unsafe-eval'", () => {
  beforeEach(() => {
    stage.site.headers['content-security-policy'] = STRICT_POLICY.replace(
      " 'wasm-unsafe-eval'",
      '',
    );
  });

  /** What was told to the page's owner. */
  const warnings = (reader: Reader) => reader.console.filter((line) => line.startsWith('askpage:'));

  it('token vectors and the exact scan answer by meaning, and the owner is told the directive', async () => {
    const reader = await visit('/garden.html', INDEX);
    await reader.ask(ABOUT_FASTIFY);
    await shows(reader.answer, 'setErrorHandler');
    expect(await reader.answer.first().innerText()).not.toContain('found by its words');
    expect(await reader.notices.count()).toBe(0);
    expect(warnings(reader).join()).toContain("allow 'wasm-unsafe-eval' in script-src");
    expect(stage.site.requests.filter((path) => path.endsWith('.wasm'))).toEqual([]);
  });

  it('without token vectors words answer, and a line says which directive is missing', async () => {
    const reader = await visit('/garden.html', FULL_MODEL);
    await reader.ask(ABOUT_FASTIFY);
    await shows(reader.answer, 'found by its words');
    await shows(reader.notices, "allow 'wasm-unsafe-eval' in script-src");
    // Nothing is fetched that could not run.
    expect(stage.site.requests.filter((path) => /\.onnx|\.wasm/.test(path))).toEqual([]);
  });

  it('a page without an index is searched by words, and says so', async () => {
    const reader = await visit('/garden.html');
    await reader.ask(QUESTION);
    await shows(reader.answer, 'locked at nine');
    await shows(reader.notices, "allow 'wasm-unsafe-eval' in script-src");
  });
});

it('llama.cpp, which starts from a blob, names the directive that it needs', async () => {
  stage.site.headers['content-security-policy'] = STRICT_POLICY.replace(/; require-trusted.*/, '');
  const reader = await visit('/garden.html', 'engine="llama-cpp" gguf="/models-test/tiny.gguf"');
  await reader.ask(QUESTION);
  await part(reader, 'models-toggle').click();
  await shows(part(reader, 'models'), 'allow "worker-src blob:"');
  expect(await blobsOf(reader)).toHaveLength(1);
});
