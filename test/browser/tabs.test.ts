import type { BrowserContext, Frame, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { bundle } from '../../scripts/bundle.ts';
import { until, useStage } from './harness.ts';
import type { TestTab } from './tabs-entry.ts';

const stage = useStage();

let entry = '';
let context: BrowserContext;

beforeAll(async () => {
  entry = await bundle('test/browser/tabs-entry.ts', { format: 'iife' });
});

beforeEach(async () => {
  context = await stage.browser.newContext();
  context.setDefaultTimeout(15_000);
  await context.addInitScript({ content: `if (location.hash) {${entry}}` });
  stage.site.page('/tab.html', '<!doctype html><title>A tab</title>');
});
afterEach(() => context.close());

/** A real tab of the site, with an engine that writes the tab's name before each word. */
async function openTab(name: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${stage.site.url}tab.html#${name}`);
  return page;
}

interface InPage {
  tab: TestTab;
}

const load = (place: Page | Frame) =>
  place.evaluate(() => (globalThis as unknown as InPage).tab.load());
const ask = (place: Page | Frame, question: string) =>
  place.evaluate((words) => (globalThis as unknown as InPage).tab.ask(words), question);
const stop = (place: Page) => place.evaluate(() => (globalThis as unknown as InPage).tab.stop());
/** What the tab knows now. */
const read = (place: Page | Frame) =>
  place.evaluate(() => {
    const { pieces, ended, calls, handovers, window } = (globalThis as unknown as InPage).tab;
    return { pieces, ended, calls, handovers, window };
  });
const pieces = async (place: Page | Frame) => (await read(place)).pieces;
const begun = (place: Page) =>
  until(
    () => read(place),
    (tab) => tab.pieces.length > 1,
  );
const ended = async (place: Page | Frame) =>
  (
    await until(
      () => read(place),
      (tab) => tab.ended !== undefined,
    )
  ).ended;

/** Asks and waits for the whole reply. */
async function reply(place: Page | Frame, question: string): Promise<string> {
  await ask(place, question);
  expect(await ended(place)).toBe('ok');
  return (await pieces(place)).join('').trim();
}

const LONG = 'word '.repeat(400).trim();

it("the second tab's answer streams from the first, which alone has loaded the model", async () => {
  const first = await openTab('first');
  const second = await openTab('second');
  expect(await load(first)).toBe('ok');
  expect(await load(second)).toBe('ok');
  await ask(second, LONG);
  await begun(second);
  const early = (await pieces(second)).length;
  expect((await read(second)).ended).toBeUndefined();
  await until(
    () => pieces(second),
    ({ length }) => length > early,
  );
  await stop(second);
  expect(await ended(second)).toBe(': stopped');
  expect(new Set(await pieces(second))).toEqual(new Set(['first:word ']));
  expect((await read(second)).calls).toEqual([]);
  // The stopped reply is over in the first tab, too.
  expect(await reply(first, 'mine')).toBe('first:mine');
  expect((await read(first)).calls).toEqual(['load', LONG, 'freed', 'mine', 'freed']);
});

it.each([
  ['is closed', (page: Page) => page.close()],
  ['goes to another page', (page: Page) => page.goto(`${stage.site.url}tab.html`).then(() => {})],
  [
    'crashes',
    (page: Page) =>
      page.goto('chrome://crash').then(
        () => {},
        () => {},
      ),
  ],
])('when the first tab %s, the second says so and loads the model itself', async (_how, leave) => {
  const first = await openTab('first');
  const second = await openTab('second');
  const third = await openTab('third');
  for (const page of [first, second, third]) expect(await load(page)).toBe('ok');
  await ask(second, LONG);
  await begun(second);
  await leave(first);
  expect(await ended(second)).toMatch(/^engine-failed: Another tab .* Ask again\.$/);
  for (const page of [second, third])
    await until(
      () => read(page),
      ({ handovers, window }) => handovers === 1 && window > 0,
    );
  expect(await reply(second, 'hi')).toBe('second:hi');
  expect(await reply(third, 'hi')).toBe('second:hi');
  expect((await read(second)).calls[0]).toBe('load');
  expect((await read(third)).calls).toEqual([]);
});

it('closing the second tab during its reply frees the first', async () => {
  const first = await openTab('first');
  const second = await openTab('second');
  for (const page of [first, second]) await load(page);
  await ask(second, LONG);
  await begun(second);
  await second.close();
  expect(await reply(first, 'mine')).toBe('first:mine');
  const locks = await first.evaluate(() => navigator.locks.query());
  expect(locks.held?.map(({ name }) => name?.replace(/\/.*/, '/…')).sort()).toEqual([
    'askpage-model',
    'askpage-model/…',
  ]);
  expect(locks.pending).toEqual([]);
});

it('a tab with the model that hangs is told of, and used again when it wakes', async () => {
  const first = await openTab('first');
  const second = await openTab('second');
  await load(first);
  const hanging = first.evaluate(() => {
    for (const end = performance.now() + 5_000; performance.now() < end;);
  });
  expect(await load(second)).toMatch(/^runs-elsewhere: .* does not answer\. Close that tab/);
  await hanging;
  expect(await load(second)).toBe('ok');
  expect(await reply(second, 'hi')).toBe('first:hi');
});

it('a sandboxed frame, which may have no locks, works alone', async () => {
  stage.site.page(
    '/framed.html',
    '<!doctype html><iframe sandbox="allow-scripts" src="/tab.html#framed"></iframe>',
  );
  const first = await openTab('first');
  await load(first);
  const page = await context.newPage();
  await page.goto(`${stage.site.url}framed.html`);
  const frame = await until(
    () => page.frames()[1],
    (found) => found?.url().endsWith('#framed') ?? false,
  );
  if (!frame) throw new Error('The page has no frame.');
  expect(await load(frame)).toBe('ok');
  expect(await reply(frame, 'hi')).toBe('framed:hi');
});
