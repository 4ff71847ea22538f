import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import type { UnansweredQuestion } from '../../src/page/unanswered.ts';
import { refusedOn, shows, until, useStage, type Reader } from './harness.ts';
import { GARDEN, pageOf, STRICT_POLICY } from './site.ts';

const stage = useStage();

const NOWHERE = 'Which quantum, "chromodynamics" lattice is simulated?';
const FORMULA = '=HYPERLINK("https://lattice.test")';
const GATE = 'When is the gate locked?';

beforeEach(() => {
  stage.site.headers['content-security-policy'] = STRICT_POLICY;
  const page = (attributes: string) =>
    pageOf({ body: GARDEN, attributes }).replace(/<link[^>]*>/, '');
  stage.site.page('/garden.html', page(''));
  stage.site.page('/kept.html', page('history'));
});

const find = (reader: Reader, selector: string) => reader.page.locator(`ask-page ${selector}`);
const toggle = (reader: Reader) => find(reader, '[part=unanswered-toggle]');
const press = (reader: Reader, name: string) =>
  reader.page.getByRole('button', { name, exact: true }).click();

/** What the element says to its owner. */
const unanswered = (reader: Reader) =>
  reader.page.evaluate(() => {
    const element = document.querySelector('ask-page');
    return (element as unknown as { unanswered: UnansweredQuestion[] }).unanswered;
  });

/** The file that a button saves. */
async function saved(reader: Reader, name: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([reader.page.waitForEvent('download'), press(reader, name)]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

it('questions without a good answer are listed, saved as files, and deleted', async () => {
  const reader = await stage.visit('/garden.html');
  await reader.page.evaluate(() => {
    const told: unknown[] = [];
    Object.assign(globalThis, { told });
    document.addEventListener('ask-unanswered', (event) =>
      told.push((event as unknown as { unanswered: unknown }).unanswered),
    );
  });
  await reader.ask(GATE);
  expect(await toggle(reader).count()).toBe(0);
  await press(reader, 'This did not help');
  await shows(toggle(reader), '1 unanswered');
  await reader.ask(NOWHERE);
  await reader.ask(NOWHERE);
  await reader.ask(FORMULA);
  await shows(toggle(reader), '3 unanswered');
  const list = await unanswered(reader);
  const page = `${stage.site.url}garden.html`;
  expect(list).toMatchObject([
    { question: GATE, page, reason: 'down' },
    { question: NOWHERE, page, reason: 'nothing-found' },
    { question: FORMULA, page, reason: 'nothing-found' },
  ]);
  expect(list.every(({ confidence }) => confidence >= 0 && confidence <= 1)).toBe(true);
  const told = await reader.page.evaluate(
    () => (globalThis as unknown as { told: unknown[] }).told,
  );
  expect(told.at(-1)).toEqual(list.at(-1));

  await toggle(reader).click();
  await shows(
    find(reader, '[part=unanswered]'),
    /forgotten when you leave this page.*This did not help/,
  );
  const csv = await saved(reader, 'Save as CSV');
  expect(csv.name).toBe('unanswered-questions.csv');
  expect(csv.text).toMatch(
    /^\ufeffquestion,time,page,confidence,reason\r\nWhen is the gate locked\?,/,
  );
  expect(csv.text).toContain('\r\n"Which quantum, ""chromodynamics"" lattice is simulated?",2');
  expect(csv.text).toContain(`\r\n"'=HYPERLINK(""https://lattice.test"")",2`);
  const json = await saved(reader, 'Save as JSON');
  expect(JSON.parse(json.text)).toEqual(list);
  expect(await refusedOn(reader.page)).toEqual([]);

  await press(reader, `Delete “${GATE}”`);
  await shows(toggle(reader), '2 unanswered');
  await press(reader, 'Delete all');
  await shows(find(reader, '.remark'), 'Deleted');
  expect(await toggle(reader).count()).toBe(0);
  expect(await find(reader, '[part=unanswered]').count()).toBe(0);
  // The button that had the focus is gone.
  await until(() => reader.box.evaluate((box: Element) => box.matches(':focus')), Boolean);
});

it('they last for the visit, and with a history until they are deleted', async () => {
  const reader = await stage.visit('/garden.html');
  await reader.ask(NOWHERE);
  expect(await unanswered(reader)).toHaveLength(1);
  await reader.open('/garden.html');
  await reader.ask(GATE);
  expect(await unanswered(reader)).toEqual([]);
  await reader.open('/kept.html');
  await reader.ask(NOWHERE);
  await reader.open('/kept.html');
  await reader.trigger.click();
  await toggle(reader).click();
  await shows(find(reader, '[part=unanswered]'), 'kept in this browser only');
  await press(reader, 'Delete all');
  await reader.open('/kept.html');
  await reader.type('gate');
  await reader.hits.first().waitFor();
  expect(await toggle(reader).count()).toBe(0);
});
