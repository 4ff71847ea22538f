import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { WIDGET_FOLDER } from '../../scripts/demo.ts';
import { shows, until, useStage } from './harness.ts';
import { FULL_MODEL, GARDEN, pageOf, send } from './site.ts';

const stage = useStage();

const WEIGHTS = readFileSync(`${WIDGET_FOLDER}/models/all-MiniLM-L6-v2/onnx/model_quantized.onnx`);

beforeEach(() => {
  stage.site.page('/garden.html', pageOf({ body: GARDEN }));
  stage.site.page('/full.html', pageOf({ body: GARDEN, attributes: FULL_MODEL }));
});

/** Keeps the search model back until the returned function is called: questions wait so long. */
function holdModel(): () => void {
  const waiting: (() => void)[] = [];
  const free = stage.site.fault(/\.onnx$/, (response, request) => {
    waiting.push(() => send('application/octet-stream', WEIGHTS)(response, request));
  });
  return () => {
    free();
    for (const answer of waiting) answer();
  };
}

const registrySize = (page: Page) =>
  page.evaluate(() => {
    const scope = globalThis as unknown as Record<symbol, { entries: Map<string, unknown> }>;
    return scope[Symbol.for('askpage')]?.entries.size;
  });

it('answers only the later of two questions', async () => {
  const release = holdModel();
  const reader = await stage.visit('/full.html');
  await reader.type('How do I set a custom error handler?');
  await reader.page.keyboard.press('Enter');
  await shows(reader.status, 'Finding the best passages');
  await reader.type('How can I validate the body of a request?');
  await reader.page.keyboard.press('Enter');
  release();
  await reader.told('ask-done');
  await shows(reader.answer, /valid/i);
  const told = (await reader.events()).filter(({ type }) => /answer|done/.test(type));
  expect(told.map(({ type, question }) => [type, question])).toEqual([
    ['ask-answer', 'How can I validate the body of a request?'],
    ['ask-done', 'How can I validate the body of a request?'],
  ]);
});

it('can be closed while a question runs, and asked again', async () => {
  const release = holdModel();
  const reader = await stage.visit('/full.html');
  await reader.type('How do I set a custom error handler?');
  await reader.page.keyboard.press('Enter');
  await shows(reader.status, 'Finding the best passages');
  await reader.page.keyboard.press('Escape');
  await reader.dialog.waitFor({ state: 'hidden' });
  release();
  await reader.trigger.click();
  expect(await reader.box.inputValue()).toBe('How do I set a custom error handler?');
  expect(await reader.page.locator('ask-page progress').count()).toBe(0);
  expect(await reader.events('ask-answer')).toEqual([]);
  await reader.page.keyboard.press('Enter');
  await reader.told('ask-answer');
  await shows(reader.answer, 'setErrorHandler');
});

it('can be stopped while a question runs', async () => {
  holdModel();
  const reader = await stage.visit('/full.html');
  await reader.type('How do I set a custom error handler?');
  await reader.page.keyboard.press('Enter');
  await reader.page.getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => reader.page.locator('ask-page progress').count()).toBe(0);
  await reader.hits.first().waitFor();
});

it('works after it was taken out of the page, open, and put back', async () => {
  const reader = await stage.visit('/garden.html');
  await reader.type('gate');
  await reader.hits.first().waitFor();
  await reader.page.evaluate(async () => {
    const element = document.querySelector('ask-page');
    element?.remove();
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (element) document.body.append(element);
  });
  expect(await reader.dialog.isVisible()).toBe(false);
  await reader.trigger.click();
  expect(await reader.dialog.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  await reader.ask('When is the gate locked?');
  await shows(reader.answer, 'locked at nine');
  expect(reader.page.workers().length).toBeLessThanOrEqual(2);
  expect(reader.errors).toEqual([]);
});

it('works after it was moved within the page', async () => {
  const reader = await stage.visit('/garden.html');
  await reader.ask('When is the gate locked?');
  await reader.page.keyboard.press('Escape');
  await reader.page.evaluate(() => {
    const element = document.querySelector('ask-page');
    if (element) document.body.prepend(element);
  });
  await reader.ask('Where does its key hang?');
  await shows(reader.answer, 'in the shed');
  expect(await registrySize(reader.page)).toBe(1);
  expect(reader.page.workers().length).toBeLessThanOrEqual(2);
});

it('shares workers and thread between two elements', async () => {
  const widget = `<script type="module" src="/askpage/askpage.js"></script>
    <ask-page id="one"></ask-page><ask-page id="two" label="Help" style="--ask-offset-block: 90px"></ask-page>`;
  stage.site.page('/two.html', pageOf({ body: GARDEN, widget }));
  const reader = await stage.visit('/two.html');
  await reader.ask('When is the gate locked?');
  await reader.page.keyboard.press('Escape');
  const second = reader.page.locator('#two');
  await second.locator('[part=trigger]').click();
  await reader.page.keyboard.type('compost');
  await shows(second.locator('[part=hit]'), 'Compost');
  expect(await registrySize(reader.page)).toBe(1);
  expect(reader.page.workers().length).toBe(2);
  await second.evaluate((element) => element.remove());
  await reader.ask('Where does its key hang?');
  await shows(reader.answer, 'in the shed');
});

it.each([
  ['twice', '<script type="module" src="/askpage/askpage.js?v=1"></script>'],
  ['once, with a query string', ''],
])('works where the script is included %s', async (_, other) => {
  const widget = `${other}<script type="module" src="/askpage/askpage.js?v=2"></script><ask-page></ask-page>`;
  stage.site.page('/copies.html', pageOf({ body: GARDEN, widget }));
  const reader = await stage.visit('/copies.html');
  await reader.ask('When is the gate locked?');
  await shows(reader.answer, 'locked at nine');
  expect(reader.errors).toEqual([]);
  expect(await registrySize(reader.page)).toBe(1);
});

it('ends its workers some time after the last element has left', { timeout: 40_000 }, async () => {
  const reader = await stage.visit('/garden.html');
  await reader.ask('When is the gate locked?');
  await until(
    () => reader.page.workers().length,
    (count) => count === 2,
  );
  await reader.page.evaluate(() => document.querySelector('ask-page')?.remove());
  await until(
    () => reader.page.workers().length,
    (count) => count === 0,
  );
  expect(await registrySize(reader.page)).toBe(0);
});

it('offers to try again where its heavy part does not arrive', async () => {
  const repair = stage.site.fault(/askpage-lazy/, (response) => response.destroy());
  const reader = await stage.visit('/garden.html');
  await reader.trigger.click();
  await shows(reader.alert, 'The search could not be loaded.');
  repair();
  await reader.alert.getByRole('button', { name: 'Try again' }).click();
  await reader.type('gate');
  await shows(reader.hits.first(), 'The gate');
});

it('answers where the browser has no WebGPU, and offers no language model', async () => {
  const before = () => Object.defineProperty(navigator, 'gpu', { value: undefined });
  const reader = await stage.visit('/garden.html', { before });
  await reader.ask('When is the gate locked?');
  await shows(reader.answer, 'locked at nine');
  expect(await reader.page.locator('ask-page [part=engine]').count()).toBe(0);
  expect(await reader.alert.count()).toBe(0);
});
