import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { shows, until, useStage } from './harness.ts';
import { GARDEN, pageOf } from './site.ts';

const stage = useStage();

beforeEach(() => {
  stage.site.page('/plain.html', pageOf({ body: GARDEN }));
  stage.site.page('/key.html', pageOf({ body: GARDEN, attributes: 'hotkey="mod+k"' }));
});

/** What has the focus, also inside the element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active?.getAttribute('part') ?? active?.localName;
  });

describe('the dialog', () => {
  it('opens as a modal by the button, with the focus in the box', async () => {
    const reader = await stage.visit('/plain.html');
    await reader.trigger.click();
    await reader.dialog.waitFor();
    expect(await reader.dialog.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
    expect(await focused(reader.page)).toBe('input');
    expect((await reader.events()).map(({ type }) => type)).toEqual(['ask-open']);
  });

  it('closes by Esc and gives the focus back to the button', async () => {
    const reader = await stage.visit('/plain.html');
    await reader.trigger.click();
    await reader.page.keyboard.press('Escape');
    await reader.dialog.waitFor({ state: 'hidden' });
    expect(await focused(reader.page)).toBe('trigger');
    await reader.told('ask-close');
  });

  it('closes by a click beside it, not by one inside', async () => {
    const reader = await stage.visit('/plain.html');
    await reader.type('tomatoes');
    await reader.hits.first().waitFor();
    await reader.status.click();
    expect(await reader.dialog.isVisible()).toBe(true);
    await reader.page.mouse.click(5, 5);
    await reader.dialog.waitFor({ state: 'hidden' });
  });

  it('stays open when text is selected by dragging past its edge', async () => {
    const reader = await stage.visit('/plain.html');
    await reader.type('tomatoes');
    await reader.hits.first().waitFor();
    const box = await reader.status.boundingBox();
    await reader.page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 5);
    await reader.page.mouse.down();
    await reader.page.mouse.move(5, (box?.y ?? 0) + 5);
    await reader.page.mouse.up();
    expect(await reader.dialog.isVisible()).toBe(true);
  });

  it('fetches nothing but the page, its script and what its key needs before a reader shows intent', async () => {
    const reader = await stage.visit('/Guides/Testing.html');
    await reader.page.waitForLoadState('networkidle');
    const paths = reader.requests.map((url) => url.slice(stage.site.url.length));
    // The page's own icon is told sooner or later.
    expect(paths.filter((path) => path !== 'favicon.svg').sort()).toEqual([
      'Guides/Testing.html',
      // The page sets a `hotkey`.
      expect.stringMatching(/^askpage\/askpage-extras-[\w-]+\.js$/),
      'askpage/askpage.js',
      'style.css',
    ]);
    expect(reader.page.workers()).toEqual([]);
  });
});

describe('the hotkey', () => {
  it('opens the dialog where it is set', async () => {
    const reader = await stage.visit('/key.html');
    await reader.page.keyboard.press('Control+k');
    await reader.dialog.waitFor();
    expect(await focused(reader.page)).toBe('input');
  });

  it('is left to the page where none is set', async () => {
    const reader = await stage.visit('/plain.html');
    await reader.page.evaluate(() => {
      document.addEventListener('keydown', (event) => {
        document.body.dataset.prevented = String(event.defaultPrevented);
      });
    });
    await reader.page.keyboard.press('Control+k');
    expect(await reader.page.evaluate(() => document.body.dataset.prevented)).toBe('false');
    expect(await reader.dialog.isVisible()).toBe(false);
  });

  it('needs exactly its modifiers', async () => {
    const reader = await stage.visit('/key.html');
    for (const key of ['k', 'Control+Shift+k', 'Control+Alt+k']) {
      await reader.page.keyboard.press(key);
      expect(await reader.dialog.isVisible(), key).toBe(false);
    }
  });

  it.each([
    '<input id="field">',
    '<textarea id="field"></textarea>',
    '<p id="field" contenteditable>x</p>',
  ])('is not taken from someone who writes in %s', async (field) => {
    stage.site.page('/field.html', pageOf({ body: field + GARDEN, attributes: 'hotkey="mod+k"' }));
    const reader = await stage.visit('/field.html');
    await reader.page.locator('#field').click();
    await reader.page.keyboard.press('Control+k');
    expect(await reader.dialog.isVisible()).toBe(false);
    await reader.page.locator('h1').click();
    await reader.page.keyboard.press('Control+k');
    await reader.dialog.waitFor();
  });

  it('is not taken where the page has used it already', async () => {
    const reader = await stage.visit('/key.html');
    await reader.page.evaluate(() => {
      document.body.addEventListener('keydown', (event) => event.preventDefault());
    });
    await reader.page.keyboard.press('Control+k');
    expect(await reader.dialog.isVisible()).toBe(false);
  });

  it('with a bad value is none, with one warning that names it', async () => {
    stage.site.page('/bad.html', pageOf({ body: GARDEN, attributes: 'hotkey="hyper+k"' }));
    const reader = await stage.visit('/bad.html');
    await until(
      () => reader.console.length,
      (count) => count > 0,
    );
    expect(reader.console).toEqual([expect.stringContaining('hotkey="hyper+k"')]);
  });
});

describe('searching and asking', () => {
  it('shows pages as the reader types, and walks them with the arrow keys', async () => {
    const reader = await stage.visit('/plain.html');
    await reader.type('compost h');
    await shows(reader.hits.first(), 'Compost');
    await shows(reader.status, /^\d results?$/);
    await reader.page.keyboard.press('ArrowDown');
    expect(await focused(reader.page)).toBe('hit');
    await reader.page.keyboard.press('ArrowUp');
    expect(await focused(reader.page)).toBe('input');
    await reader.page.keyboard.press('ArrowUp');
    expect(await focused(reader.page)).toBe('input');
  });

  it('does not say that nothing is found before it has looked', async () => {
    const reader = await stage.visit('/plain.html');
    stage.site.fault(/askpage-retrieve-/, () => {});
    await reader.type('gate');
    await reader.page.waitForTimeout(300);
    expect(await reader.dialog.innerText()).not.toContain('No page has these words');
  });

  it('asks by Enter and shows a quote with numbered sources', async () => {
    const reader = await stage.visit('/plain.html');
    await reader.ask('When is the gate locked?');
    await shows(reader.answer, 'locked at nine in the evening');
    await shows(reader.sources.first(), /^1 .*The gate/);
    const cite = reader.page.locator('ask-page [part=citation]').first();
    expect(await cite.getAttribute('href')).toContain('#gate:~:text=');
    expect(await reader.sources.first().getAttribute('href')).toContain('#gate:~:text=');
    expect(await cite.getAttribute('aria-label')).toBe('Source 1: The garden handbook');
    expect((await reader.told('ask-answer')).kind).toBe('extractive');
  });

  it('says in its live region what is happening', async () => {
    const reader = await stage.visit('/plain.html');
    await reader.page.evaluate(() => {
      const said: string[] = [];
      Object.assign(globalThis, { said });
      const root = document.querySelector('ask-page')?.shadowRoot;
      if (!root) return;
      new MutationObserver(() => {
        const text = root.querySelector('[role=status]')?.textContent.trim();
        if (text && text !== said.at(-1)) said.push(text);
      }).observe(root, { childList: true, subtree: true, characterData: true });
    });
    await reader.ask('When is the gate locked?');
    await shows(reader.status, /^Answer ready, \d sources?$/);
    const said = await reader.page.evaluate(
      () => (globalThis as unknown as { said: string[] }).said,
    );
    expect(said).toContain('Finding the best passages');
    expect(said.at(-1)).toMatch(/^Answer ready/);
    await reader.ask('Which quantum chromodynamics lattice is simulated?');
    await shows(reader.status, 'No answer found');
    await shows(reader.answer, 'could not find an answer');
  });
});
