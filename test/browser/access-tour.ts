import { readFileSync } from 'node:fs';
import { MODEL_CACHES } from '../../src/engines/model-store/caches.ts';
import { MODELS_FOLDER } from '../../scripts/demo.ts';
import { useFakeEngine, type FakePlan } from './fake-engine.ts';
import { shows, until, type Reader, type Stage } from './harness.ts';
import { GARDEN, notFound, pageOf, send, type Respond, type Site } from './site.ts';

/** Looks at the element in a state that has just been reached. */
export type Look = (state: string, reader: Reader) => Promise<void>;

export const GATE = 'The gate is locked at nine in the evening.';
const KEY = 'Its key hangs in the shed.';
const COMPOST = 'Kitchen scraps go on the compost heap behind the greenhouse.';
const MEAT = 'Meat and bones are not allowed.';
const ROBBED = 'Robbers climb over walls whenever dogs are asleep inside kennels.';
const SOLD = 'Ripe melons were sold to sailors from distant islands yesterday.';
export const QUESTION = 'When is the gate locked?';

/** An answer with all that an answer can hold, and a little that its sources don't. */
export const RICH = [
  `${GATE} ${KEY}\n\n## By hand\n\n- ${COMPOST}\n- ${MEAT}\n\n> ${KEY}\n\n`,
  `| What | When |\n| --- | --- |\n| The gate is locked | at nine in the evening |\n\n`,
  '```js\nconst gate = open("shed"); // key\n```\n\n',
  `The gate is **locked** by \`gatectl\`. ${ROBBED} ${GATE} ${COMPOST} ${MEAT}`,
];

/** Colours are named: axe takes a page that names none for white. */
const SCHEMES = ':root { color-scheme: light dark } body { background: canvas; color: canvastext }';

/** A page that is light or dark as the reader's system is. */
export const schemesPage = (attributes = '', body = GARDEN): string =>
  pageOf({ body, attributes, head: `<style>${SCHEMES}</style>` });

const part = ({ page }: Reader, selector: string) => page.locator(`ask-page ${selector}`);
const press = ({ page }: Reader, name: string | RegExp) =>
  page.locator('ask-page').getByRole('button', { name }).first().click();

/** The embedding model comes only after `release`, so that one can look at what waits for it. */
function holdModel(site: Site): () => void {
  const waiting: (() => void)[] = [];
  const bytes = readFileSync(`${MODELS_FOLDER}all-MiniLM-L6-v2/onnx/model_quantized.onnx`);
  const held: Respond = (response, request) =>
    void waiting.push(() => send('application/octet-stream', bytes)(response, request));
  const lift = site.fault(/model_quantized\.onnx/, held);
  return () => {
    lift();
    for (const answer of waiting) answer();
  };
}

async function visit(stage: Stage, plan: FakePlan, attributes = ''): Promise<Reader> {
  stage.site.page('/tour.html', schemesPage(attributes));
  const reader = await stage.visit('/tour.html');
  await reader.page.emulateMedia({ reducedMotion: 'reduce' });
  await reader.page.evaluate(useFakeEngine, plan);
  return reader;
}

export const nextReply = ({ page }: Reader, pieces: string[]): Promise<void> =>
  page.evaluate((next) => {
    (globalThis as unknown as { fakeNext(pieces: string[]): void }).fakeNext(next);
  }, pieces);

const changePlan = ({ page }: Reader, change: Partial<FakePlan>): Promise<void> =>
  page.evaluate((next) => {
    Object.assign((globalThis as unknown as { fakePlan: FakePlan }).fakePlan, next);
  }, change);

/** Closed, typing, asking, and answers of every kind. */
export async function tourAnswers(stage: Stage, look: Look): Promise<void> {
  const release = holdModel(stage.site);
  const reader = await visit(stage, { pieces: [`${GATE} [1]`], thenWaits: true }, 'debug');
  const see = (state: string) => look(state, reader);
  await see('closed');
  await reader.trigger.click();
  await shows(reader.dialog, 'press Enter for an answer');
  await see('open');
  await reader.type('xylophone quartz');
  await shows(reader.dialog, 'No page has these words');
  await see('no results');
  await reader.type('gate');
  await reader.hits.first().waitFor();
  await see('results');
  await reader.type(QUESTION);
  await reader.page.keyboard.press('Enter');
  await part(reader, 'button:has-text("Stop")').waitFor();
  await see('asking');
  release();
  await shows(part(reader, '.generated'), GATE);
  await see('answering');
  await press(reader, 'Stop');
  await reader.told('ask-done');
  await see('stopped');
  await nextReply(reader, RICH);
  await reader.ask('When is the gate locked, and where do kitchen scraps go?');
  await shows(part(reader, '.generated'), 'Dotted');
  await part(reader, '[part=inspector] summary').click();
  await see('answered, with the request');
  await press(reader, 'This did not help');
  await part(reader, '.reason').first().click();
  await see('what was wrong');
  await press(reader, 'Say no more');
  const citation = part(reader, '.generated [part=citation]').first();
  await citation.focus();
  await part(reader, '[part=source-card]').waitFor({ state: 'visible' });
  await see('source card');
  await reader.page.keyboard.press('Escape');
  await nextReply(reader, [ROBBED, ` ${SOLD} `, GATE]);
  await reader.ask('Where is the key of the gate?');
  await shows(part(reader, '[part=withdrawn]'), 'Most of what Fake 1B wrote');
  await see('withdrawn');
  await part(reader, '[part=withdrawn] summary').click();
  await see('withdrawn, shown');
  await reader.ask('Which quantum chromodynamics lattice is simulated?');
  await shows(reader.answer, 'could not find an answer');
  await see('nothing found');
  await part(reader, '[part=unanswered-toggle]').click();
  await see('questions without an answer');
  await part(reader, '[part=unanswered-toggle]').click();
  await part(reader, '[part=exchange] summary').first().click();
  await press(reader, 'Edit the question');
  await see('an earlier exchange, and editing');
  await reader.ask(' ');
  await part(reader, '[part=privacy-toggle]').click();
  await part(reader, '[part=privacy] summary').first().click();
  await see('privacy');
}

/** A language model that is offered, refused, fails, loads, waits, writes and breaks. */
export async function tourModel(stage: Stage, look: Look): Promise<void> {
  const plan: FakePlan = { pieces: [GATE], availability: 'download', loadFails: 1 };
  const reader = await visit(stage, { ...plan, loadWaits: true, isStalled: true });
  const see = (state: string) => look(state, reader);
  await reader.page.evaluate(keepReceipt, MODEL_CACHES.receipts);
  await reader.ask(QUESTION);
  const engine = part(reader, '[part=engine]');
  await shows(engine, 'Download 879 MB');
  await see('quoted, a model offered');
  await press(reader, 'Not now');
  await part(reader, '[part=models-toggle]').click();
  await part(reader, '.stored').waitFor();
  await see('model list');
  await press(reader, 'Show the offer');
  await part(reader, '[part=models-toggle]').click();
  await press(reader, 'Download 879 MB');
  await shows(reader.alert, 'models.test did not answer');
  await see('model failed');
  await press(reader, 'Try again');
  await shows(engine, 'Nothing arrives');
  await see('model loading');
  await press(reader, 'Pause');
  await shows(engine, 'What has arrived is kept');
  await see('model paused');
  await changePlan(reader, { loadWaits: false, thenThrows: 'the device is gone' });
  await press(reader, 'Go on');
  await shows(reader.dialog, 'The language model could not answer');
  await see('model broke');
}

/** Runs in the page: the store's note of a model that is on the device. */
async function keepReceipt(cache: string): Promise<void> {
  const receipt = {
    ...{ version: 1, for: 'llama-cpp', id: 'tiny', name: 'Tiny 135M', origin: 'models.test' },
    ...{ source: 'x', isComplete: true, outdated: [] },
    files: [{ url: 'https://models.test/tiny.gguf', cache: 'x' }] as const,
  };
  const url = `${location.origin}/.askpage-models/llama-cpp/tiny.json`;
  await (await caches.open(cache)).put(url, new Response(JSON.stringify(receipt)));
  const headers = { 'content-length': '93000000' };
  await (await caches.open('x')).put(receipt.files[0].url, new Response('x', { headers }));
}

/** Beside the page, and in its flow, from right to left. */
export async function tourForms(stage: Stage, look: Look): Promise<void> {
  const panel = await visit(stage, { pieces: [GATE] }, 'mode="panel"');
  await panel.ask(QUESTION);
  await look('panel', panel);
  const inline = await visit(stage, { pieces: [GATE] }, 'mode="inline" lang="ar"');
  await look('in the page, in Arabic', inline);
  await inline.box.fill(QUESTION);
  await inline.box.press('Enter');
  await inline.told('ask-done');
  await look('in the page and answered, in Arabic', inline);
}

/** A site of many pages with an index, and the page that is being read. */
export async function tourSite(stage: Stage, look: Look): Promise<void> {
  const reader = await stage.visit('/Reference/LTS.html#security-releases-and-semver');
  await reader.page.emulateMedia({ reducedMotion: 'reduce' });
  await reader.type('release');
  await reader.hits.first().waitFor();
  await look('results, and what is searched', reader);
}

/** An index that can't be read, and a widget of which a part is missing. */
export async function tourBroken(stage: Stage, look: Look): Promise<void> {
  const noIndex = await visit(stage, { pieces: [] }, 'index="/none/manifest.json"');
  await noIndex.ask(QUESTION);
  await shows(noIndex.notices, 'Only this page is searched');
  await look('index broken', noIndex);
  stage.site.fault(/askpage-retrieve-host|askpage-retrieve-/, notFound);
  const failed = await visit(stage, { pieces: [] });
  await failed.type(QUESTION);
  await failed.page.keyboard.press('Enter');
  await failed.alert.waitFor();
  await look('failed', failed);
  stage.site.fault(/askpage-lazy-/, notFound);
  const bare = await visit(stage, { pieces: [] });
  await bare.trigger.click();
  await bare.alert.waitFor();
  await look('not loaded', bare);
}

/** Waits until nothing of the element moves or fades. */
export const settled = ({ page }: Reader): Promise<unknown> =>
  until(
    () =>
      page.evaluate(() => document.getAnimations().filter((a) => a.playState === 'running').length),
    (running) => running === 0,
  );
