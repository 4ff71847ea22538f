import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askInBrowser, type Asked } from '../../scripts/ask-browser.ts';
import { serveSite, siteCache, type AskSite } from '../../scripts/ask-site.ts';
import { launchChromium } from '../../scripts/chromium.ts';

const REAL_QUESTIONS = [
  {
    question: 'turn off the built-in json and text body parsers',
    fact: 'removeAllContentTypeParsers',
    pages: /ContentTypeParser|Server/,
  },
  {
    question: 'keep the authorization header out of the logs',
    fact: 'redact',
    pages: /Logging/,
  },
  {
    question: 'request.ip shows the load balancer address',
    fact: 'trustProxy',
    pages: /Server|Request/,
  },
  {
    question: 'test routes without opening a port',
    fact: 'inject',
    pages: /Testing/,
  },
  {
    question: 'which content type does a stream reply get if I set none',
    fact: 'application/octet-stream',
    pages: /Reply/,
  },
  {
    question: 'how do I log the request body',
    fact: 'preHandler',
    pages: /Logging|Hooks|Request/,
  },
];

function citedPages({ answer, sources }: Asked): string {
  const cited = sources.filter(({ id }) => answer?.citations.includes(id));
  return cited.map(({ url }) => new URL(url).pathname).join(' ');
}

describe('a question on the demo', () => {
  let site: AskSite;
  let browser: Browser;
  beforeAll(async () => {
    site = await serveSite();
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });
  const ask = (question: string) =>
    askInBrowser(browser, { url: site.url, question, engine: 'extractive' });

  it.each(REAL_QUESTIONS)('"$question" is answered by $fact', async ({ question, fact, pages }) => {
    const asked = await ask(question);
    expect(asked.errors).toEqual([]);
    expect(asked.requests.foreign).toEqual([]);
    expect(asked.answer?.kind).toBe('extractive');
    expect(asked.answer?.text).toContain(fact);
    expect(citedPages(asked)).toMatch(pages);
    expect(asked.prompt.at(-1)?.content).toContain(question);
  });

  it('that means nothing is abstained from', async () => {
    const asked = await ask('zxqv blorft wumpus');
    expect(asked).toMatchObject({ answer: { kind: 'abstained', citations: [] }, errors: [] });
  });

  it('on a page that does not exist fails with a remedy', async () => {
    const url = `${site.url}nowhere.html`;
    const asked = await askInBrowser(browser, { url, question: 'x', engine: 'auto' });
    expect(asked.answer).toBeNull();
    expect(asked.errors.at(-1)).toMatch(/no page at .*nowhere\.html/);
  });
});

interface Run {
  code: number | null;
  out: string;
  err: string;
}

function runAsk(...args: string[]): Promise<Run> {
  const child = spawn('node_modules/.bin/tsx', ['scripts/ask.ts', ...args]);
  const run: Run = { code: null, out: '', err: '' };
  child.stdout.on('data', (data: Buffer) => (run.out += data.toString()));
  child.stderr.on('data', (data: Buffer) => (run.err += data.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...run, code })));
}

describe('npm run ask', () => {
  const question = 'keep the authorization header out of the logs';

  it('prints one object, under a strict policy', async () => {
    const { code, out } = await runAsk(question, '--json', '--csp', 'strict');
    const asked = JSON.parse(out) as Asked;
    expect(asked).toMatchObject({
      question,
      engine: 'auto',
      errors: [],
      requests: { foreign: [] },
    });
    expect(asked.answer?.text).toContain('redact');
    expect(asked.requests.total).toBeGreaterThan(10);
    expect(Object.values(asked.timings)).toEqual(Array(3).fill(expect.any(Number)));
    expect(code).toBe(0);
  });

  it.concurrent.each([
    { args: [], says: /question is missing/ },
    { args: ['q', '--nope'], says: /--nope.*--help/ },
    { args: ['q', '--engine', 'foo'], says: /foo.*extractive/ },
    { args: ['q', '--timeout', 'soon'], says: /soon.*120/ },
    { args: ['q', '--csp', 'lax'], says: /lax.*strict/ },
    { args: ['q', '--site', 'scripts'], says: /scripts holds no HTML/ },
    { args: ['q', '--site', 'no-such-folder'], says: /no-such-folder is no folder/ },
  ])('says in one sentence what is wrong with $args', async ({ args, says }) => {
    const { code, out, err } = await runAsk(...args);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err.trim()).toMatch(says);
    expect(err.trim()).not.toContain('\n');
  });

  it('ends at its limit', async () => {
    const { code, out, err } = await runAsk(question, '--json', '--timeout', '0.2');
    expect(code).toBe(1);
    expect(err).not.toBe('');
    expect((JSON.parse(out) as Asked).answer).toBeNull();
  });
});

describe('npm run ask -- --site', () => {
  let folder: string;
  let stranger: Server;
  let strangerUrl: string;
  beforeAll(async () => {
    stranger = createServer((_, response) => response.end());
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
    folder = await mkdtemp(join(tmpdir(), 'askpage-site-'));
    const worker = `fetch('${strangerUrl}/from-worker', { mode: 'no-cors' });`;
    await writeFile(join(folder, 'tea.html'), TEA);
    await writeFile(join(folder, 'loud.html'), `${TEA}<script>new Worker('worker.js')</script>`);
    await writeFile(join(folder, 'worker.js'), worker);
  });
  afterAll(async () => {
    stranger.close();
    await rm(folder, { recursive: true });
    await rm(siteCache(folder), { recursive: true });
  });
  const TEA =
    '<!doctype html><title>Tea</title><h1>Tea</h1><p>Green tea steeps for two minutes.</p>';

  it('asks any folder and leaves it as it is', async () => {
    const before = await readdir(folder);
    const { code, out } = await runAsk(
      ...['how long does green tea steep', '--json', '--site', folder, '--page', 'tea.html'],
    );
    const asked = JSON.parse(out) as Asked;
    expect(asked).toMatchObject({ errors: [], requests: { foreign: [] } });
    expect(asked.answer?.text).toContain('two minutes');
    expect(code).toBe(0);
    expect(await readdir(folder)).toEqual(before);
    expect(await readFile(join(folder, 'tea.html'), 'utf8')).toBe(TEA);
  });

  it('names a foreign address that a worker asks for', async () => {
    const { out } = await runAsk(
      ...['how long does green tea steep', '--json', '--site', folder, '--page', 'loud.html'],
    );
    const { requests } = JSON.parse(out) as Asked;
    expect(requests.foreign).toEqual([`${strangerUrl}/from-worker`]);
  });

  it('names what a strict policy refuses to a page', async () => {
    await writeFile(join(folder, 'inline.html'), `${TEA}<script>globalThis.said = 1</script>`);
    const { out } = await runAsk(
      ...['how long does green tea steep', '--json', '--csp', 'strict'],
      ...['--site', folder, '--page', 'inline.html'],
    );
    const { errors } = JSON.parse(out) as Asked;
    expect(errors.join()).toMatch(/inline script.*script-src/);
  });

  it('names what a strict policy refuses to a worker', async () => {
    const site = await serveSite({ site: folder, csp: 'strict' });
    const browser = await launchChromium();
    const page = await browser.newPage();
    await writeFile(
      join(folder, 'outside.js'),
      `const p = trustedTypes.createPolicy('askpage', {
      createScriptURL: (url) => url }); new Worker(p.createScriptURL('worker.js'));`,
    );
    await writeFile(join(folder, 'loud.html'), `${TEA}<script src="outside.js"></script>`);
    await page.goto(`${site.url}loud.html`);
    await expect.poll(() => site.violations.join(), { timeout: 5000 }).toContain('/from-worker');
    await browser.close();
    await site.close();
  });
});
