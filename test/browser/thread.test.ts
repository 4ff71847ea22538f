import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { useFakeEngine } from './fake-engine.ts';
import { refusedOn, shows, until, useStage, type Reader } from './harness.ts';
import { GARDEN, pageOf, STRICT_POLICY } from './site.ts';

const stage = useStage();

const GATE = 'When is the gate locked?';
const SCRAPS = 'Where do kitchen scraps go?';
const WATER = 'When do I water the tomatoes in the morning?';

beforeEach(() => {
  stage.site.headers['content-security-policy'] = STRICT_POLICY;
  const page = pageOf({ body: GARDEN }).replace(/<link[^>]*>/, '');
  stage.site.page('/garden.html', page);
});

const find = (reader: Reader, selector: string) => reader.page.locator(`ask-page ${selector}`);
const press = (reader: Reader, name: string) =>
  reader.page.getByRole('button', { name, exact: true }).first().click();

/** What of the element has the focus: its name or words. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const inner = document.querySelector('ask-page')?.shadowRoot?.activeElement;
    return inner?.ariaLabel ?? inner?.textContent.trim() ?? null;
  });

/** The questions below the current answer, from above. */
const earlier = (reader: Reader) => find(reader, '[part=exchange] > summary').allInnerTexts();

/** Keeps what an event of this type says, by name of its fields. */
const listen = (reader: Reader, type: string, fields: string[]) =>
  reader.page.evaluate(
    ([name, kept]) => {
      const told: unknown[] = [];
      Object.assign(globalThis, { [`told-${name}`]: told });
      document.addEventListener(name, (event) => {
        const all = event as unknown as Record<string, unknown>;
        const target = (event.target as Element).localName;
        told.push({ target, ...Object.fromEntries(kept.map((field) => [field, all[field]])) });
      });
    },
    [type, fields] as const,
  );
const heard = (reader: Reader, type: string) =>
  reader.page.evaluate(
    (name) => (globalThis as unknown as Record<string, unknown[]>)[`told-${name}`] ?? [],
    type,
  );

/** Chromium gives a page no clipboard without a permission. */
async function visit({ canCopy = false } = {}): Promise<Reader> {
  const context = await stage.browser.newContext();
  if (canCopy) await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  return stage.visit('/garden.html', { context });
}

describe('a thread', () => {
  it('has the question above its answer, and earlier ones below, each of which opens', async () => {
    const reader = await visit();
    await reader.ask(GATE);
    await shows(find(reader, 'h2[part=question]'), GATE);
    expect(await earlier(reader)).toEqual([]);
    await reader.ask(SCRAPS);
    await reader.ask(WATER);
    await shows(find(reader, 'h2[part=question]'), WATER);
    expect(await earlier(reader)).toEqual([SCRAPS, GATE]);
    expect(await reader.answer.count()).toBe(1);
    const line = find(reader, '[part=exchange] > summary').last();
    await line.focus();
    await reader.page.keyboard.press('Enter');
    const opened = find(reader, '[part=exchange][open]');
    await shows(opened, 'The gate is locked at nine in the evening.');
    expect(await opened.locator('[part=source]').first().getAttribute('href')).toContain('#gate');
    // It stays open, and the line has the focus still.
    expect(await focused(reader.page)).toBe(GATE);
    await reader.page.keyboard.press('Enter');
    await until(
      () => opened.count(),
      (count) => count === 0,
    );
  });

  it('loses what came after an edited question, which can be kept before it is asked', async () => {
    const reader = await visit();
    for (const question of [GATE, SCRAPS, WATER]) await reader.ask(question);
    await find(reader, '[part=exchange] > summary').first().click();
    await find(reader, '[part=exchange]')
      .getByRole('button', { name: 'Edit the question' })
      .click();
    expect(await reader.box.inputValue()).toBe(SCRAPS);
    expect(await focused(reader.page)).toBe('Your question');
    await shows(reader.dialog, `takes the place of “${SCRAPS}”`);
    await press(reader, 'Keep it');
    await shows(reader.answer, 'Water the tomatoes early in the morning');
    expect(await reader.box.inputValue()).toBe(WATER);
    expect(await focused(reader.page)).toBe('Your question');
    await find(reader, '[part=exchange]')
      .getByRole('button', { name: 'Edit the question' })
      .click();
    await reader.ask('Are bones allowed on the compost heap?');
    await shows(reader.answer.first(), 'Meat and bones are not allowed');
    expect(await earlier(reader)).toEqual([GATE]);
    // Asked once more, a question takes the place of itself.
    await reader.ask('Are bones allowed on the compost heap?');
    expect(await earlier(reader)).toEqual([GATE]);
  });

  it('is cleared by its button and by the method, and the box is ready for more', async () => {
    const reader = await visit();
    await reader.ask(GATE);
    await reader.ask(SCRAPS);
    await press(reader, 'Clear the thread');
    await shows(find(reader, '.remark'), 'The thread is cleared.');
    expect(await find(reader, ':is([part=exchange], [part=answer], [part=question])').count()).toBe(
      0,
    );
    expect(await reader.box.inputValue()).toBe('');
    expect(await focused(reader.page)).toBe('Your question');
    await reader.ask(WATER);
    expect(await earlier(reader)).toEqual([]);
    await reader.page.evaluate(() =>
      document.querySelector<HTMLElement & { clear(): void }>('ask-page')?.clear(),
    );
    await until(
      () => find(reader, '[part=question]').count(),
      (count) => count === 0,
    );
  });

  it('is read out: that an answer is ready, once', async () => {
    const reader = await visit();
    await reader.type('gate');
    await reader.hits.first().waitFor();
    await reader.page.evaluate(() => {
      const line = document.querySelector('ask-page')?.shadowRoot?.querySelector('[role=status]');
      const said: string[] = [];
      Object.assign(globalThis, { said });
      if (!line) return;
      new MutationObserver(() => said.push(line.textContent)).observe(line, {
        ...{ childList: true, subtree: true, characterData: true },
      });
    });
    await reader.ask(GATE);
    await press(reader, 'This helped');
    await shows(find(reader, '.remark'), 'Thank you.');
    await until(
      () => find(reader, '.remark').innerText(),
      (text) => text === '',
    );
    const said = await reader.page.evaluate(
      () => (globalThis as unknown as { said: string[] }).said,
    );
    expect(said.filter((text) => /^Answer ready, \d sources?$/.test(text))).toHaveLength(1);
    expect(said.at(-1)).toMatch(/^Answer ready/);
  });
});

describe('an answer', () => {
  it('is copied as Markdown, and its question as an address', async () => {
    const reader = await visit({ canCopy: true });
    await listen(reader, 'ask-copy', ['kind']);
    await reader.page.evaluate(useFakeEngine, {
      pieces: ['The gate is locked at **nine** in the evening [1]. Its key hangs in the shed.'],
    });
    await reader.ask(GATE);
    await press(reader, 'Copy the answer');
    await shows(find(reader, '.remark'), 'Copied');
    const read = () => reader.page.evaluate(() => navigator.clipboard.readText());
    const text = await read();
    expect(text).toMatch(/^## When is the gate locked\?\n\nThe gate is locked at \*\*nine\*\*/);
    expect(text).toContain('*Written by Fake 1B (models.test). Check it against the sources.*');
    const source = `[The garden handbook › The gate](${stage.site.url}garden.html#gate:~:text=`;
    expect(text).toContain(`\nSources:\n\n- [1] ${source}`);
    await press(reader, 'Copy a link to this question');
    await until(
      read,
      (link) => link === `${stage.site.url}garden.html#ask=When%20is%20the%20gate%20locked%3F`,
    );
    expect(await heard(reader, 'ask-copy')).toEqual([
      { target: 'ask-page', kind: 'answer' },
      { target: 'ask-page', kind: 'link' },
    ]);
    expect(await refusedOn(reader.page)).toEqual([]);
  });

  it('stands selected where the browser copies nothing', async () => {
    const reader = await visit();
    await reader.page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', { value: undefined }),
    );
    await reader.ask(GATE);
    await press(reader, 'Copy the answer');
    await shows(find(reader, '.remark'), 'The text is selected: copy it by hand.');
    const area = find(reader, 'textarea');
    await until(
      () => focused(reader.page),
      (name) => name === 'Text to copy',
    );
    const chosen = await area.evaluate((text: HTMLTextAreaElement) =>
      text.value.slice(text.selectionStart, text.selectionEnd),
    );
    expect(chosen).toMatch(
      /^## When is the gate locked\?\n\n\*\*The gate\*\*\n\nThe gate is locked/,
    );
    await press(reader, 'Done');
    expect(await area.count()).toBe(0);
    expect(await focused(reader.page)).toBe('Your question');
  });

  it('is judged: the site hears it, with reasons, and nothing is sent', async () => {
    const reader = await visit();
    await listen(reader, 'ask-feedback', ['question', 'feedback']);
    await reader.ask(GATE);
    const before = reader.requests.length;
    const [up, down] = ['This helped', 'This did not help'].map((name) =>
      reader.page.getByRole('button', { name, exact: true }),
    );
    await up?.click();
    await shows(find(reader, '.remark'), 'Thank you.');
    expect(await up?.getAttribute('aria-pressed')).toBe('true');
    await down?.click();
    expect(await up?.getAttribute('aria-pressed')).toBe('false');
    await press(reader, 'Something is missing');
    await press(reader, 'It is wrong');
    await press(reader, 'It is wrong');
    await reader.page.getByRole('textbox', { name: 'In your own words' }).fill(' Which gate? ');
    await press(reader, 'Tell the site');
    expect(await focused(reader.page)).toBe('This did not help');
    expect(await find(reader, '[part=feedback]').count()).toBe(0);
    await down?.click();
    await shows(find(reader, '.remark'), 'Your judgement is taken back.');
    const none = { reasons: [], comment: '' };
    const told = [
      { rating: 'up', ...none },
      { rating: 'down', ...none },
      { rating: 'down', reasons: ['incomplete'], comment: 'Which gate?' },
      { rating: 'none', ...none },
    ];
    expect(await heard(reader, 'ask-feedback')).toEqual(
      told.map((feedback) => ({ target: 'ask-page', question: GATE, feedback })),
    );
    // The search model may still be on its way.
    const sent = reader.requests.slice(before);
    expect(sent.filter((url) => !/\/askpage\/[^?#]+$/.test(url))).toEqual([]);
    expect(await refusedOn(reader.page)).toEqual([]);
  });

  it('leaves the focus in the box where the button that had it goes', async () => {
    const reader = await visit();
    await reader.page.evaluate(useFakeEngine, { pieces: ['The gate is locked'], thenWaits: true });
    await reader.type(GATE);
    await reader.page.keyboard.press('Enter');
    await shows(find(reader, '.generated'), 'The gate is locked');
    const stop = reader.page.getByRole('button', { name: 'Stop' });
    await stop.focus();
    await reader.page.keyboard.press('Enter');
    await reader.told('ask-done');
    await until(
      () => stop.count(),
      (count) => count === 0,
    );
    expect(await focused(reader.page)).toBe('Your question');
    await reader.page.getByRole('button', { name: 'Write it again' }).focus();
    await reader.page.keyboard.press('Enter');
    await shows(reader.status, 'Fake 1B is writing');
    expect(await focused(reader.page)).toBe('Your question');
  });
});

it('tells its site where a question stands, what is stopped, and how far a model is', async () => {
  const reader = await visit();
  await listen(reader, 'ask-state', ['state']);
  await listen(reader, 'ask-question', ['question']);
  await listen(reader, 'ask-stop', ['question']);
  await listen(reader, 'ask-model-progress', ['model', 'progress']);
  await reader.page.evaluate(useFakeEngine, { pieces: ['The gate is locked'], thenWaits: true });
  await reader.type(GATE);
  await reader.page.keyboard.press('Enter');
  await shows(find(reader, '.generated'), 'The gate is locked');
  await reader.page.keyboard.press('Escape');
  await reader.told('ask-done');
  const states = (await heard(reader, 'ask-state')) as { state: string }[];
  expect(states.map(({ state }) => state)).toEqual([
    ...['preparing', 'retrieving', 'answering', 'done'],
  ]);
  expect(await heard(reader, 'ask-question')).toEqual([{ target: 'ask-page', question: GATE }]);
  expect(await heard(reader, 'ask-stop')).toEqual([{ target: 'ask-page', question: GATE }]);
  const [progress] = (await heard(reader, 'ask-model-progress')) as { model: string }[];
  expect(progress).toMatchObject({ model: 'Fake 1B', progress: { fraction: 0 } });
});

it('lets its site follow sources in its own way', async () => {
  const reader = await visit();
  await listen(reader, 'ask-source-click', ['source', 'title', 'href']);
  await listen(reader, 'ask-link-click', ['text', 'href']);
  await reader.page.evaluate(() => {
    for (const type of ['ask-source-click', 'ask-link-click'])
      document.addEventListener(type, (event) => event.preventDefault());
  });
  await reader.ask(GATE);
  const { url } = stage.site;
  await find(reader, '[part=citation]').first().click();
  await reader.dialog.waitFor({ state: 'hidden' });
  expect(reader.page.url()).toBe(`${url}garden.html`);
  const told = { target: 'ask-page', source: 1, title: 'The garden handbook › The gate' };
  expect(await heard(reader, 'ask-source-click')).toMatchObject([told]);
  const [{ href }] = (await heard(reader, 'ask-source-click')) as [{ href: string }];
  expect(href).toMatch(/garden\.html#gate:~:text=/);
  // A result is no source; opened in a tab of its own it is told as well.
  await reader.type('compost');
  await reader.hits.first().waitFor();
  await reader.hits.first().click({ modifiers: ['ControlOrMeta'] });
  const [link, ...more] = (await heard(reader, 'ask-link-click')) as { text: string }[];
  expect(link?.text).toContain('Compost');
  expect(more).toEqual([]);
  expect(reader.context.pages()).toHaveLength(1);
  expect(reader.page.url()).toBe(`${url}garden.html`);
});
