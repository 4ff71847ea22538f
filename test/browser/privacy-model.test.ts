import { afterAll, beforeEach, expect, it } from 'vitest';
import { SOFTWARE_WEBGPU } from '../../scripts/chromium.ts';
import { useFakeEngine } from './fake-engine.ts';
import { layOutModel, SHARD_BYTES, SHARDS } from './fake-webllm-site.ts';
import { shows, useStage, type Reader } from './harness.ts';
import { FORWARD_HOST, HUB_HOSTS, openHub } from './hub.ts';
import { readKept } from './kept.ts';
import { GARDEN, pageOf } from './site.ts';
import { speaking } from './spoken.ts';

const hub = await openHub();
const stage = useStage([...SOFTWARE_WEBGPU, ...hub.args]);

beforeEach(() => void (hub.requests.length = 0));
afterAll(() => hub.close());

const QUESTION = 'When is the wombatology gate locked?';
const WORDS = ['wombatology'];
const WRITTEN = 'The gate is locked at nine in the evening, and its key hangs in the shed';

const generated = (reader: Reader) => reader.page.locator('ask-page .generated');
const offer = (reader: Reader) => reader.page.locator('ask-page [part=engine]');
const panel = (reader: Reader) => reader.page.locator('ask-page [part=privacy]');
const foreign = ({ requests }: Reader) =>
  requests.filter((url) => !url.startsWith(stage.site.url) && !/^(?:data|blob):/.test(url));

async function openPanel(reader: Reader): Promise<void> {
  // Over a source that has come under it, the pointer holds a card open, which lies over the button.
  await reader.page.mouse.move(2, 2);
  await reader.page.locator('ask-page [part=source-card]').waitFor({ state: 'hidden' });
  await reader.page.locator('ask-page [part=privacy-toggle]').click();
  await panel(reader).waitFor();
}

/** The panel's line of a host. */
const lineOf = (reader: Reader, host: string) =>
  panel(reader).locator('summary').filter({ hasText: host });

async function say(reader: Reader, text: RegExp): Promise<void> {
  await offer(reader).getByRole('button', { name: text }).click();
}

it('a model on the own site is loaded and asked, and no other host is contacted', async () => {
  await layOutModel(stage.site);
  const reader = await stage.visit('/model.html');
  await reader.ask(QUESTION);
  await say(reader, /^Download/);
  await shows(generated(reader), WRITTEN);
  expect(foreign(reader)).toEqual([]);
  expect(hub.requests).toEqual([]);
  expect(speaking([...reader.requests, ...stage.site.requests], WORDS)).toEqual([]);
  await openPanel(reader);
  await shows(panel(reader), 'Your questions: nowhere.');
  expect(await panel(reader).locator('summary').count()).toBe(1);
  await shows(lineOf(reader, 'this site'), `(${new URL(stage.site.url).host})`);
});

it('a model of the hub comes after the yes, from the hosts that were named', async () => {
  await layOutModel(stage.site);
  const attributes = 'engine="webllm" model="Qwen2.5-0.5B"';
  stage.site.page('/hub.html', pageOf({ body: GARDEN, attributes }));
  const reader = await stage.visit('/hub.html');
  await reader.ask(QUESTION);
  await shows(offer(reader), HUB_HOSTS[0] ?? '');
  await shows(offer(reader), HUB_HOSTS[1] ?? '');
  await shows(offer(reader), 'hosts that it forwards to');
  await openPanel(reader);
  expect(foreign(reader)).toEqual([]);
  expect(hub.requests).toEqual([]);
  expect(await lineOf(reader, HUB_HOSTS[0] ?? '').count()).toBe(0);

  await say(reader, /^Download/);
  await shows(generated(reader), WRITTEN);
  const hosts = [...HUB_HOSTS, FORWARD_HOST];
  const asked = new Set(foreign(reader).map((url) => new URL(url).host));
  expect([...asked].sort()).toEqual([...hosts].sort());
  expect(hub.requests.length).toBeGreaterThan(5);
  for (const { headers } of hub.requests) expect(headers.referer).toBeUndefined();
  expect(hub.requests.map(({ method }) => method).filter((method) => method !== 'GET')).toEqual([]);
  expect(speaking([JSON.stringify(hub.requests), ...reader.requests], WORDS)).toEqual([]);
  const kept = await reader.page.evaluate(readKept);
  expect(speaking(Object.values(kept), WORDS)).toEqual([]);

  // The worker that fetched it has ended; what it fetched is told all the same.
  const weights = `${String((SHARDS * SHARD_BYTES) / 1000)} kB`;
  await shows(lineOf(reader, FORWARD_HOST), `${String(SHARDS)} requests, ${weights}`);
  await shows(lineOf(reader, HUB_HOSTS[0] ?? ''), /\d+ requests, \d+ bytes/);
  await shows(lineOf(reader, HUB_HOSTS[1] ?? ''), '1 request, 8 bytes');
});

it('another origin is sent no cookie and no address of the page', async () => {
  await layOutModel(stage.site);
  const attributes = `engine="webllm" model="Qwen2.5-0.5B" model-base="${hub.url}models"`;
  stage.site.page('/hub.html', pageOf({ body: GARDEN, attributes }));
  const context = await stage.browser.newContext();
  // A cookie holds for all ports of a host.
  await context.addCookies([{ name: 'who', value: 'you', domain: '127.0.0.1', path: '/' }]);
  const reader = await stage.visit('/hub.html', { context });
  await reader.ask(QUESTION);
  await say(reader, /^Download/);
  await shows(generated(reader), WRITTEN);
  expect(hub.requests.length).toBeGreaterThan(5);
  for (const { headers } of hub.requests) {
    expect(headers.cookie).toBeUndefined();
    expect(headers.referer).toBeUndefined();
  }
});

it('an engine of the owner’s own is named as the place that questions go to', async () => {
  stage.site.page('/garden.html', pageOf({ body: GARDEN }));
  const reader = await stage.visit('/garden.html');
  await reader.page.evaluate(useFakeEngine, { pieces: ['It is locked at nine [1].'] });
  await reader.ask('When is the gate locked?');
  await shows(generated(reader), 'It is locked at nine');
  await openPanel(reader);
  await shows(panel(reader), 'to models.test, which this site’s owner has chosen');
  expect(await panel(reader).innerText()).not.toContain('nowhere');
});

it('what is fetched does not depend on what a model answers', async () => {
  stage.site.page('/garden.html', pageOf({ body: GARDEN }));
  const replies = [
    { question: 'When is the gate locked?', pieces: ['At nine [1].'] },
    { question: 'Where does the key hang?', pieces: ['```js\nlock("shed");\n```\n', 'So [1].'] },
    { question: 'Which quantum chromodynamics lattice is simulated?', pieces: ['Invented.'] },
  ];
  const fetched: string[][] = [];
  for (const { question, pieces } of replies) {
    stage.site.requests.length = 0;
    const reader = await stage.visit('/garden.html');
    await reader.page.evaluate(useFakeEngine, { pieces });
    await reader.ask(question);
    await shows(reader.answer, /./);
    await reader.page.waitForTimeout(1000);
    fetched.push(stage.site.requests.filter((path) => path.endsWith('.js')).sort());
  }
  expect(fetched[1]).toEqual(fetched[0]);
  expect(fetched[2]).toEqual(fetched[0]);
});
