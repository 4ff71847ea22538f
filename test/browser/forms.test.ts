import { beforeEach, describe, expect, it } from 'vitest';
import { boxOf, focused, isMarked, layOutForms, middleOf, NARROW, sized, WIDE } from './forms.ts';
import { shows, until, useStage } from './harness.ts';

const stage = useStage();

beforeEach(() => layOutForms(stage));

const visit = async (path: string) => sized(await stage.visit(path));

describe('a panel', () => {
  it('leaves the page usable, never holds the focus, and closes by Escape from within', async () => {
    const reader = await visit('/panel.html');
    const { page, dialog, trigger } = reader;
    await trigger.click();
    expect(await dialog.evaluate((each) => each.matches(':modal'))).toBe(false);
    expect(await focused(page)).toBe('input');
    await page.locator('#name').fill('Ada');
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    // Its key leads back into the box, from the page as from within.
    await page.locator('h1').click();
    await page.keyboard.press('Control+k');
    expect(await focused(page)).toBe('input');
    const seen = new Set<string | undefined>();
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('Shift+Tab');
      seen.add(await focused(page));
    }
    expect(seen).toContain('name');
    await reader.box.focus();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await reader.told('ask-close');
    expect(await page.locator('#name').inputValue()).toBe('Ada');
  });

  it('gives the focus back to what opened it', async () => {
    const reader = await visit('/panel.html');
    await reader.trigger.focus();
    await reader.page.keyboard.press('Enter');
    await reader.dialog.waitFor();
    expect(await reader.trigger.isVisible()).toBe(false);
    await reader.page.keyboard.press('Escape');
    await reader.dialog.waitFor({ state: 'hidden' });
    expect(await focused(reader.page)).toBe('trigger');
  });

  it('has room beside the page in a wide window, and lies over a narrow one', async () => {
    const reader = await visit('/panel.html');
    const { page, dialog } = reader;
    const main = page.locator('main');
    const whole = await boxOf(main);
    await reader.type('gate');
    await until(
      async () => (await boxOf(main)).right,
      (right) => right < whole.right,
    );
    const panel = await boxOf(dialog);
    expect(panel).toMatchObject({ y: 0, right: WIDE.width, bottom: WIDE.height });
    expect((await boxOf(main)).right).toBeLessThanOrEqual(panel.x);
    await page.setViewportSize(NARROW);
    await until(
      async () => (await boxOf(main)).right,
      (right) => right === NARROW.width,
    );
    await page.setViewportSize(WIDE);
    await page.keyboard.press('Escape');
    await until(
      async () => (await boxOf(main)).right,
      (right) => right === whole.right,
    );
  });

  it('is made wider and narrower at its edge, by keys and by a pointer, and stays so', async () => {
    const reader = await visit('/panel.html');
    const { page, dialog } = reader;
    await reader.trigger.click();
    const edge = page.getByRole('separator', { name: 'Width of the panel' });
    await edge.focus();
    const [before, main] = [await boxOf(dialog), await boxOf(page.locator('main'))];
    await page.keyboard.press('ArrowLeft');
    expect((await boxOf(dialog)).width).toBe(before.width + 16);
    expect((await boxOf(page.locator('main'))).width).toBe(main.width - 16);
    expect(await edge.getAttribute('aria-valuenow')).toBe(String(before.width + 16));
    await page.keyboard.press('Home');
    expect(await edge.getAttribute('aria-valuenow')).toBe(await edge.getAttribute('aria-valuemin'));
    const at = await boxOf(edge);
    await page.mouse.move(at.x + 4, 300);
    await page.mouse.down();
    await page.mouse.move(WIDE.width - 500, 320, { steps: 3 });
    await until(
      async () => (await boxOf(dialog)).width,
      (width) => width === 500,
    );
    await page.mouse.up();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await reader.trigger.click();
    await until(
      async () => (await boxOf(dialog)).width,
      (width) => width === 500,
    );
  });

  it('keeps the words that were being read in their place', async () => {
    const reader = await visit('/panel.html');
    const { page } = reader;
    await page.evaluate(() => document.querySelector('#compost')?.scrollIntoView());
    // What is above takes more lines beside the panel.
    await page.evaluate(() => {
      const long = document.createElement('p');
      long.textContent = 'Many words that fill some lines. '.repeat(60);
      document.querySelector('h1')?.after(long);
      document.querySelector('#compost')?.scrollIntoView();
      scrollBy(0, -180);
    });
    const before = await middleOf(page, 'Kitchen scraps');
    await reader.trigger.click();
    await page.getByRole('separator').waitFor();
    expect(Math.abs((await middleOf(page, 'Kitchen scraps')) - before)).toBeLessThan(30);
  });

  it('may stand where the lines begin', async () => {
    const reader = await visit('/start.html');
    await reader.trigger.click();
    const { page, dialog } = reader;
    await until(
      async () => (await boxOf(page.locator('main'))).x,
      (x) => x > 300,
    );
    const panel = await boxOf(dialog);
    expect(panel.x).toBe(0);
    expect((await boxOf(page.locator('main'))).x).toBeGreaterThanOrEqual(panel.right);
    await page.getByRole('separator').focus();
    await page.keyboard.press('ArrowRight');
    expect((await boxOf(dialog)).width).toBe(panel.width + 16);
  });

  it('stays open beside what it points at, and makes way where it would cover it', async () => {
    const reader = await visit('/panel.html');
    const { page, dialog } = reader;
    await reader.ask('When is the gate locked?');
    await reader.sources.first().click();
    await until(
      () => isMarked(page),
      (marked) => marked,
    );
    expect(await dialog.isVisible()).toBe(true);
    const middle = await middleOf(page, 'locked at nine');
    expect(middle).toBeGreaterThan(0);
    expect(middle).toBeLessThan(WIDE.height);
    // Escape closes what lies over it first.
    const card = page.locator('ask-page [part=source-card]');
    await page.locator('ask-page [part=citation]').first().focus();
    await card.waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'hidden' });
    expect(await dialog.isVisible()).toBe(true);
    // The way back changes the page beside it; the panel stays.
    await page.goBack();
    expect(await dialog.isVisible()).toBe(true);
    await page.setViewportSize(NARROW);
    await reader.sources.first().click();
    await dialog.waitFor({ state: 'hidden' });
  });
});

describe('inline', () => {
  it('stands in the flow, without button or overlay, and opens below its box', async () => {
    const reader = await visit('/inline.html');
    const { page } = reader;
    const frame = page.locator('ask-page [part=dialog]');
    expect(await reader.trigger.count()).toBe(0);
    expect(await page.locator('ask-page').evaluate((each) => getComputedStyle(each).display)).toBe(
      'block',
    );
    const heading = page.locator('h1');
    const closed = await boxOf(frame);
    expect((await boxOf(heading)).y).toBeGreaterThanOrEqual(closed.bottom);
    await reader.ask('When is the gate locked?');
    await shows(reader.answer, 'locked at nine');
    expect(await reader.events('ask-open')).toHaveLength(1);
    const open = await boxOf(frame);
    expect(open.y).toBe(closed.y);
    expect(open.height).toBeGreaterThan(closed.height + 100);
    // Nothing in it scrolls by itself: it moves with the page.
    expect(await frame.evaluate((each) => getComputedStyle(each).position)).toBe('static');
    expect((await boxOf(heading)).y).toBeGreaterThanOrEqual(open.bottom);

    await page.locator('ask-page [part=privacy-toggle]').focus();
    await page.keyboard.press('Escape');
    await until(
      async () => (await boxOf(frame)).height,
      (height) => height === closed.height,
    );
    expect(await focused(page)).toBe('input');
    await reader.told('ask-close');
  });

  it('does not open by passing through with the Tab key, but by a click, a letter, or its key', async () => {
    const reader = await visit('/inline.html');
    const { page } = reader;
    await reader.box.focus();
    for (let step = 0; step < 2; step++) await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('name');
    expect(await reader.status.count()).toBe(0);
    await reader.box.click();
    await reader.status.waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await reader.status.count()).toBe(0);
    await page.locator('h1').click();
    await page.keyboard.press('Control+k');
    expect(await focused(page)).toBe('input');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.locator('ask-page').evaluate((each) => (each as unknown as { open(): void }).open());
    expect(await focused(page)).toBe('input');
  });

  it('stays open when a source on its page is followed', async () => {
    const reader = await visit('/inline.html');
    await reader.ask('When is the gate locked?');
    const card = reader.page.locator('ask-page [part=source-card]');
    await reader.page.locator('ask-page [part=citation]').first().focus();
    await card.waitFor();
    await reader.page.evaluate(() => scrollBy(0, 40));
    await card.waitFor({ state: 'hidden' });
    await reader.sources.first().click();
    await until(
      () => isMarked(reader.page),
      (marked) => marked,
    );
    expect(await reader.events('ask-close')).toEqual([]);
    const middle = await middleOf(reader.page, 'locked at nine');
    expect(middle).toBeGreaterThan(0);
    expect(middle).toBeLessThan(WIDE.height);
  });
});
