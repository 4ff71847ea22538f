import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { boxOf, focused, PHONE, sized, WIDE } from './forms.ts';
import { shows, until, useStage, type Reader } from './harness.ts';
import { GARDEN, pageOf } from './site.ts';

const stage = useStage();

interface Visited {
  attributes?: string;
  /** Before and after the garden's text. */
  around?: [before: string, after: string];
  head?: string;
  /** The element itself. */
  widget?: string;
}

async function visit({ attributes = '', around: [before, after] = ['', ''], ...parts }: Visited) {
  stage.site.page('/garden.html', pageOf({ body: before + GARDEN + after, attributes, ...parts }));
  return sized(await stage.visit('/garden.html'));
}

const isHaspopup = (page: Page, selector: string) =>
  until(
    () => page.locator(selector).getAttribute('aria-haspopup'),
    (popup) => popup === 'dialog',
  );

const cross = (a: Awaited<ReturnType<typeof boxOf>>, b: Awaited<ReturnType<typeof boxOf>>) =>
  a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom;

const now = (page: Page) => page.evaluate(() => performance.now());

/** What browsers count as a shift of the layout since then. */
const shifted = (page: Page, since: number) =>
  page.evaluate(async (start) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.startTime > start) sum += (entry as unknown as { value: number }).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
    return sum;
  }, since);

async function warmed({ requests }: Reader): Promise<void> {
  await until(
    () => requests.some((url) => url.includes('askpage-lazy')),
    (isThere) => isThere,
  );
}

describe('elements of the page', () => {
  it('open it by a selector, wake it, and get the focus back, also those that come later', async () => {
    const reader = await visit({
      attributes: 'trigger=".ask"',
      around: ['<button class="ask" id="first"><b>Ask us</b></button>', ''],
    });
    const { page, dialog } = reader;
    await isHaspopup(page, '#first');
    expect(await reader.trigger.count()).toBe(0);
    await page.locator('#first b').hover();
    await warmed(reader);
    await page.locator('#first').focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await focused(page)).toBe('first');
    await page.evaluate(() => {
      const link = document.createElement('a');
      Object.assign(link, { className: 'ask', id: 'later', href: '/search', textContent: 'Later' });
      document.querySelector('main')?.append(link);
    });
    await isHaspopup(page, '#later');
    await page.locator('#later').click();
    await dialog.waitFor();
    expect(new URL(page.url()).pathname).toBe('/garden.html');
  });

  it('may stand in place of the button', async () => {
    const script = '<script type="module" src="/askpage/askpage.js"></script>';
    const widget = `${script}<ask-page><button slot="trigger" id="own">Ask</button></ask-page>`;
    const reader = await visit({ widget });
    expect(await reader.trigger.isVisible()).toBe(false);
    await reader.page.locator('#own').hover();
    await warmed(reader);
    await reader.page.locator('#own').click();
    await reader.dialog.waitFor();
    await reader.page.keyboard.press('Escape');
    await reader.dialog.waitFor({ state: 'hidden' });
    expect(await focused(reader.page)).toBe('own');
  });

  it('are none where the owner says so; a selector that is none gives the button, and a warning', async () => {
    const reader = await visit({ attributes: 'trigger="none"' });
    expect(await reader.trigger.count()).toBe(0);
    await reader.page
      .locator('ask-page')
      .evaluate((each) => each.setAttribute('trigger', '.ask >> b'));
    await reader.trigger.waitFor();
    expect(reader.console).toEqual([expect.stringContaining('trigger=".ask >> b"')]);
    await reader.trigger.click();
    await reader.dialog.waitFor();
  });
});

describe('the button', () => {
  it.each([
    ['bottom-start', { left: 20, bottom: 20 }],
    ['top-end', { right: 20, top: 20 }],
    ['top-start', { left: 20, top: 20 }],
  ])('stands at %s', async (placement, gaps) => {
    const reader = await visit({ attributes: `placement="${placement}"` });
    const { x, y, right, bottom } = await boxOf(reader.trigger);
    const all = { left: x, right: WIDE.width - right, top: y, bottom: WIDE.height - bottom };
    expect(all).toMatchObject(gaps);
  });

  const HEAD = `<style>
    body { margin: 0 } main { height: 2400px }
    footer { height: 300px; background: #ddd } #bar { position: fixed; inset: auto 0 0; height: 60px }
    #bar.wall { height: 100% }
  </style>`;

  it('steps aside for what it must not cover, and comes back, without a shift of the layout', async () => {
    const after = '</main><footer>Footer</footer><main hidden>';
    const attributes = 'avoid="footer, #bar"';
    const reader = await visit({ attributes, around: ['', after], head: HEAD });
    const { page, trigger } = reader;
    const rest = await boxOf(trigger);
    // The window has just been given its size.
    await page.waitForTimeout(100);
    const start = await now(page);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await until(
      async () => cross(await boxOf(trigger), await boxOf(page.locator('footer'))),
      (covers) => !covers,
    );
    expect((await boxOf(trigger)).y).toBeLessThan(rest.y);
    expect(await shifted(page, start)).toBe(0);
    await page.evaluate(() => scrollTo(0, 0));
    await until(
      async () => (await boxOf(trigger)).y,
      (y) => y === rest.y,
    );
    // One that comes later.
    await page.evaluate(() => {
      const bar = document.createElement('div');
      Object.assign(bar, { id: 'bar', textContent: 'We use cookies' });
      document.body.append(bar);
    });
    await until(
      async () => cross(await boxOf(trigger), await boxOf(page.locator('#bar'))),
      (covers) => !covers,
    );
    // There is no room beside a wall.
    await page.evaluate(() => document.querySelector('#bar')?.classList.add('wall'));
    await until(
      () => trigger.isVisible(),
      (isVisible) => !isVisible,
    );
    await page.evaluate(() => document.querySelector('#bar')?.remove());
    await until(
      async () => (await trigger.isVisible()) && (await boxOf(trigger)).y,
      (y) => y === rest.y,
    );
  });

  it('can be put away on a phone, for the visit, where its owner lets it', async () => {
    const reader = await visit({ attributes: 'dismissible' });
    const { page, trigger } = reader;
    const hide = page.getByRole('button', { name: 'Hide this button' });
    await trigger.waitFor();
    expect(await hide.isVisible()).toBe(false);
    await page.setViewportSize(PHONE);
    const { width, height, y, right } = await boxOf(hide);
    expect([width, height]).toEqual([24, 24]);
    expect(y).toBeGreaterThan(0);
    expect(right).toBeLessThanOrEqual(PHONE.width);
    await hide.click();
    expect(await trigger.isVisible()).toBe(false);
    expect(await reader.dialog.isVisible()).toBe(false);
    await page.reload();
    await page.locator('ask-page [data-dismissed]').waitFor({ state: 'attached' });
    expect(await trigger.isVisible()).toBe(false);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await trigger.isVisible()).toBe(true);
  });

  it('is there where nothing can be kept, and where the rest of its code does not come', async () => {
    const before = () =>
      Object.defineProperty(globalThis, 'sessionStorage', {
        get: () => {
          throw new Error('blocked');
        },
      });
    stage.site.page('/blocked.html', pageOf({ body: GARDEN, attributes: 'dismissible' }));
    const reader = await stage.visit('/blocked.html', { before });
    await reader.trigger.waitFor();
    stage.site.fault(/askpage-extras/, (response) => response.destroy());
    const other = await stage.visit('/blocked.html');
    await other.trigger.click();
    await other.dialog.waitFor();
    expect([...reader.errors, ...other.errors]).toEqual([]);
  });
});

interface Pressed {
  key: string;
  code: string;
  ctrlKey?: boolean;
  shiftKey?: boolean;
  isComposing?: boolean;
  repeat?: boolean;
  /** As browsers say that a composition takes the key. */
  code229?: boolean;
}

describe('the key', () => {
  const press = (page: Page, init: Pressed) =>
    page.evaluate(({ code229, ...given }) => {
      const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...given });
      if (code229) Object.defineProperty(event, 'keyCode', { value: 229 });
      document.body.dispatchEvent(event);
    }, init);
  const mod = { ctrlKey: true, code: 'KeyK' };

  it('is known by its place on keyboards of other letters, and not while words are composed', async () => {
    const reader = await visit({ attributes: 'hotkey="mod+k"' });
    const { page, dialog } = reader;
    await shows(reader.trigger, 'Ctrl K');
    await press(page, { ...mod, key: 'k', isComposing: true });
    await press(page, { ...mod, key: 'k', code229: true });
    await press(page, { ...mod, key: 'k', repeat: true });
    // Another layout's letter at the place of the K.
    await press(page, { ...mod, key: 't' });
    expect(await dialog.isVisible()).toBe(false);
    await press(page, { ...mod, key: 'л' });
    await dialog.waitFor();
  });

  it('may be a sign, which some keyboards have on the Shift key', async () => {
    const reader = await visit({ attributes: 'hotkey="/"' });
    await shows(reader.trigger, /\/$/);
    await press(reader.page, { key: '-', code: 'Slash' });
    expect(await reader.dialog.isVisible()).toBe(false);
    await press(reader.page, { key: '/', code: 'Digit7', shiftKey: true });
    await reader.dialog.waitFor();
  });

  it.each([
    '<select id="at"><option>One</option></select>',
    '<div contenteditable><b id="at">x</b></div>',
    '<x-editor></x-editor>',
  ])('is left to %s', async (field) => {
    const reader = await visit({ attributes: 'hotkey="mod+k"', around: [field, ''] });
    await shows(reader.trigger, 'Ctrl K');
    await reader.page.evaluate(() => {
      const host = document.querySelector('x-editor');
      const input = document.createElement('input');
      host?.attachShadow({ mode: 'open' }).append(input);
      const event = new KeyboardEvent('keydown', {
        ...{
          bubbles: true,
          composed: true,
          cancelable: true,
          ctrlKey: true,
          key: 'k',
          code: 'KeyK',
        },
      });
      (document.querySelector('#at') ?? input).dispatchEvent(event);
    });
    expect(await reader.dialog.isVisible()).toBe(false);
    await reader.page.locator('h1').click();
    await reader.page.keyboard.press('Control+k');
    await reader.dialog.waitFor();
  });

  it('is not shown where there is none', async () => {
    const reader = await visit({});
    expect((await reader.trigger.innerText()).trim()).toBe('Ask');
    await shows(reader.trigger, /^Ask$/);
  });
});
