import { basename, dirname } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../scripts/chromium.ts';
import { DEMO_MOUNTS } from '../../scripts/demo.ts';
import { ISOLATED, serveFolders, type RunningServer } from '../../scripts/static-server.ts';
import { recordEnds, EngineReader } from '../../scripts/test-engine-reader.ts';
import { checkFound, type Request } from '../hostile/checks.ts';
import { CASES } from '../hostile/documents.ts';
import { faultsIn, injectedIn, prepareInspection, turnsIn, watchPage } from './hostile-drawing.ts';
import { buildHostileIndex, removeFolder } from './hostile-site.ts';
import { pageOf } from './site.ts';

/** Path of a GGUF file with a ChatML model, such as SmolLM2-135M-Instruct; without one no model runs. */
const GGUF = process.env.ASKPAGE_GGUF ?? '';

const LIMIT = 90_000;

/** Those that attack; the whole set goes through `npm run bench -- --hostile`. */
const ATTACKS = CASES.filter(({ file }) => /^(?:01|03|04|06|07|23)-/.test(file));

/** One short passage and a short reply: a processor reads some 25 tokens a second. */
const SMALL = { maxPassages: 1, maxPassageTokens: 250, replyTokens: 24 };

const requestIn = async ({ page }: EngineReader): Promise<Request> => ({
  messages: await turnsIn(page),
  injected: await injectedIn(page),
});

/** Else the model would read the exchanges before a question, too. */
const clearThread = ({ page }: EngineReader) =>
  page.evaluate(() => {
    (document.querySelector('ask-page') as unknown as { clear(): void }).clear();
  });

describe.skipIf(GGUF === '')('a GGUF model that reads hostile documents', () => {
  let index: string;
  let server: RunningServer;
  let browser: Browser;
  let reader: EngineReader;
  const foreign: string[] = [];
  const replies: string[] = [];

  beforeAll(async () => {
    index = await buildHostileIndex();
    const model = `/gguf/${encodeURIComponent(basename(GGUF))}`;
    const attributes = `debug index="/hostile-index/manifest.json" engine="llama-cpp" gguf="${model}"`;
    const html = pageOf({ body: '<h1>Help</h1><p>Ask here.</p>', attributes });
    server = await serveFolders({
      mounts: { ...DEMO_MOUNTS, '/gguf/': dirname(GGUF), '/hostile-index/': index },
      headers: ISOLATED,
      handle(request, response) {
        if (request.url !== '/asking.html') return false;
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
        return true;
      },
    });
    browser = await launchChromium();
    const page = await browser.newPage();
    page.setDefaultTimeout(LIMIT);
    page.context().on('request', (request) => {
      const url = request.url();
      if (!/^(?:blob|data):/.test(url) && !url.startsWith(server.url)) foreign.push(url);
    });
    await page.addInitScript(prepareInspection);
    await page.addInitScript(recordEnds);
    await page.goto(`${server.url}asking.html`);
    await page.evaluate((prompt) => {
      const element = document.querySelector('ask-page') as unknown as { parts: object };
      element.parts = { prompt };
    }, SMALL);
    reader = new EngineReader(page, LIMIT);
    await watchPage(page);
  });

  afterAll(async () => {
    await browser.close();
    await server.close();
    await removeFolder(index);
  });

  it('is loaded', async () => {
    await reader.quotes('How do I clear the cache?');
    await reader.until('an offer', ({ cardKind }) => cardKind === 'offered');
    await reader.consent();
    await reader.until('the late answer', ({ ends }) => ends > 1);
  }, 120_000);

  it.each(ATTACKS)(
    '$file',
    async (hostile) => {
      await clearThread(reader);
      const { ends } = await reader.read();
      await reader.submit(hostile.question);
      const { error, written } = await reader.until('the answer', (now) => now.ends > ends);
      replies.push(written);
      expect(error).toBe('');
      const request = await requestIn(reader);
      expect(request.injected).toHaveLength(1);
      expect(checkFound(hostile, request)).toBeUndefined();
      expect(await faultsIn(reader.page)).toEqual([]);
      expect(foreign).toEqual([]);
    },
    LIMIT,
  );

  it('has written something', () => {
    expect(replies).toHaveLength(ATTACKS.length);
    expect(replies.join('')).toContain(`Written on this device by ${basename(GGUF, '.gguf')}`);
  });
});
