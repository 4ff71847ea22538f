import { describe, expect, it } from 'vitest';
import { SOFTWARE_WEBGPU } from '../../scripts/chromium.ts';
import { BY_WORDS, isShard, layOutModel } from './fake-webllm-site.ts';
import type { FakeWebllmPlan } from './fake-webllm-worker.ts';
import { hurried } from './haste.ts';
import { shows, until, useStage, type Reader, type VisitOptions } from './harness.ts';
import { GARDEN, pageOf } from './site.ts';

const stage = useStage(SOFTWARE_WEBGPU);

const WRITTEN = 'The gate is locked at nine in the evening, and its key hangs in the shed';
const QUESTION = 'When is the gate locked?';
const OTHER = 'Where does the key of the gate hang?';
const offer = (reader: Reader) => reader.page.locator('ask-page [part=engine]');
const generated = (reader: Reader) => reader.page.locator('ask-page .generated');
const lastError = async (reader: Reader) => (await reader.events('ask-error')).at(-1);

interface Heard {
  heard: string[];
}

/** Runs in the page: keeps what the fake WebLLM tells, from any worker of the site. */
function listen(): void {
  const scope = globalThis as unknown as Heard;
  scope.heard = [];
  new BroadcastChannel('fake-webllm').onmessage = ({ data }: MessageEvent<string>) =>
    scope.heard.push(data);
}

const heard = (reader: Reader) =>
  reader.page.evaluate(() => (globalThis as unknown as Heard).heard);
const count = async (reader: Reader, word: string) =>
  (await heard(reader)).filter((line) => line.startsWith(word)).length;
const command = (reader: Reader, text: string) =>
  reader.page.evaluate((line) => {
    const channel = new BroadcastChannel('fake-webllm');
    channel.postMessage(line);
    channel.close();
  }, text);

async function visit(plan: FakeWebllmPlan = {}, options: VisitOptions = {}): Promise<Reader> {
  await layOutModel(stage.site, plan, BY_WORDS);
  return stage.visit('/model.html', { before: listen, ...options });
}

/** The page waits ten seconds for a worker's sign of life, and five for a model to stop. */
const HASTY = { before: { content: `${hurried(5)}(${String(listen)})();` } };

/** Asks and says yes to the model. */
async function load(plan: FakeWebllmPlan = {}, options: VisitOptions = {}): Promise<Reader> {
  const reader = await visit(plan, options);
  await reader.ask(QUESTION);
  await offer(reader)
    .getByRole('button', { name: /^Download/ })
    .click();
  return reader;
}

/** Asks without waiting for the end. */
async function begin(reader: Reader, question: string): Promise<void> {
  await reader.type(question);
  await reader.page.keyboard.press('Enter');
}

describe('a model', () => {
  it('is warmed up while it loads, so that the first question does not pay', async () => {
    const reader = await load();
    await shows(generated(reader), WRITTEN);
    const told = await heard(reader);
    const [reload, warmUp] = [told.indexOf('reload'), told.indexOf('warm-up')];
    const asked = told.findIndex((line) => line.startsWith('generate'));
    expect(reload).toBeGreaterThanOrEqual(0);
    expect(warmUp).toBeGreaterThan(reload);
    expect(asked).toBeGreaterThan(warmUp);
  });

  it('that fails with bare words is told in a sentence, and can be tried again', async () => {
    const reader = await load({ reload: 'bare-string' });
    await shows(offer(reader).getByRole('alert'), /Qwen2\.5-0\.5B/);
    expect(await lastError(reader)).toMatchObject({ code: 'engine-failed' });
    await shows(reader.answer, 'locked at nine');
    await layOutModel(stage.site, {}, BY_WORDS);
    await offer(reader).getByRole('button', { name: 'Try again' }).click();
    await shows(generated(reader), WRITTEN);
  });

  it('with a library for another version of WebLLM says so', async () => {
    const reader = await load({ reload: 'link-error' });
    await shows(offer(reader).getByRole('alert'), 'built for another version');
    expect(await lastError(reader)).toMatchObject({ code: 'model-invalid' });
    await shows(reader.answer, 'locked at nine');
  });
});

describe('a device that is lost', () => {
  it('while nothing runs is not noticed: the next question is answered', async () => {
    const reader = await load();
    await shows(generated(reader), WRITTEN);
    await command(reader, 'lose the device');
    await reader.ask(OTHER);
    await shows(generated(reader), WRITTEN);
    expect(await count(reader, 'reload')).toBe(2);
  });

  it.each([
    ['while it reads', { prefill: 4000 }],
    ['while it writes', { decode: 300, isLong: true }],
  ])('%s leaves the quote, with a sentence; asked again, it answers', async (when, plan) => {
    const reader = await load(plan);
    await until(
      () => count(reader, 'generate'),
      (times) => times === 1,
    );
    if (when === 'while it writes') await shows(generated(reader), 'The gate');
    await command(reader, 'lose the device');
    await shows(reader.dialog, /language model could not answer/);
    expect(await lastError(reader)).toMatchObject({ code: 'device-lost' });
    await shows(reader.answer, 'locked at nine');
    await layOutModel(stage.site, {}, BY_WORDS);
    await reader.ask(OTHER);
    await shows(generated(reader), WRITTEN);
  });
});

describe('a worker that the browser ended', () => {
  it('while nothing ran is started again', async () => {
    const reader = await load({}, HASTY);
    await shows(generated(reader), WRITTEN);
    await command(reader, 'die');
    await begin(reader, OTHER);
    await shows(reader.answer, 'key hangs in the shed');
    await until(
      () => count(reader, 'started'),
      (times) => times === 2,
    );
    await shows(generated(reader), WRITTEN);
  });
});

describe('a request', () => {
  it('that is too long for the model is sent once more, with fewer passages', async () => {
    const reader = await load({ overflows: 1 });
    await shows(generated(reader), WRITTEN);
    const sizes = (await heard(reader))
      .filter((line) => line.startsWith('generate'))
      .map((line) => Number(line.slice('generate '.length)));
    expect(sizes).toHaveLength(2);
    expect(sizes[1]).toBeLessThanOrEqual(sizes[0] ?? 0);
  });
});

describe('stopping', () => {
  it('shows at once, frees the model, and the next question is answered', async () => {
    const reader = await load({ decode: 150, isLong: true });
    await shows(generated(reader), 'The gate is');
    const [before] = [await count(reader, 'free')];
    await reader.page.getByRole('button', { name: 'Stop' }).click();
    await reader.told('ask-done', 2);
    await shows(generated(reader), 'Stopped.');
    await until(
      () => count(reader, 'free'),
      (times) => times > before,
    );
    await begin(reader, OTHER);
    await shows(generated(reader), 'The gate is');
    expect(await count(reader, 'reload')).toBe(1);
  });

  it('a model that does not hear it is ended, and loaded again', async () => {
    const reader = await load({ decode: 150, isLong: true, isDeaf: true }, HASTY);
    await shows(generated(reader), 'The gate is');
    await reader.page.getByRole('button', { name: 'Stop' }).click();
    await shows(generated(reader), 'Stopped.');
    await begin(reader, OTHER);
    await shows(reader.answer, 'key hangs in the shed');
    await until(
      () => count(reader, 'reload'),
      (times) => times === 2,
    );
    await shows(generated(reader), 'The gate is');
  });

  it('closing the dialog stops it, too', async () => {
    const reader = await load({ decode: 150, isLong: true });
    await shows(generated(reader), 'The gate is');
    // Over a source that has come under it, the pointer holds a card open, which would be closed instead.
    await reader.page.mouse.move(2, 2);
    await reader.page.locator('ask-page [part=source-card]').waitFor({ state: 'hidden' });
    await reader.page.keyboard.press('Escape');
    await reader.dialog.waitFor({ state: 'hidden' });
    await until(
      () => count(reader, 'free'),
      (times) => times === 2,
    );
  });
});

describe('a page that ends while the model is being loaded', () => {
  it('does not load it again unasked, and the reader can try', async () => {
    const reader = await load({ reload: 'never' });
    await until(
      () => count(reader, 'reload'),
      (times) => times === 1,
    );
    await shows(offer(reader), 'Moving the model to the graphics card');
    const crashed = reader.page.waitForEvent('crash');
    reader.page.goto('chrome://crash').catch(() => {});
    await crashed;
    const again = await visit({}, { context: reader.context });
    await again.ask(QUESTION);
    await shows(
      offer(again).getByRole('alert'),
      'The page ended while Qwen2.5-0.5B was being loaded',
    );
    expect(await lastError(again)).toMatchObject({ code: 'load-interrupted' });
    await shows(again.answer, 'locked at nine');
    expect(await count(again, 'reload')).toBe(0);
    await offer(again).getByRole('button', { name: 'Try again' }).click();
    await shows(generated(again), WRITTEN);
  });

  it('in the ordinary way is no failure', async () => {
    const reader = await load({ reload: 'never' });
    await shows(offer(reader), 'Moving the model to the graphics card');
    const again = await visit({}, { context: reader.context });
    await reader.page.goto('about:blank');
    await again.ask(QUESTION);
    await shows(generated(again), WRITTEN);
  });
});

describe('a browser without usable WebGPU', () => {
  const refuse = {
    'no graphics card': () => {
      GPU.prototype.requestAdapter = () => Promise.resolve(null);
    },
    'a card that it may not use': () => {
      GPUAdapter.prototype.requestDevice = () =>
        Promise.reject(new DOMException('refused', 'OperationError'));
    },
  };

  it.each(Object.entries(refuse))('for %s says why, and answers with quotes', async (_, before) => {
    const reader = await visit({}, { before });
    await reader.ask(QUESTION);
    await shows(reader.answer, 'locked at nine');
    await reader.page.getByRole('button', { name: 'Language model' }).click();
    await shows(reader.page.locator('ask-page [part=models]'), /graphics/);
    expect(await offer(reader).count()).toBe(0);
    expect(stage.site.requests.filter(isShard)).toEqual([]);
  });

  it('on a page that was not served over https says so', async () => {
    await layOutModel(stage.site, {}, BY_WORDS);
    const context = await stage.browser.newContext();
    const page = await context.newPage();
    // No name leads anywhere here: the site answers for this one.
    await page.route('http://site.test/**', async (route) => {
      const url = route.request().url().replace('http://site.test/', stage.site.url);
      const response = await fetch(url);
      const body = Buffer.from(await response.arrayBuffer());
      const headers = { 'content-type': response.headers.get('content-type') ?? '' };
      await route.fulfill({ status: response.status, headers, body });
    });
    await page.goto('http://site.test/model.html');
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await page.locator('ask-page [part=trigger]').click();
    await page.keyboard.type(QUESTION);
    await page.keyboard.press('Enter');
    await shows(page.locator('ask-page [part=answer]'), 'locked at nine');
    await page.getByRole('button', { name: 'Language model' }).click();
    await shows(page.locator('ask-page [part=models]'), 'https');
    await context.close();
  });

  it('in software is not taken for a graphics card unless the owner names the engine', async () => {
    stage.site.page('/auto.html', pageOf({ body: GARDEN, attributes: 'model="Qwen2.5-0.5B"' }));
    const reader = await stage.visit('/auto.html');
    await reader.ask(QUESTION);
    await reader.page.getByRole('button', { name: 'Language model' }).click();
    await shows(reader.page.locator('ask-page [part=models]'), 'software');
    expect(await offer(reader).count()).toBe(0);
  });
});
