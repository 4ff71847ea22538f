import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { nextReply, QUESTION, schemesPage } from './access-tour.ts';
import { useFakeEngine } from './fake-engine.ts';
import { shows, until, useStage, type Reader } from './harness.ts';

const stage = useStage();

/** Where the focus is, as a reader would name it, and what shows it. */
interface Focus {
  /** Empty where no control has the focus. */
  name: string;
  isShown: boolean;
  isInView: boolean;
}

/** Runs in the page. */
function readFocus(): Focus {
  const host = document.activeElement;
  const element = host?.shadowRoot?.activeElement ?? host;
  if (!element || element === document.body) return { name: '', isShown: false, isInView: false };
  const name = (element.getAttribute('aria-label') ?? element.textContent)
    .replace(/\s+/g, ' ')
    .trim();
  const box = element.getBoundingClientRect();
  const ring = getComputedStyle(element);
  const around = element.closest('.box');
  const hasRing = ring.outlineStyle !== 'none' && parseFloat(ring.outlineWidth) >= 2;
  const hasLine =
    element.localName === 'input' && around && getComputedStyle(around).boxShadow !== 'none';
  const at = (element.getRootNode() as ShadowRoot).elementFromPoint(
    box.x + box.width / 2,
    (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2,
  );
  return { name, isShown: hasRing || hasLine === true, isInView: element.contains(at) };
}

const focusOn = (page: Page) => page.evaluate(readFocus);

async function press({ page }: Reader, key: string): Promise<string> {
  await page.keyboard.press(key);
  // Behind the last control of a modal dialog comes the browser's own bar, then the first one again.
  if (key === 'Tab' && (await focusOn(page)).name === '') await page.keyboard.press(key);
  const focus = await focusOn(page);
  expect(focus, `after ${key}`).toMatchObject({ isShown: true, isInView: true });
  return focus.name;
}

/** Tab, until the control with that name has the focus. */
async function tabTo(reader: Reader, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < 40; step++) {
    const reached = await press(reader, 'Tab');
    if (name.test(reached)) return;
    passed.push(reached);
  }
  throw new Error(`Tab reaches nothing named ${String(name)}, only ${passed.join(' | ')}`);
}

it('everything can be done by keys alone, and the focus is never lost', async () => {
  stage.site.page('/keys.html', schemesPage());
  const reader = await stage.visit('/keys.html');
  const { page } = reader;
  const pieces = ['The gate is locked at nine in the evening [1]. '];
  await page.evaluate(useFakeEngine, { pieces, thenWaits: true });

  await tabTo(reader, /^Ask$/);
  await press(reader, 'Enter');
  expect((await focusOn(page)).name).toBe('Your question');
  await page.keyboard.type('gate');
  await reader.hits.first().waitFor();
  expect(await press(reader, 'ArrowDown')).toMatch(/The gate/);
  expect(await press(reader, 'ArrowUp')).toBe('Your question');

  await reader.box.fill(QUESTION);
  await press(reader, 'Enter');
  await shows(page.locator('ask-page .generated'), 'nine in the evening');
  await tabTo(reader, /^Stop$/);
  await page.keyboard.press('Enter');
  await reader.told('ask-done');
  expect((await focusOn(page)).name).not.toBe('');

  await nextReply(reader, ['The gate is locked at nine in the evening [1].']);
  await tabTo(reader, /^Write it again$/);
  await page.keyboard.press('Enter');
  await reader.told('ask-done', 2);
  expect((await focusOn(page)).name).not.toBe('');

  const card = page.locator('ask-page [part=source-card]');
  await tabTo(reader, /^Source 1: /);
  await card.waitFor({ state: 'visible' });
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'hidden' });
  expect(await reader.dialog.isVisible()).toBe(true);

  await tabTo(reader, /^Answers are written by/);
  await press(reader, 'Enter');
  await shows(page.locator('ask-page [part=privacy]'), 'What left this device');
  await tabTo(reader, /this site/);
  await press(reader, 'Enter');
  await shows(page.locator('ask-page [part=privacy]'), 'askpage.js');
  await tabTo(reader, /^Language model$/);
  await press(reader, 'Enter');
  await shows(page.locator('ask-page [part=models]'), 'Fake 1B writes answers here');

  await press(reader, 'Escape');
  await reader.dialog.waitFor({ state: 'hidden' });
  expect((await focusOn(page)).name).toBe('Ask');
});

/** Runs in the page: keeps what live regions say, once for each change. */
function listen(): void {
  const heard: string[] = [];
  Object.assign(globalThis, { heard });
  const root = document.querySelector('ask-page')?.shadowRoot;
  if (!root) return;
  const before = new WeakMap<Element, string>();
  const textOf = (region: Element) => {
    const copy = region.cloneNode(true) as Element;
    for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
    return copy.textContent.replace(/\s+/g, ' ').trim();
  };
  const tell = () => {
    for (const region of root.querySelectorAll('[role=status], [role=alert]')) {
      const text = textOf(region);
      const last = before.get(region);
      before.set(region, text);
      if (text === '' || text === last) continue;
      // A status that comes with its text is not spoken everywhere; an alert is.
      const isLate = last === undefined && region.getAttribute('role') === 'status';
      heard.push(isLate ? `(not spoken) ${text}` : text);
    }
  };
  new MutationObserver(tell).observe(root, { childList: true, subtree: true, characterData: true });
}

const heardOn = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);

it('a screen reader hears what happens and how it ends, never the words as they come', async () => {
  stage.site.page('/heard.html', schemesPage());
  const reader = await stage.visit('/heard.html');
  const { page } = reader;
  const pieces = 'The gate is locked at nine in the evening . Its key hangs in the shed .'.split(
    /(?= )/,
  );
  await page.evaluate(useFakeEngine, { pieces });
  await page.evaluate(listen);
  await reader.type('gate');
  await reader.hits.first().waitFor();
  await until(
    () => heardOn(page),
    (heard) => heard.some((text) => /^\d results?$/.test(text)),
  );
  await reader.ask(QUESTION);
  await shows(reader.status, 'Answer ready');
  const heard = await heardOn(page);
  const order = [
    'Searching',
    'Finding the best passages',
    'Fake 1B is writing',
    'Checking it against the sources',
    'Answer ready, 3 sources',
  ];
  expect(heard.filter((text) => order.includes(text))).toEqual(order);
  expect(heard.at(-1)).toBe('Answer ready, 3 sources');
  expect(heard.filter((text) => /shed|evening|\d of \d/.test(text))).toEqual([]);
});
