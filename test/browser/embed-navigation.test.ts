import { beforeEach, describe, expect, it } from 'vitest';
import { routeTo, useFakeRouter } from './embed-router.ts';
import { useFakeEngine } from './fake-engine.ts';
import { shows, until, useStage, type Reader } from './harness.ts';
import { GARDEN, pageOf } from './site.ts';

const stage = useStage();

const LIBRARY = `<h1>The library</h1>
<p>This page tells readers of the village what the library lends.</p>
<h2 id="novels" style="margin-top: 2000px">Novels</h2>
<p>Three novels may be borrowed for a month.</p>
<h2 id="films">Films</h2>
<p>Films are lent for a week. A late film costs fifty cents a day.</p>`;

const ABOUT_GARDEN = 'When is the gate locked?';
const ABOUT_LIBRARY = 'For how long may novels be borrowed?';
const SCRIPT = '<script type="module" src="/askpage/askpage.js"></script>';

/** Lays out both pages, with the widget as `element` says. */
function layOut(element: string): void {
  const widget = SCRIPT + element;
  stage.site.page('/garden.html', pageOf({ body: GARDEN, widget }));
  stage.site.page('/library.html', pageOf({ body: LIBRARY, widget, title: 'Library' }));
}

async function visit(kind: 'push' | 'body' | 'view'): Promise<Reader> {
  const reader = await stage.visit('/garden.html');
  // Scrolling takes no time then.
  await reader.page.emulateMedia({ reducedMotion: 'reduce' });
  await reader.page.evaluate(useFakeRouter, kind);
  return reader;
}

const go = (reader: Reader, path: string) => reader.page.evaluate(routeTo, path);

async function close(reader: Reader): Promise<void> {
  await reader.page.keyboard.press('Escape');
  await reader.dialog.waitFor({ state: 'hidden' });
}

const addressesOf = (reader: Reader) =>
  reader.sources.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));

interface Case {
  what: string;
  kind: 'push' | 'body' | 'view';
  element: string;
  /** Whether the same element is there afterwards. */
  isKept: boolean;
}

const PLAIN = '<ask-page></ask-page>';
const CASES: Case[] = [
  { what: 'a new address and other content', kind: 'push', element: PLAIN, isKept: true },
  { what: 'a new body', kind: 'body', element: PLAIN, isKept: false },
  {
    ...{ what: 'a new body that keeps it', kind: 'body', isKept: true },
    element: '<ask-page id="ask" data-permanent></ask-page>',
  },
  { what: 'a view transition', kind: 'view', element: PLAIN, isKept: false },
  {
    ...{ what: 'a view transition that keeps it', kind: 'view', isKept: true },
    element: '<ask-page data-persist="a"></ask-page>',
  },
];

describe.each(CASES)('a page that comes by $what', ({ kind, element, isKept }) => {
  beforeEach(() => layOut(element));

  it('is the one that is searched, whose sources are marked, and no worker is left over', async () => {
    const reader = await visit(kind);
    await reader.ask(ABOUT_GARDEN);
    await shows(reader.answer, 'locked at nine');
    await close(reader);
    const first = await reader.page.locator('ask-page').evaluateHandle((each) => each);
    await go(reader, '/library.html');
    expect(await first.evaluate((each) => each.isConnected)).toBe(isKept);

    await reader.type('borrowed');
    await reader.hits.filter({ hasText: 'Novels' }).waitFor();
    await reader.ask(ABOUT_LIBRARY);
    await shows(reader.answer, 'Three novels may be borrowed for a month');
    expect(new Set(await addressesOf(reader))).toEqual(new Set(['/library.html']));
    await reader.sources.first().click();
    await reader.dialog.waitFor({ state: 'hidden' });
    await until(
      () => reader.page.evaluate(() => scrollY),
      (top) => top > 1000,
    );
    expect(await reader.page.evaluate(() => CSS.highlights.has('askpage'))).toBe(true);
    expect(new URL(reader.page.url()).pathname).toBe('/library.html');

    await reader.type('tomatoes');
    await shows(reader.dialog, 'No page has these words');
    await close(reader);
    await go(reader, '/garden.html');
    await reader.ask(ABOUT_GARDEN);
    await shows(reader.answer, 'locked at nine');
    expect(reader.page.workers().length).toBeLessThanOrEqual(2);
    expect(reader.errors).toEqual([]);
  });
});

it.each(CASES.filter(({ element }) => element !== PLAIN))(
  'its thread and its model outlive $what',
  { timeout: 60_000 },
  async ({ kind, element }) => {
    layOut(element);
    const reader = await visit(kind);
    await reader.page.evaluate(useFakeEngine, { pieces: ['At nine [1].'] });
    await reader.ask(ABOUT_GARDEN);
    await shows(reader.page.locator('ask-page .generated'), 'At nine');
    await close(reader);
    await go(reader, '/library.html');
    await reader.page.waitForTimeout(300);
    await reader.trigger.click();
    await shows(reader.page.locator('ask-page .generated'), 'At nine');
    expect(await reader.box.inputValue()).toBe(ABOUT_GARDEN);
    await reader.ask(ABOUT_LIBRARY);
    await shows(reader.page.locator('ask-page .generated'), 'At nine');
    const calls = () =>
      reader.page.evaluate(() => (globalThis as unknown as { fakeCalls: string[] }).fakeCalls);
    expect((await calls()).filter((call) => call === 'load')).toHaveLength(1);
  },
);

it.each(['push', 'view'] as const)(
  'a source on another page is shown by the router of kind %s, and the dialog makes way',
  async (kind) => {
    const element = `<ask-page id="ask" data-permanent data-persist="a"
      index="/askpage-index/manifest.json"></ask-page>`;
    layOut(element);
    const reader = await visit(kind);
    await reader.ask('How do I set a custom error handler?');
    await shows(reader.answer, 'setErrorHandler');
    const source = reader.sources.first();
    const path = new URL((await source.getAttribute('href')) ?? '').pathname;
    await source.click();
    await reader.dialog.waitFor({ state: 'hidden' });
    await until(
      () => new URL(reader.page.url()).pathname,
      (shown) => shown === path,
    );
    await until(() => reader.page.evaluate(() => CSS.highlights.has('askpage')), Boolean);
    // Without a load: what the page has heard is still known.
    expect((await reader.events('ask-answer')).length).toBe(1);
  },
);

it('finds what the page has got since it was read, under the same address', async () => {
  stage.site.page('/app.html', pageOf({ body: '<p id="late">Loading</p>' }));
  const reader = await stage.visit('/app.html');
  await reader.type('novels');
  await shows(reader.dialog, 'No page has these words');
  await close(reader);
  await reader.page.evaluate((html) => {
    const main = document.querySelector('main');
    const later = new DOMParser().parseFromString(html, 'text/html');
    main?.replaceChildren(...later.body.childNodes);
  }, LIBRARY);
  await reader.type('novels');
  await shows(reader.hits.first(), 'Novels');
});

it('does not read the page again where only what is around its content has changed', async () => {
  layOut('<ask-page></ask-page>');
  const reader = await visit('push');
  await reader.ask(ABOUT_GARDEN);
  await close(reader);
  await reader.page.evaluate(() => {
    const clock = document.createElement('nav');
    clock.textContent = 'It is nine.';
    document.body.append(clock);
  });
  const worker = await reader.worker('retrieve');
  let isGone = false;
  worker.on('close', () => (isGone = true));
  await reader.ask('Where does its key hang?');
  await shows(reader.answer, 'in the shed');
  expect(isGone).toBe(false);
});
