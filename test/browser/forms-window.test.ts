import { beforeEach, describe, expect, it } from 'vitest';
import { useFakeEngine } from './fake-engine.ts';
import { boxOf, layOutForms, overflow, PHONE, sized } from './forms.ts';
import { shows, until, useStage } from './harness.ts';

const stage = useStage();

beforeEach(() => layOutForms(stage));

const visit = async (path: string, size?: { width: number; height: number }) =>
  sized(await stage.visit(path), size);

describe('on a phone', () => {
  it.each(['/dialog.html', '/panel.html'])('%s is a sheet from below', async (path) => {
    const reader = await visit(path, PHONE);
    const { page, dialog } = reader;
    await reader.type('gate');
    await reader.hits.first().waitFor();
    const sheet = await boxOf(dialog);
    expect(sheet).toMatchObject({ x: 0, y: 24, right: PHONE.width, bottom: PHONE.height });
    const radius = await dialog.evaluate((each) => getComputedStyle(each).borderTopLeftRadius);
    expect(radius).toBe('16px');
    expect(await overflow(page)).toBe(0);
  });

  it('the sheet stands above the keyboard on the screen, with its box in view', async () => {
    const reader = await visit('/dialog.html', PHONE);
    const { page, dialog } = reader;
    await reader.trigger.click();
    // What a browser tells when a keyboard covers the lower 300 pixels, and the page has moved by 40.
    await page.evaluate(() => {
      const view = visualViewport as VisualViewport;
      Object.defineProperty(view, 'height', { value: innerHeight - 300, configurable: true });
      Object.defineProperty(view, 'offsetTop', { value: 40, configurable: true });
      view.dispatchEvent(new Event('resize'));
    });
    const [seenTop, seenBottom] = [40, PHONE.height - 260];
    await until(
      async () => (await boxOf(dialog)).bottom,
      (bottom) => bottom === seenBottom,
    );
    const box = await boxOf(reader.box);
    expect(box.y).toBeGreaterThanOrEqual(seenTop);
    expect(box.bottom).toBeLessThanOrEqual(seenBottom);
    // Two fingers that zoom in leave it alone.
    await page.evaluate(() => {
      const view = visualViewport as VisualViewport;
      Object.defineProperty(view, 'scale', { value: 2, configurable: true });
      view.dispatchEvent(new Event('resize'));
    });
    await until(
      async () => (await boxOf(dialog)).bottom,
      (bottom) => bottom === PHONE.height,
    );
  });
});

describe.each(['/dialog.html', '/panel.html', '/inline.html'])(
  'at a zoom of 400 %%, %s',
  (path) => {
    it('fits, and all of it can be reached', async () => {
      const reader = await visit(path, { width: 320, height: 256 });
      const { page } = reader;
      await reader.ask('When is the gate locked?');
      await shows(reader.answer, 'locked at nine');
      expect(await overflow(page)).toBe(0);
      for (const name of ['Answered on this device. Nothing is sent.', 'Close']) {
        const button = page.getByRole('button', { name });
        await button.scrollIntoViewIfNeeded();
        const { y, bottom } = await boxOf(button);
        expect(y, name).toBeGreaterThanOrEqual(0);
        expect(bottom, name).toBeLessThanOrEqual(256);
      }
    });

    it('what is being written stops when it is closed', async () => {
      const reader = await visit(path);
      const { page } = reader;
      const pieces = ['The gate is locked at nine [1].'];
      await page.evaluate(useFakeEngine, { pieces, thenWaits: true });
      await reader.type('When is the gate locked?');
      await page.keyboard.press('Enter');
      await shows(reader.status, 'Fake 1B is writing');
      await page.keyboard.press('Escape');
      await reader.told('ask-close');
      await until(
        () => page.evaluate(() => (globalThis as unknown as { fakeCalls: string[] }).fakeCalls),
        (calls) => calls.includes('freed'),
      );
      expect(await reader.status.count()).toBe(0);
    });
  },
);

describe('the form', () => {
  it('falls back to the dialog where it is none, with one warning that names it', async () => {
    const reader = await visit('/bad.html');
    await reader.trigger.click();
    expect(await reader.dialog.evaluate((each) => each.matches(':modal'))).toBe(true);
    await reader.status.waitFor({ state: 'attached' });
    await reader.page.keyboard.press('Escape');
    await reader.trigger.click();
    await shows(reader.dialog, 'You could ask');
    expect(reader.console).toEqual([expect.stringContaining('mode="drawer"')]);
  });

  it('can be changed while it is open: what was asked stays', async () => {
    const reader = await visit('/dialog.html');
    const { page, dialog } = reader;
    const change = (mode: string) =>
      page.locator('ask-page').evaluate((each, value) => each.setAttribute('mode', value), mode);
    const isModal = () => dialog.evaluate((each) => each.matches(':modal'));
    await reader.ask('When is the gate locked?');
    await shows(reader.answer, 'locked at nine');
    await change('panel');
    await until(isModal, (modal) => !modal);
    await page.getByRole('separator').waitFor();
    await shows(reader.answer, 'locked at nine');
    await change('inline');
    await dialog.waitFor({ state: 'detached' });
    await shows(reader.answer, 'locked at nine');
    expect(await page.evaluate(() => document.documentElement.style.paddingRight)).toBe('');
    await change('dialog');
    await dialog.waitFor();
    expect(await isModal()).toBe(true);
    await shows(reader.answer, 'locked at nine');
    expect(await reader.events('ask-close')).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('of a dialog closes when the reader goes back: the page below it is another one', async () => {
    const reader = await visit('/dialog.html');
    await reader.page.evaluate(() => history.pushState(null, '', '/other.html'));
    await reader.trigger.click();
    await reader.page.goBack();
    await reader.dialog.waitFor({ state: 'hidden' });
    await reader.told('ask-close');
    // Opened at once after closing, it is not closed by the news of that.
    await reader.trigger.click();
    await reader.page.locator('ask-page').evaluate((each) => {
      const element = each as unknown as { open(): void; close(): void };
      element.close();
      element.open();
    });
    await reader.page.waitForTimeout(100);
    expect(await reader.dialog.isVisible()).toBe(true);
    expect(await reader.events('ask-close')).toHaveLength(2);
  });

  it('is opened with an empty live region, into which the news come', async () => {
    const reader = await visit('/dialog.html');
    await reader.ask('When is the gate locked?');
    await shows(reader.status, 'Answer ready');
    await reader.page.keyboard.press('Escape');
    await reader.dialog.waitFor({ state: 'hidden' });
    await reader.page.evaluate(() => {
      const said: string[] = [];
      Object.assign(globalThis, { said });
      const root = document.querySelector('ask-page')?.shadowRoot;
      new MutationObserver(() => {
        const region = root?.querySelector('[role=status]');
        if (region) said.push(region.textContent.trim());
      }).observe(root as ShadowRoot, { childList: true, subtree: true, characterData: true });
    });
    await reader.trigger.click();
    await shows(reader.status, 'Answer ready');
    const said = () =>
      reader.page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
    expect((await said())[0]).toBe('');
    expect((await said()).at(-1)).toMatch(/^Answer ready/);
  });
});
