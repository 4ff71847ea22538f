import type { Frame, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { isRead } from './embedding.ts';
import { shows, until, useStage, type Reader } from './harness.ts';
import { GARDEN, INDEX, pageOf } from './site.ts';

const stage = useStage();

const FASTIFY = 'How do I set a custom error handler?';

describe('in a frame that may only run scripts', () => {
  /** Opens a page with a widget of its own around a sandboxed frame, and finds the widget in there. */
  async function visit(source: string): Promise<{ reader: Reader; frame: Frame }> {
    // Such a frame has no origin, so that every file counts as foreign to it.
    stage.site.headers['access-control-allow-origin'] = '*';
    const body = `<iframe sandbox="allow-scripts" ${source} width="900" height="600"></iframe>`;
    stage.site.page('/outer.html', pageOf({ body }));
    const reader = await stage.visit('/outer.html');
    const found = await until(
      () => reader.page.frames()[1],
      (each) => each !== undefined,
    );
    if (!found) throw new Error('The frame is not there.');
    await found.locator('[part=trigger]').waitFor();
    return { reader, frame: found };
  }

  const storage = (frame: Frame) =>
    frame.evaluate(() => {
      try {
        return typeof localStorage;
      } catch (error) {
        return (error as Error).name;
      }
    });

  async function ask(frame: Frame, page: Page, question: string): Promise<void> {
    if (!(await frame.locator('dialog').isVisible())) {
      await frame.locator('[part=trigger]').click();
    }
    await frame.locator('[part=input]').fill('');
    await page.keyboard.type(question);
    await page.keyboard.press('Enter');
  }

  it('answers from the index by meaning, and by Enter', async () => {
    stage.site.page('/inner.html', pageOf({ body: GARDEN, attributes: INDEX }));
    const { reader, frame } = await visit('src="/inner.html"');
    expect(await storage(frame)).toBe('SecurityError');
    await ask(frame, reader.page, FASTIFY);
    const answer = frame.locator('[part=answer]').first();
    await shows(answer, 'setErrorHandler');
    expect(await answer.innerText()).not.toContain('found by its words');
    expect(reader.page.workers().map((worker) => worker.url().slice(0, 5))).toEqual(['blob:']);
    // What is stored, and what was fetched, can be looked at where nothing may be stored.
    await frame.locator('[part=models-toggle]').click();
    await shows(frame.locator('[part=models]'), /model/i);
    await frame.locator('[part=privacy-toggle]').click();
    await shows(frame.locator('[part=privacy]'), '127.0.0.1');
    expect(await frame.locator('[role=alert]').count()).toBe(0);
    expect(reader.errors).toEqual([]);
  });

  it('reads its page and answers by the full model, though nothing is kept', async () => {
    stage.site.page('/inner.html', pageOf({ body: GARDEN }));
    const { reader, frame } = await visit('src="/inner.html"');
    await ask(frame, reader.page, 'gate');
    await isRead({ page: frame });
    await ask(frame, reader.page, 'When do they close the door?');
    const answer = frame.locator('[part=answer]').first();
    await shows(answer, 'locked at nine');
    expect(await answer.innerText()).not.toContain('found by its words');
    expect(await frame.locator('.notices:not(:empty)').count()).toBe(0);
    await frame.locator('[part=source]').first().click();
    await until(() => frame.evaluate(() => CSS.highlights.has('askpage')), Boolean);
    expect(reader.errors).toEqual([]);
  });

  it('works in a frame whose page is written into it', async () => {
    const inner = pageOf({ body: GARDEN, attributes: 'assets="/askpage"' });
    const { reader, frame } = await visit(`srcdoc="${inner.replaceAll('"', '&quot;')}"`);
    await ask(frame, reader.page, 'When is the gate locked?');
    await shows(frame.locator('[part=answer]'), 'locked at nine');
    await frame.locator('[part=source]').first().click();
    await until(() => frame.evaluate(() => CSS.highlights.has('askpage')), Boolean);
    expect(await frame.evaluate(() => location.href)).toBe('about:srcdoc');
    expect(reader.errors).toEqual([]);
  });
});

describe('inside another shadow root', () => {
  beforeEach(() => {
    const widget = `<div id="host"></div>
      <script type="module" src="/askpage/askpage.js"></script>
      <script>
        document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML =
          '<p>Footer of the site</p><ask-page hotkey="mod+k"></ask-page>';
      </script>`;
    const head = '<style>h2 { margin-top: 2000px } p { display: block }</style>';
    stage.site.page('/shadow.html', pageOf({ body: GARDEN, widget, head }));
  });

  const focused = ({ page }: Reader) =>
    page.evaluate(() => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return active?.getAttribute('part');
    });

  it('opens by its key and by its button, and gives the focus back', async () => {
    const reader = await stage.visit('/shadow.html');
    await reader.page.keyboard.press('Control+k');
    await reader.dialog.waitFor();
    expect(await focused(reader)).toBe('input');
    await reader.page.keyboard.press('Escape');
    await reader.dialog.waitFor({ state: 'hidden' });
    await reader.trigger.click();
    expect(await reader.dialog.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
    await reader.page.keyboard.press('Escape');
    await expect.poll(() => focused(reader)).toBe('trigger');
  });

  it('tells the document its events, and marks a source in the page around it', async () => {
    const reader = await stage.visit('/shadow.html');
    await reader.ask('When is the gate locked?');
    await shows(reader.answer, 'locked at nine');
    expect((await reader.events('ask-answer')).map(({ kind }) => kind)).toEqual(['extractive']);
    await reader.sources.first().click();
    await reader.dialog.waitFor({ state: 'hidden' });
    const marked = await reader.page.evaluate(() => {
      const [found] = CSS.highlights.get('askpage') ?? [];
      const range = found as Range | undefined;
      return {
        text: range?.toString(),
        isIn: range?.startContainer.getRootNode() === document,
      };
    });
    expect(marked.text).toContain('locked at nine');
    expect(marked.isIn).toBe(true);
    expect(new URL(reader.page.url()).hash).toBe('#gate');
  });
});
