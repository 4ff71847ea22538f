import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { shows, until, useStage, type Reader } from './harness.ts';
import { GARDEN, INDEX, pageOf, STRICT_POLICY } from './site.ts';

const stage = useStage();

const SUGGESTIONS = ['When is the gate locked?', 'Where does meat go?'];

beforeEach(() => {
  stage.site.page('/demo.html', pageOf({ body: GARDEN, attributes: INDEX }));
  const attributes = `suggestions=" ${SUGGESTIONS.join(' | ')} |"`;
  const head = '<meta name="date" content="2024-05-12"><meta name="version" content="5.1">';
  stage.site.page('/garden.html', pageOf({ body: GARDEN, attributes, head }));
});

/** The words of what has the focus; of the box its name. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement?.shadowRoot?.activeElement;
    if (!(active instanceof HTMLElement)) return 'nothing';
    if (active.matches('input')) return 'the box';
    return (active.querySelector('.name') ?? active).textContent.trim();
  });

const inBox = (reader: Reader) => reader.box.inputValue();
const press = (reader: Reader, keys: string) => reader.page.keyboard.press(keys);

/** Six places on several pages of the demo. */
async function searchDemo(): Promise<Reader> {
  const reader = await stage.visit('/demo.html');
  await reader.type('logger');
  await shows(reader.status, '6 results');
  return reader;
}

describe('results', () => {
  it('stand below the title of their page, with the words that were looked for marked', async () => {
    const reader = await stage.visit('/garden.html');
    await reader.type('green tomatoes meat bon');
    await shows(reader.hits.first(), 'Meat and bones');
    const region = reader.page.getByRole('region', { name: 'Pages' });
    expect(await region.getByText('The garden handbook', { exact: true }).count()).toBe(1);
    const compost = region.getByRole('link', { name: /^The garden handbook › Compost / });
    expect(await compost.locator('mark').allTextContents()).toEqual(['Meat', 'bon']);
    expect(await compost.getAttribute('href')).toContain('#compost:~:text=Meat%20and%20bones');
    const watering = region.getByRole('link', { name: /› Watering / });
    expect(await watering.locator('mark').allTextContents()).toEqual(['tomatoes', 'green']);
  });

  it('change in place as one types on: the list is never empty in between', async () => {
    const reader = await searchDemo();
    await reader.page.evaluate(() => {
      const root = document.querySelector('ask-page')?.shadowRoot;
      const list = root?.querySelector('.hits');
      if (!root || !list) return;
      const scope = globalThis as unknown as { fewest: number };
      scope.fewest = Infinity;
      new MutationObserver(() => {
        const rows = list.isConnected ? root.querySelectorAll('[part=hit]').length : 0;
        scope.fewest = Math.min(scope.fewest, rows);
      }).observe(root, { childList: true, subtree: true, characterData: true });
    });
    await reader.page.keyboard.type(' stream redact', { delay: 40 });
    await shows(reader.hits.first(), /redact/i);
    const fewest = await reader.page.evaluate(
      () => (globalThis as unknown as { fewest: number }).fewest,
    );
    expect(fewest).toBe(6);
  });

  it('that come late leave the choice where it was, or give it back to the box', async () => {
    const reader = await searchDemo();
    await press(reader, 'ArrowDown');
    await press(reader, 'ArrowDown');
    const chosen = await focused(reader.page);
    /** As if it had been typed before the arrow keys, and found only now. */
    const typeLate = (text: string) =>
      reader.box.evaluate((box, value) => {
        (box as HTMLInputElement).value = value;
        box.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }, text);
    await typeLate(`logger ${chosen}`);
    await shows(reader.hits.first(), chosen);
    expect(await focused(reader.page)).toBe(chosen);
    await typeLate('zebrafinch');
    await reader.hits.first().waitFor({ state: 'hidden' });
    expect(await focused(reader.page)).toBe('the box');
  });
});

describe('keys', () => {
  it('go through the rows and back to the box, and no pointer takes the choice away', async () => {
    const reader = await searchDemo();
    const names = await reader.hits.locator('.name').allTextContents();
    expect(names).toHaveLength(6);
    const steps = [
      ['ArrowDown', names[0]],
      ['ArrowDown', names[1]],
      ['ArrowUp', names[0]],
      ['PageDown', names[5]],
      ['ArrowDown', names[5]],
      ['PageUp', names[0]],
      ['End', names[5]],
      ['Home', 'the box'],
      ['PageDown', names[4]],
    ] as const;
    for (const [key, name] of steps) {
      await press(reader, key);
      expect(await focused(reader.page), key).toBe(name);
    }
    await reader.hits.nth(1).hover();
    expect(await focused(reader.page)).toBe(names[4]);
    const href = (await reader.hits.nth(4).getAttribute('href')) ?? '';
    await press(reader, 'Enter');
    await reader.page.waitForURL((url) => url.href === href);
  });

  it('that write go on in the box, and Home, End and Shift belong to its text', async () => {
    const reader = await searchDemo();
    await press(reader, 'ArrowDown');
    await reader.page.keyboard.type('s stre');
    expect([await focused(reader.page), await inBox(reader)]).toEqual(['the box', 'loggers stre']);
    await press(reader, 'Home');
    await press(reader, 'Shift+ArrowDown');
    expect(await focused(reader.page)).toBe('the box');
    await shows(reader.hits.first(), 'stre');
    await press(reader, 'ArrowDown');
    await press(reader, 'Backspace');
    expect([await focused(reader.page), await inBox(reader)]).toEqual(['the box', 'loggers str']);
  });

  it('ask: Enter in the box, Ctrl+Enter on a row, a click on the first row', async () => {
    const reader = await stage.visit('/garden.html');
    await reader.type('gate locked');
    await shows(reader.hits.first(), 'The gate');
    const first = reader.page.getByRole('button', { name: 'Ask: gate locked' });
    await first.waitFor();
    await press(reader, 'Enter');
    await reader.told('ask-done', 1);
    expect(await first.count()).toBe(0);

    await reader.type('meat and bones');
    await shows(reader.hits.first(), 'Compost');
    await press(reader, 'ArrowDown');
    await press(reader, 'Control+Enter');
    expect((await reader.told('ask-done', 2)).question).toBe('meat and bones');
    expect(await focused(reader.page)).toBe('the box');
    expect(await reader.dialog.isVisible()).toBe(true);

    await reader.type('oil the blades');
    await reader.page.getByRole('button', { name: 'Ask: oil the blades' }).click();
    expect((await reader.told('ask-done', 3)).question).toBe('oil the blades');
    expect(await focused(reader.page)).toBe('the box');
  });

  it('are named in the last line, as they are where the focus is', async () => {
    const reader = await searchDemo();
    const keys = reader.page.locator('ask-page .keys');
    await shows(keys, /^↑↓ choose ↵ ask Esc close$/);
    await press(reader, 'ArrowDown');
    await shows(keys, /^↵ open Ctrl↵ ask Esc close$/);
  });
});

describe('before anything is typed', () => {
  it('the owner’s questions stand there, and are asked only when one is chosen', async () => {
    const reader = await stage.visit('/garden.html');
    await reader.trigger.click();
    const region = reader.page.getByRole('region', { name: 'You could ask' });
    await region.waitFor();
    expect(await region.getByRole('button').allInnerTexts()).toEqual(SUGGESTIONS);
    await press(reader, 'ArrowDown');
    expect(await focused(reader.page)).toBe(SUGGESTIONS[0]);
    await reader.page.keyboard.type('gate');
    expect(await inBox(reader)).toBe('gate');
    await shows(reader.hits.first(), 'The gate');
    await reader.box.fill('');
    await region.waitFor();
    expect(await reader.events('ask-done')).toEqual([]);

    await press(reader, 'End');
    await press(reader, 'ArrowDown');
    await press(reader, 'ArrowDown');
    await press(reader, 'Enter');
    expect((await reader.told('ask-done')).question).toBe(SUGGESTIONS[1]);
    expect([await focused(reader.page), await inBox(reader)]).toEqual(['the box', SUGGESTIONS[1]]);
    await shows(reader.answer, 'Meat and bones are not allowed');
  });

  it('headings stand there where the owner says nothing, and nothing where the list is empty', async () => {
    stage.site.page('/plain.html', pageOf({ body: GARDEN }));
    const reader = await stage.visit('/plain.html');
    await reader.trigger.click();
    const region = reader.page.getByRole('region', { name: 'You could ask' });
    const shown = () => region.getByRole('button').allInnerTexts();
    await until(shown, (names) => names.includes('Watering'));
    expect((await shown()).length).toBeLessThan(6);
    const set = (suggestions: string[]) =>
      reader.page.evaluate((list) => {
        const element = document.querySelector('ask-page') as unknown as { suggestions: string[] };
        element.suggestions = list;
      }, suggestions);
    await set(['Which | can?', 'Which | can?', '']);
    await until(shown, (names) => names.join() === 'Which | can?');
    await set([]);
    await region.waitFor({ state: 'detached' });
    expect(await reader.events('ask-done')).toEqual([]);
  });
});

describe('with a history', () => {
  const GATE = 'When is the gate locked?';

  it('what was asked before stands first, and can be forgotten', async () => {
    stage.site.page('/kept.html', pageOf({ body: GARDEN, attributes: 'history suggestions=""' }));
    const first = await stage.visit('/kept.html');
    await first.ask(GATE);
    await first.page.evaluate(() => {
      (document.querySelector('ask-page') as unknown as { clear(): void }).clear();
    });
    await first.page.close();
    const reader = await stage.visit('/kept.html', { context: first.context });
    await reader.trigger.click();
    const region = reader.page.getByRole('region', { name: 'Asked before' });
    const again = region.getByRole('button', { name: GATE });
    await again.waitFor();
    await press(reader, 'ArrowDown');
    await press(reader, 'Enter');
    await shows(reader.answer, 'locked at nine');

    await reader.page.evaluate(() => {
      (document.querySelector('ask-page') as unknown as { clear(): void }).clear();
    });
    await reader.box.fill('');
    await region.getByRole('button', { name: 'Clear' }).click();
    await region.waitFor({ state: 'detached' });
    expect(await focused(reader.page)).toBe('the box');
    await reader.open('/kept.html');
    await reader.trigger.click();
    await shows(reader.page.locator('ask-page [part=body]'), 'Type to search');
  });
});

describe('after an answer', () => {
  it('what stands beside it and in no source can be asked next', async () => {
    const reader = await stage.visit('/garden.html');
    await reader.ask('When is the gate locked?');
    const region = reader.page.getByRole('region', { name: 'Ask next' });
    await region.waitFor();
    const names = await region.getByRole('button').allInnerTexts();
    expect(names).toContain('Tools');
    const sources = await reader.sources.locator('.name').allInnerTexts();
    expect(names.filter((name) => sources.includes(name))).toEqual([]);
    await region.getByRole('button', { name: 'Tools' }).click();
    expect((await reader.told('ask-done', 2)).question).toBe('Tools');
    expect([await focused(reader.page), await inBox(reader)]).toEqual(['the box', 'Tools']);
    await shows(reader.answer, 'Clean spades');
  });
});

describe('sources', () => {
  it('tell date and version, and the sentence that is cited when they have the focus', async () => {
    stage.site.headers['content-security-policy'] = STRICT_POLICY;
    const reader = await stage.visit('/garden.html');
    await reader.ask('When is the gate locked?');
    await shows(reader.sources.first(), /The gate Version 5\.1 · May 12, 2024$/);
    await press(reader, 'ArrowDown');
    expect(await focused(reader.page)).toBe('The gate');
    const card = reader.page.locator('ask-page [part=source-card]');
    await card.waitFor();
    await shows(
      card,
      /The garden handbook › The gate.*The gate is locked at nine in the evening\./,
    );
    expect(await card.evaluate((element) => element.matches(':popover-open'))).toBe(true);
    await press(reader, 'ArrowUp');
    await card.waitFor({ state: 'hidden' });
  });
});
