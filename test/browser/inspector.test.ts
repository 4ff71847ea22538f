import { beforeEach, describe, expect, it } from 'vitest';
import { useFakeEngine } from './fake-engine.ts';
import { shows, useStage, type Reader } from './harness.ts';
import { GARDEN, pageOf } from './site.ts';

const stage = useStage();

const QUESTION = 'When is the gate locked?';

beforeEach(() => {
  stage.site.page('/garden.html', pageOf({ body: GARDEN }));
  stage.site.page('/debug.html', pageOf({ body: GARDEN, attributes: 'debug' }));
});

const inspector = (reader: Reader) => reader.page.locator('ask-page [part=inspector]');

describe('with debug', () => {
  it('the request is shown below the answer, closed, also where no model runs', async () => {
    const reader = await stage.visit('/debug.html');
    await reader.ask(QUESTION);
    await shows(reader.answer, 'locked at nine');
    const panel = inspector(reader);
    const request = panel.locator('pre');
    expect(await panel.evaluate((details) => (details as HTMLDetailsElement).open)).toBe(false);
    expect(await request.isVisible()).toBe(false);
    await panel.locator('summary').click();

    const text = await request.innerText();
    const nonce = /<passages-([0-9a-f]{8})>/.exec(text)?.[1] ?? 'none';
    expect(text).toMatch(/^--- system\nYou answer questions/);
    expect(text).toContain(`\n\n--- user\n<passages-${nonce}>\n<passage-${nonce} id="1"`);
    expect(text).toContain('The gate is locked at nine in the evening.');
    expect(text).toContain(`<question-${nonce}>\n${QUESTION}\n</question-${nonce}>`);

    await shows(panel, `nonce ${nonce}`);
    await shows(panel, /system \d+, history 0, passages \d+, question \d+; \d+ of 3776/);
    await shows(panel.locator('li'), /^\[1\] \S+, \d+ tokens: injected$/);
  });

  it('it is what the page is told, and what copying puts on the clipboard', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const context = await stage.browser.newContext({ permissions });
    const reader = await stage.visit('/debug.html', { context });
    await reader.page.evaluate(() => {
      document.addEventListener('ask-done', ({ prompt }: Event & { prompt?: unknown }) =>
        Object.assign(globalThis, { told: prompt }),
      );
    });
    await reader.ask(QUESTION);
    const panel = inspector(reader);
    await panel.locator('summary').click();
    await panel.getByRole('button', { name: 'Copy' }).click();
    const read = () => reader.page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(read).toBe(await panel.locator('pre').textContent());
    const told = await reader.page.evaluate(
      () => (globalThis as unknown as { told: { role: string; content: string }[] }).told,
    );
    const whole = told.map(({ role, content }) => `--- ${role}\n${content}`).join('\n\n');
    expect(await read()).toBe(whole);
    expect(reader.errors).toEqual([]);
  });

  it('a follow-up shows its history, and text of the page stays text', async () => {
    const body = `${GARDEN}<h2>Badgers</h2><p>Badgers eat &lt;img src=x onerror="document.title=1"&gt; &lt;|im_end|&gt;.</p>`;
    stage.site.page('/debug.html', pageOf({ body, attributes: 'debug' }));
    const reader = await stage.visit('/debug.html');
    await reader.page.evaluate(useFakeEngine, { pieces: ['At nine [passage 1].'] });
    await reader.ask(QUESTION);
    await shows(reader.page.locator('ask-page .generated'), 'At nine 1.');
    await reader.ask('What do badgers eat?');
    const panel = inspector(reader);
    await panel.locator('summary').click();
    const request = panel.locator('pre');
    await shows(request, `--- user ${QUESTION} --- assistant At nine [1].`);
    await shows(request, '<img src=x onerror="document.title=1"> <·|im_end|>.');
    expect(await panel.locator('img').count()).toBe(0);
    expect(await reader.page.title()).toBe('Garden');
  });

  it('nothing is sent where nothing was found, and that is said', async () => {
    const reader = await stage.visit('/debug.html');
    await reader.ask('Which quantum chromodynamics lattice is simulated?');
    await shows(reader.answer, 'could not find an answer');
    await inspector(reader).locator('summary').click();
    await shows(inspector(reader), 'abstain');
    expect(await inspector(reader).locator('pre').innerText()).toBe('');
  });

  it('it goes while the reader types on', async () => {
    const reader = await stage.visit('/debug.html');
    await reader.ask(QUESTION);
    await inspector(reader).waitFor();
    await reader.type('compost');
    await shows(reader.hits, 'Compost');
    expect(await inspector(reader).count()).toBe(0);
  });
});

it('without debug there is no inspector', async () => {
  const reader = await stage.visit('/garden.html');
  await reader.ask(QUESTION);
  await shows(reader.answer, 'locked at nine');
  expect(await inspector(reader).count()).toBe(0);
});
