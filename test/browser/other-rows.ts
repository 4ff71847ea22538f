import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { WIDGET_FOLDER } from '../../scripts/demo.ts';
import type { DeviceReport } from '../../src/engines/device.ts';
import { until } from './harness.ts';
import type { OtherBrowser, OtherBrowsers, StartOptions } from './other-browser.ts';
import { demoPage, useOther, type OtherReader } from './other-stage.ts';
import { FULL_MODEL, GARDEN, INDEX, pageOf, send, STRICT_POLICY } from './site.ts';

const QUESTION = 'How do I set a custom error handler?';
const NO_WEBGPU = 'This browser has no WebGPU here';

const WEIGHTS = readFileSync(`${WIDGET_FOLDER}/models/all-MiniLM-L6-v2/onnx/model_quantized.onnx`);

/** What belongs to the full model: its files, its runtime and its worker. */
const MODEL = /\/models\/|askpage-(?:ort|embed)-/;

/** Names that carry a hash: such a file never changes. */
const HASHED = /-[\w-]{8,}\.\w+$/;

/** Whether the full model is loaded, and what encoded the last question. */
const readInside = (browser: OtherBrowser) =>
  browser.run(() => {
    interface Inside {
      session: {
        ask: { result?: { encoder: string } };
        runtime: { pool: { isReady: boolean } };
      };
    }
    const scope = globalThis as unknown as Record<symbol, { entries: Map<string, Inside> }>;
    const [entry] = scope[Symbol.for('askpage')]?.entries.values() ?? [];
    const { ask, runtime } = entry?.session ?? {};
    return { encoder: ask?.result?.encoder, hasModel: runtime?.pool.isReady };
  });

const encoderIn = async (browser: OtherBrowser) => (await readInside(browser)).encoder;

/** Asks when the full model is there: a question doesn't wait for it longer than ten seconds. */
async function askModel(reader: OtherReader): Promise<void> {
  await reader.type('error');
  await reader.shows('[part=hit]', /error/i);
  const hasModel = async () => (await readInside(reader.browser)).hasModel;
  await expect.poll(hasModel, { timeout: 25_000, interval: 100 }).toBe(true);
  await reader.ask(QUESTION);
  await reader.shows('[part=answer]', 'setErrorHandler');
  expect(await encoderIn(reader.browser)).toBe('full');
}

/** The widget's part that has the focus. */
const focusedIn = (browser: OtherBrowser) =>
  browser.run(() =>
    document.querySelector('ask-page')?.shadowRoot?.activeElement?.getAttribute('part'),
  );

/** Whether the page is scrolled so that an element with these words is in view. */
const isInView = (browser: OtherBrowser, words: string) =>
  browser.run((wanted) => {
    const all = [...document.querySelectorAll('main *')].filter(
      ({ textContent, children }) =>
        textContent.replace(/\s+/g, ' ').includes(wanted) &&
        ![...children].some((child) => child.textContent.replace(/\s+/g, ' ').includes(wanted)),
    );
    return all.some((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return scrollY > 0 && bottom > 0 && top < innerHeight;
    });
  }, words);

/** The first source on the page that is open, or on another. */
const sourceLink = (browser: OtherBrowser, isHere: boolean) =>
  browser.run((wantsHere) => {
    const root = document.querySelector('ask-page')?.shadowRoot;
    const links = [...(root?.querySelectorAll<HTMLAnchorElement>('[part=source]') ?? [])];
    const link = links.find(({ pathname }) => (pathname === location.pathname) === wantsHere);
    const { href = '', hash = '' } = link ?? {};
    const { source = '', quote = '' } = link?.dataset ?? {};
    return { href, hash, source, words: quote.replaceAll('`', '').replace(/\s+/g, ' ').trim() };
  }, isHere);

/** Runs in the page: the Enter by which a word of Chinese or Japanese is chosen, as Safari sends it. */
function endComposition(): void {
  const input = document.querySelector('ask-page')?.shadowRoot?.querySelector('input');
  const sent = { key: 'Enter', keyCode: 229 };
  input?.dispatchEvent(new KeyboardEvent('keydown', sent));
}

/** The rows that hold in every browser, on the built files. */
export function testReader(start: (options: StartOptions) => Promise<OtherBrowsers>): void {
  const stage = useOther(start);
  const requested = (match: RegExp) => stage.site.requests.filter((path) => match.test(path));

  const visit = (attributes: string): Promise<OtherReader> => {
    stage.page('/garden.html', pageOf({ body: GARDEN, attributes }));
    return stage.visit('/garden.html');
  };

  beforeEach(() => {
    stage.site.fault(/^\/icon\.png$/, send('image/png', new Uint8Array()));
  });

  it('results come with the letters, and Enter brings quotes without the model', async () => {
    const reader = await visit(`${INDEX} encoder="light"`);
    await reader.click('[part=trigger]');
    await reader.browser.type('error');
    await reader.shows('[part=hit]', /error/i);
    await reader.shows('[role=status]', /^\d+ results?/);
    await reader.browser.run(endComposition);
    await reader.browser.press('ArrowDown');
    expect(await focusedIn(reader.browser)).toBe('hit');
    await reader.ask(QUESTION);
    await reader.shows('[part=answer]', 'setErrorHandler');
    expect(await reader.text('[part=answer]')).not.toContain('found by its words');
    await reader.shows('[part=source]', /^1 .*Error/);
    expect(await encoderIn(reader.browser)).toBe('light');
    expect(requested(MODEL)).toEqual([]);
    expect(await reader.events('ask-done')).toHaveLength(1);
    await reader.browser.press('Escape');
    await until(
      () => reader.text('dialog'),
      (text) => text === '',
    );
    await reader.expectClean();
  });

  it('the full model encodes the question where the owner wants it, and is fetched only once', async () => {
    const reader = await visit(FULL_MODEL);
    await askModel(reader);
    expect(requested(/\.onnx$/)).toHaveLength(1);
    expect(requested(/askpage-ort-.*\.wasm$/)).toHaveLength(1);
    stage.site.requests.length = 0;
    stage.site.answers.length = 0;
    await reader.browser.reload();
    await askModel(reader);
    expect(requested(HASHED)).toEqual([]);
    const sent = stage.site.answers.filter(({ status }) => status === 200);
    expect(sent.map(({ path }) => path)).toEqual(['/garden.html', '/recorder.js']);
    await reader.expectClean();
  });

  it('a page without an index is answered by words at once, and by meaning when it is read', async () => {
    let arrive = () => {};
    stage.site.fault(/\.onnx$/, (...exchange) => {
      arrive = () => {
        send('application/octet-stream', WEIGHTS)(...exchange);
      };
    });
    const reader = await visit('');
    await reader.ask('When is the gate locked?');
    await reader.shows('[part=answer]', /locked at nine in the evening.* found by its words/);
    await until(
      () => requested(/\.onnx$/).length,
      (count) => count === 1,
    );
    arrive();
    await reader.shows('.notices', 'The search by meaning is ready now');
    await reader.click('.notices button');
    await reader.shows('[part=answer]', /locked at nine in the evening.* Quoted from the page$/);
    expect(await encoderIn(reader.browser)).toBe('full');
    await reader.expectClean();
  });

  it('a source on the same page is scrolled to and marked, without a reload', async () => {
    stage.page('/Reference/Errors.html', demoPage('Reference/Errors.html'));
    const reader = await stage.visit('/Reference/Errors.html');
    await reader.ask(QUESTION);
    const { source, words, hash } = await sourceLink(reader.browser, true);
    expect(words.length).toBeGreaterThan(3);
    expect(await isInView(reader.browser, words)).toBe(false);
    await reader.click(`[part=source][data-source="${source}"]`);
    await until(
      () => isInView(reader.browser, words),
      (seen) => seen,
    );
    expect(await reader.text('dialog')).toBe('');
    expect(await reader.browser.run(() => CSS.highlights.has('askpage'))).toBe(true);
    expect(await reader.browser.run(() => location.hash)).toBe(hash.replace(/:~:.*/, ''));
    expect(requested(/^\/Reference\/Errors\.html/)).toHaveLength(1);
    await reader.expectClean();
  });

  it('a source on another page is opened at its words', async () => {
    for (const path of ['Guides/Testing.html', 'Reference/Errors.html'])
      stage.page(`/${path}`, demoPage(path));
    const reader = await stage.visit('/Guides/Testing.html');
    await reader.ask(QUESTION);
    const { source, words, href } = await sourceLink(reader.browser, false);
    await reader.expectClean();
    await reader.click(`[part=source][data-source="${source}"]`);
    const { pathname } = new URL(href);
    await until(
      () => reader.browser.run(() => location.pathname),
      (path) => path === pathname,
    );
    await until(
      () => isInView(reader.browser, words),
      (seen) => seen,
    );
    await reader.expectClean();
  });

  it('all runs under the strict policy, and nothing is refused', async () => {
    stage.site.headers['content-security-policy'] = STRICT_POLICY;
    const page = pageOf({ body: GARDEN, attributes: FULL_MODEL });
    stage.page('/garden.html', page.replace(/<link[^>]*>/, '<link rel="icon" href="/icon.png">'));
    const reader = await stage.visit('/garden.html');
    await askModel(reader);
    await reader.expectClean();
  });

  it('without WebGPU it says so in plain words, and quotes all the same', async () => {
    const reader = await visit(`${INDEX} engine="webllm"`);
    await reader.ask(QUESTION);
    await reader.shows('[part=answer]', 'setErrorHandler');
    await reader.click('[part=models-toggle]');
    await reader.shows('[part=models]', NO_WEBGPU);
    const { gpu, isSecure, models } = await reader.browser.run(() => {
      const element = customElements.get('ask-page') as unknown as {
        device(): Promise<DeviceReport>;
      };
      return element.device();
    });
    expect(gpu.kind === 'none' && gpu.reason).toContain(NO_WEBGPU);
    expect(isSecure).toBe(true);
    expect(models.some(({ fits }) => fits)).toBe(false);
    await reader.expectClean();
  });

  it('these checks see what is foreign, refused and thrown', async () => {
    stage.site.headers['content-security-policy'] = "img-src 'self'";
    const reader = await visit('');
    await reader.browser.run(async () => {
      const image = document.createElement('img');
      image.src = 'http://images.example/pixel.png';
      document.body.append(image);
      setTimeout(() => {
        throw new Error('thrown by the page');
      });
      for (const scheme of ['http', 'https'])
        await fetch(`${scheme}://${scheme}.example/`).catch(() => undefined);
    });
    expect(stage.foreign()).toEqual(['http.example', 'https.example:443']);
    const { refused, thrown } = await reader.faults();
    expect(refused).toContain('img-src refused http://images.example/pixel.png');
    expect(thrown.join()).toContain('thrown by the page');
  });
}
