import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { useFakeEngine } from './fake-engine.ts';
import { shows, useStage, type Reader } from './harness.ts';
import { GARDEN, INDEX, pageOf } from './site.ts';

const stage = useStage();

const GATE = 'When is the gate locked?';
const KEY = 'Where does its key hang?';
const SCRAPS = 'Where do kitchen scraps go?';

beforeEach(() => {
  stage.site.page('/garden.html', pageOf({ body: GARDEN, attributes: 'history' }));
  for (const path of ['/docs/a.html', '/docs/b.html']) {
    stage.site.page(path, pageOf({ body: '<h1>Docs</h1>', attributes: `${INDEX} history` }));
  }
});

const find = (reader: Reader, selector: string) => reader.page.locator(`ask-page ${selector}`);
const earlier = (reader: Reader) => find(reader, '[part=exchange] > summary').allInnerTexts();

/** Names of what the widget keeps in local storage. */
const kept = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('history')));

/** Questions that the start of the box offers again. */
const recent = (page: Page) =>
  page.evaluate(() => {
    const scope = globalThis as unknown as Record<symbol, { entries: Map<string, Inside> }>;
    interface Inside {
      session: { history: { recent: string[] } };
    }
    const [entry] = scope[Symbol.for('askpage')]?.entries.values() ?? [];
    return entry?.session.history.recent;
  });

describe('a history', () => {
  it('brings the thread along to the next page, as it was', async () => {
    const reader = await stage.visit('/garden.html');
    await reader.page.evaluate(useFakeEngine, {
      pieces: ['The gate is locked at **nine** in the evening [1]. Its key hangs in the shed.'],
    });
    await reader.ask(GATE);
    await shows(find(reader, '.generated'), 'locked at nine');
    await reader.open('/garden.html');
    await reader.trigger.click();
    await shows(find(reader, '[part=exchange][open]'), /locked at nine.*Written by Fake 1B/);
    expect(await find(reader, '.generated strong').innerText()).toBe('nine');
    expect(await find(reader, '.generated .cite').getAttribute('href')).toContain('#gate');
    expect(await find(reader, '[part=source]').count()).toBeGreaterThan(0);
    // A follow-up knows what it follows.
    await reader.ask(KEY);
    await shows(reader.answer.first(), 'Its key hangs in the shed');
    expect(await earlier(reader)).toEqual([GATE]);
    expect(await reader.page.evaluate(() => Object.keys(localStorage).length)).toBe(4);
  });

  it('is of one site: pages with the same index share it, others don’t', async () => {
    const reader = await stage.visit('/docs/a.html');
    await reader.ask('How do I set a custom error handler?');
    await reader.ask('Which giraffes nibble acacia leaves at dusk?');
    await reader.open('/docs/b.html');
    await reader.trigger.click();
    await shows(find(reader, '[part=thread]'), 'How do I set a custom error handler?');
    expect(await recent(reader.page)).toEqual([
      'Which giraffes nibble acacia leaves at dusk?',
      'How do I set a custom error handler?',
    ]);
    await reader.open('/garden.html');
    await reader.trigger.click();
    await reader.type('gate');
    await reader.hits.first().waitFor();
    await reader.box.fill('');
    expect(await find(reader, '[part=thread]').count()).toBe(0);
    expect(await recent(reader.page)).toEqual([]);
  });

  it('is written by two tabs, and deleted in both by one', async () => {
    const context = await stage.browser.newContext();
    const [one, two] = await Promise.all(
      [1, 2].map(() => stage.visit('/garden.html', { context })),
    );
    if (!one || !two) throw new Error('no tabs');
    await one.ask(GATE);
    await two.ask(SCRAPS);
    const third = await stage.visit('/garden.html', { context });
    await third.trigger.click();
    await shows(find(third, '[part=thread]'), GATE);
    expect(await earlier(third)).toEqual([SCRAPS, GATE]);
    await third.page.getByRole('button', { name: 'Clear the thread' }).click();
    expect((await kept(third.page)).filter((name) => name.includes(' exchange '))).toEqual([]);
    await one.page.keyboard.press('Escape');
    await one.trigger.click();
    expect(await find(one, ':is([part=answer], [part=thread])').count()).toBe(0);
    expect(await recent(one.page)).toEqual([SCRAPS, GATE]);
  });

  it('is none where the owner wants none, nor is what was kept before shown', async () => {
    const reader = await stage.visit('/garden.html');
    await reader.ask(GATE);
    stage.site.page('/garden.html', pageOf({ body: GARDEN }));
    await reader.open('/garden.html');
    await reader.trigger.click();
    await reader.type('gate');
    await reader.hits.first().waitFor();
    const before = (await kept(reader.page)).length;
    await reader.ask(SCRAPS);
    expect(await earlier(reader)).toEqual([]);
    expect(await recent(reader.page)).toEqual([]);
    expect((await kept(reader.page)).length).toBe(before);
  });
});

/** Runs in the page: local storage is refused, as where a reader blocks it. */
function block(): void {
  Object.defineProperty(globalThis, 'localStorage', {
    get: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
}

/** Runs in the page: local storage has no room left, and a broken item. */
function fill(): void {
  localStorage.setItem('askpage:history /garden.html exchange 1-1', '{"question":"x","list":7}');
  for (let size = 2 ** 22; size >= 1; size /= 2) {
    try {
      for (let place = 0; ; place++) localStorage.setItem(`${size} ${place}`, 'x'.repeat(size));
    } catch {
      // Smaller ones may fit.
    }
  }
}

it.each([
  ['refused', block],
  ['full', fill],
])('a history works for the visit where storage is %s, with one line', async (_, before) => {
  const reader = await stage.visit('/garden.html', { before });
  await reader.ask(GATE);
  await reader.ask(SCRAPS);
  expect(await earlier(reader)).toEqual([GATE]);
  expect(await recent(reader.page)).toEqual([SCRAPS, GATE]);
  expect(await reader.alert.count()).toBe(0);
  expect(reader.console.filter((line) => line.includes('history'))).toHaveLength(1);
  expect(reader.errors).toEqual([]);
});
