import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { boxOf, focused, sized } from './forms.ts';
import { shows, until, useStage, type Reader } from './harness.ts';
import { GARDEN, pageOf } from './site.ts';

const stage = useStage();

const QUESTION = 'When is the gate locked?';
const HASH = `#ask=${encodeURIComponent(QUESTION)}`;
/** A site's router, there before the widget, that takes links of the page for its own. */
const ROUTER = `<script>
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a');
    if (!link || event.defaultPrevented) return;
    event.preventDefault();
    history.pushState(null, '', link.href);
  });
</script>`;
const SCRIPT = '<script type="module" src="/askpage/askpage.js"></script>';

async function visit(parts: Partial<Parameters<typeof pageOf>[0]>, hash = ''): Promise<Reader> {
  stage.site.page('/garden.html', pageOf({ body: GARDEN, ...parts }));
  return sized(await stage.visit(`/garden.html${hash}`));
}

async function isAnswered(reader: Reader, times = 1): Promise<void> {
  expect((await reader.told('ask-done', times)).question).toBe(QUESTION);
  await shows(reader.answer, 'locked at nine');
  expect(reader.page.url()).not.toContain('#');
}

describe('a question in an address', () => {
  it('is asked by a link, also one that comes later, and the address does not keep it', async () => {
    const reader = await visit({ body: `<a href="${HASH}">When?</a>${GARDEN}`, head: ROUTER });
    const { page } = reader;
    await page.getByRole('link', { name: 'When?' }).click();
    await isAnswered(reader);
    await page.keyboard.press('Escape');
    await page.evaluate((href) => {
      const later = document.createElement('p');
      const link = document.createElement('a');
      Object.assign(link, { href, textContent: 'Later' });
      later.append(link);
      document.querySelector('main')?.append(later);
    }, `${page.url()}${HASH}`);
    await page.getByRole('link', { name: 'Later' }).focus();
    await page.keyboard.press('Enter');
    await isAnswered(reader, 2);
  });

  it('is asked when the page is opened, once', async () => {
    const reader = await visit({}, HASH);
    await isAnswered(reader);
    await reader.page.reload();
    await reader.trigger.waitFor();
    await reader.page.waitForTimeout(300);
    expect(await reader.dialog.isVisible()).toBe(false);
    // Written into the address of the page that is open.
    await reader.page.evaluate((hash) => (location.hash = hash), HASH);
    await isAnswered(reader);
  });

  it('is for the first of several, and for one in the flow only where there is no other', async () => {
    const widget = `${SCRIPT}<ask-page id="flow" mode="inline"></ask-page>
      <ask-page id="one"></ask-page><ask-page id="two" style="--ask-offset-block: 90px"></ask-page>`;
    const reader = await visit({ widget, body: `<a href="${HASH}">When?</a>${GARDEN}` });
    const { page } = reader;
    await page.getByRole('link', { name: 'When?' }).click();
    await reader.told('ask-done');
    expect(await page.locator('#one dialog').isVisible()).toBe(true);
    expect(await page.locator('#two dialog').isVisible()).toBe(false);
    expect(await reader.events('ask-open')).toHaveLength(1);
    await page.keyboard.press('Escape');
    await page.evaluate(() =>
      document.querySelectorAll('#one, #two').forEach((each) => each.remove()),
    );
    await page.getByRole('link', { name: 'When?' }).click();
    await reader.told('ask-done', 2);
    await shows(page.locator('#flow [part=answer]'), 'locked at nine');
  });

  it('of another page, or with a key that opens a new one, is left to the browser', async () => {
    stage.site.page('/other.html', pageOf({ body: GARDEN }));
    const reader = await visit({ body: `<a href="/other.html${HASH}">Elsewhere</a>${GARDEN}` });
    await reader.page.getByRole('link', { name: 'Elsewhere' }).click();
    await reader.page.waitForURL('**/other.html*');
    await isAnswered(reader);
  });

  it('is shown as it is where its encoding is broken', async () => {
    const reader = await visit({}, '#ask=gate%');
    await reader.told('ask-done');
    expect(await reader.box.inputValue()).toBe('gate%');
  });
});

describe('what is selected', () => {
  const SELECTED = 'Its key hangs in the shed.';
  const button = (page: Page) => page.getByRole('button', { name: 'Ask about this' });

  /** Selects words of the page as a pointer does that is drawn over them. */
  async function drag(page: Page, words: string): Promise<{ top: number; bottom: number }> {
    const place = await page.evaluate((wanted) => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const start = node.nodeValue?.indexOf(wanted) ?? -1;
        if (start < 0) continue;
        const range = document.createRange();
        range.setStart(node, start);
        range.setEnd(node, start + wanted.length);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        return { left, right, top, bottom };
      }
      throw new Error('The words are not on the page.');
    }, words);
    const middle = (place.top + place.bottom) / 2;
    await page.mouse.move(place.left, middle);
    await page.mouse.down();
    await page.mouse.move(place.right, middle, { steps: 4 });
    await page.mouse.up();
    return place;
  }

  it('can be asked about, by a button beside it that never covers it', async () => {
    const reader = await visit({ attributes: 'selection' });
    const { page } = reader;
    await until(() => reader.requests.some((url) => url.includes('askpage-extras')), Boolean);
    const place = await drag(page, SELECTED);
    await button(page).waitFor();
    const box = await boxOf(button(page));
    expect(box.y >= place.bottom || box.bottom <= place.top).toBe(true);
    await button(page).click();
    await reader.dialog.waitFor();
    expect(await reader.box.inputValue()).toBe(`"${SELECTED}"`);
    const caret = await reader.box.evaluate((input) => (input as HTMLInputElement).selectionStart);
    expect(caret).toBe(SELECTED.length + 2);
    await shows(reader.hits.first(), 'gate');
    expect(await button(page).isVisible()).toBe(false);
  });

  it('leads by the Tab key to the button and past it; Escape, scrolling and a click put it away', async () => {
    const body = `<a href="#x" id="before">x</a>${GARDEN}<p><a href="#y" id="after">y</a></p>
      <p id="far" style="margin-top: 2000px">End</p>`;
    const reader = await visit({ attributes: 'selection', body });
    const { page } = reader;
    await until(() => reader.requests.some((url) => url.includes('askpage-extras')), Boolean);
    const isGone = () => button(page).waitFor({ state: 'hidden' });
    for (const [back, end] of [
      [false, 'after'],
      [true, 'before'],
    ] as const) {
      await drag(page, SELECTED);
      await button(page).waitFor();
      await page.keyboard.press('Tab');
      expect(await focused(page)).toBe('selection-button');
      await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
      expect(await focused(page)).toBe(end);
      await isGone();
    }
    await drag(page, SELECTED);
    await button(page).waitFor();
    await page.keyboard.press('Escape');
    await isGone();
    await drag(page, SELECTED);
    await button(page).waitFor();
    await page.mouse.wheel(0, 60);
    await isGone();
    await drag(page, SELECTED);
    await button(page).waitFor();
    await page.locator('h1').click();
    await isGone();
  });

  it('is not what the reader writes, nor what stands in the widget', async () => {
    const body = `<textarea id="field" rows="2">Words of my own</textarea>
      <p id="edit" contenteditable>Other words of my own</p>${GARDEN}`;
    const widget = `${SCRIPT}<ask-page mode="inline" selection></ask-page>`;
    const reader = await visit({ body, widget });
    const { page } = reader;
    await until(() => reader.requests.some((url) => url.includes('askpage-extras')), Boolean);
    await reader.ask(QUESTION);
    await reader.answer.click({ clickCount: 3 });
    for (const field of ['#field', '#edit']) await page.locator(field).click({ clickCount: 3 });
    await page.waitForTimeout(500);
    expect(await button(page).isVisible()).toBe(false);
    await drag(page, 'green can');
    await button(page).waitFor();
  });
});
