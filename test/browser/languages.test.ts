import { expect, it } from 'vitest';
import { shows, until, useStage, type Reader } from './harness.ts';
import { GARDEN, notFound, pageOf, stalled } from './site.ts';

const stage = useStage();

const SCRIPT = '<script type="module" src="/askpage/askpage.js"></script>';

/** The garden's page in a language, with the elements of `widget`. */
async function visit(lang: string, widget = '<ask-page></ask-page>'): Promise<Reader> {
  const html = pageOf({ body: GARDEN, widget: SCRIPT + widget });
  stage.site.page('/garden.html', html.replace('<html lang="en">', `<html lang="${lang}">`));
  return stage.visit('/garden.html');
}

const setLang = ({ page }: Reader, lang: string) =>
  page.evaluate((tag) => void (document.documentElement.lang = tag), lang);

const files = ({ requests }: Reader) =>
  requests.flatMap((url) => /askpage-(ar|de|es|fr)-[^/]*\.js$/.exec(url)?.[1] ?? []);

const ERROR = /ist leer oder zu lang\. .* The question has 9,999 characters/;

it('the interface speaks the language of the page, and follows it when that changes', async () => {
  const reader = await visit('de-AT');
  await shows(reader.trigger, 'Fragen');
  expect(files(reader)).toEqual([]);
  await reader.ask('When is the gate locked?');
  await shows(reader.status, /^Antwort fertig, \d Quellen?$/);
  await shows(reader.answer, 'Von der Seite zitiert');
  await shows(reader.dialog, 'Auf diesem Gerät beantwortet.');
  expect(await reader.box.getAttribute('placeholder')).toBe('Suchen oder eine Frage stellen');
  expect(await reader.dialog.getAttribute('lang')).toBe('de-AT');
  await setLang(reader, 'fr');
  await shows(reader.status, /^Réponse prête, \d sources?$/);
  await setLang(reader, 'sv');
  await shows(reader.status, /^Answer ready, \d sources?$/);
  await shows(reader.trigger, 'Ask');
  expect(await reader.dialog.getAttribute('lang')).toBe('en');
  expect(files(reader)).toEqual(['de', 'fr']);
  expect(reader.errors).toEqual([]);
});

it('an error, an abstention and a notice come in German, with the English message in small print', async () => {
  stage.site.fault(/\/models\//, notFound);
  const reader = await visit('de');
  await reader.ask('What is the airspeed of an unladen swallow?');
  await shows(reader.answer, 'Auf dieser Website war keine Antwort darauf zu finden.');
  expect((await reader.told('ask-answer')).text).toMatch(/^I could not find an answer/);
  await shows(reader.notices, /nur anhand der Wörter gefunden\. .* The search model is missing/);
  const small = reader.notices.locator('small');
  expect(await small.getAttribute('lang')).toBe('en');
  await shows(small, /^The search model is missing/);
  await reader.box.fill('word '.repeat(2000));
  await reader.page.keyboard.press('Enter');
  await shows(reader.alert, ERROR);
  expect((await reader.told('ask-error')).error).not.toMatch(/Frage/);
});

it('elements of one page have each the language of their own place, also in a shadow tree', async () => {
  const reader = await visit(
    'fr',
    `<ask-page id="own" lang="de"></ask-page>
    <section lang="es"><div id="host"></div></section>
    <ask-page id="page"></ask-page>`,
  );
  await reader.page.evaluate(() => {
    const root = document.querySelector('#host')?.attachShadow({ mode: 'open' });
    root?.append(document.createElement('ask-page'));
  });
  const trigger = (place: string) => reader.page.locator(`${place} [part=trigger]`);
  await shows(trigger('#own'), 'Fragen');
  await shows(trigger('#host ask-page'), 'Preguntar');
  await shows(trigger('#page'), 'Demander');
  for (const [place, idle] of [
    ['#own', 'Mögliche Fragen'],
    ['#host ask-page', 'Podrías preguntar'],
    ['#page', 'Questions possibles'],
  ] as const) {
    await trigger(place).evaluate((button: HTMLElement) => button.click());
    await shows(reader.page.locator(`${place} dialog`), idle);
    await reader.page.keyboard.press('Escape');
  }
});

it('Arabic runs from right to left, in a page that runs from left to right', async () => {
  const reader = await visit('ar');
  await reader.ask('When is the gate locked?');
  await shows(reader.status, 'الإجابة جاهزة');
  const box = async (selector: string) => {
    const found = await reader.dialog.locator(selector).first().boundingBox();
    if (!found) throw new Error(`${selector} has no place.`);
    return { left: found.x, right: found.x + found.width };
  };
  const [input, ask, close] = [await box('input'), await box('.primary'), await box('.close')];
  expect(close.right).toBeLessThanOrEqual(ask.left);
  expect(ask.right).toBeLessThanOrEqual(input.left);
  const [number, source] = [await box('.source .number'), await box('.source .name')];
  expect(number.left).toBeGreaterThan(source.right);
  const { left, right } = await box('.scroll');
  const quote = await reader.answer.first().evaluate((answer) => {
    const range = document.createRange();
    range.selectNodeContents(answer.querySelector('small') ?? answer);
    return range.getBoundingClientRect().right;
  });
  expect(right - quote).toBeLessThan((right - left) / 8);
  const wide = await reader.dialog.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
  expect(wide).toBe(0);
});

it('the owner’s own words take their places, and an unknown one is told once', async () => {
  const reader = await visit('de');
  await reader.page.evaluate(() => {
    const element = document.querySelector('ask-page') as unknown as { words: unknown };
    element.words = { trigger: 'Frag den Garten', hits: 'Beete', nonsense: 'x' };
  });
  await shows(reader.trigger, 'Frag den Garten');
  await reader.type('tomatoes');
  await shows(reader.dialog.locator('.hits h2').first(), 'Beete');
  await shows(reader.status, 'Treffer');
  await reader.page.evaluate(() => {
    const element = document.querySelector('ask-page') as unknown as { words: unknown };
    element.words = { hits: 'Fundstellen', nonsense: 'x' };
  });
  await shows(reader.dialog.locator('.hits h2').first(), 'Fundstellen');
  await shows(reader.trigger, /^\s*Fragen/);
  expect(reader.console.filter((line) => line.includes('words.nonsense'))).toHaveLength(1);
});

it('until the words are there nothing is said in another language; if they can’t come, all is English', async () => {
  const repair = stage.site.fault(/askpage-de-/, stalled);
  const reader = await visit('de');
  await reader.trigger.click();
  expect(await reader.box.getAttribute('placeholder')).toBe('');
  expect(await reader.dialog.innerText()).not.toMatch(/Loading|Ask|Type/);
  repair();
  stage.site.fault(/askpage-de-/, notFound);
  await reader.page.reload();
  await reader.trigger.click();
  await shows(reader.dialog, 'Type to search');
  const placeholder = () => reader.box.getAttribute('placeholder');
  await until(placeholder, (text) => text === 'Search or ask a question');
  expect(await reader.dialog.getAttribute('lang')).toBe('en');
});
