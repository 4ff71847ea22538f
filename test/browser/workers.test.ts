import { beforeEach, expect, it } from 'vitest';
import { shows, until, useStage, type Reader } from './harness.ts';
import { poison } from './poison.ts';
import { FULL_MODEL, GARDEN, notFound, pageOf } from './site.ts';

const stage = useStage();

beforeEach(() => {
  stage.site.page('/garden.html', pageOf({ body: GARDEN }));
  stage.site.page('/full.html', pageOf({ body: GARDEN, attributes: FULL_MODEL }));
});

const tryAgain = (reader: Reader) =>
  reader.dialog.getByRole('button', { name: 'Try again' }).first().click();

/** A session's runtime, as far as these tests look into it. */
interface Inside {
  runtime: { pool: { isReady: boolean }; site: { kind: string } };
}

const inside = (reader: Reader) =>
  reader.page.evaluate(() => {
    const scope = globalThis as unknown as Record<
      symbol,
      { entries: Map<string, { session: Inside }> }
    >;
    const [entry] = scope[Symbol.for('askpage')]?.entries.values() ?? [];
    const { pool, site } = entry?.session.runtime ?? {};
    return { isReady: pool?.isReady, site: site?.kind };
  });

const encoderReady = (reader: Reader) =>
  until(
    () => inside(reader),
    ({ isReady, site }) => isReady === true && site === 'ready',
  );

it('searches on the page itself where the retrieve worker is missing, and tries again', async () => {
  const repair = stage.site.fault(/askpage-retrieve-[^h]/, notFound);
  const reader = await stage.visit('/garden.html');
  await reader.type('gate');
  await shows(reader.hits.first(), 'The gate');
  await shows(reader.notices, 'The search worker could not start on this page');
  await reader.ask('When is the gate locked?');
  await shows(reader.answer, 'locked at nine');
  repair();
  await tryAgain(reader);
  await encoderReady(reader);
  await reader.ask('When do they close the door?');
  await shows(reader.answer, 'locked at nine');
  expect(await reader.answer.first().innerText()).not.toContain('found by its words');
  expect(await reader.notices.count()).toBe(0);
});

it('says what is missing, and what helps, where the page itself can not search either', async () => {
  const repair = stage.site.fault(/askpage-retrieve-/, notFound);
  const reader = await stage.visit('/garden.html');
  await reader.ask('When is the gate locked?');
  const why =
    /A file of askpage could not be loaded \(.*askpage-retrieve-host-.*\)\. Reload the page\..*whole folder/;
  await shows(reader.alert.first(), why);
  repair();
  // A browser asks for a module that was missing once more after a reload only.
  await reader.page.reload();
  await reader.ask('When is the gate locked?');
  await shows(reader.answer.first(), 'locked at nine');
});

it('tells a waiting question that the retrieve worker died, and starts another', async () => {
  const reader = await stage.visit('/garden.html');
  await reader.ask('When is the gate locked?');
  await encoderReady(reader);
  await poison(await reader.worker('retrieve'), 800);
  await reader.type('Where does its key hang?');
  await reader.page.keyboard.press('Enter');
  await shows(reader.alert, /The worker \S+ stopped: .*killed by a test/);
  expect((await reader.told('ask-done', 2)).error).toContain('killed by a test');
  await tryAgain(reader);
  await shows(reader.answer, 'in the shed');
  expect(reader.page.workers().length).toBe(2);
});

it('finds words again after the retrieve worker died while nobody asked', async () => {
  const reader = await stage.visit('/garden.html');
  await reader.type('gate');
  await encoderReady(reader);
  await poison(await reader.worker('retrieve'), 0);
  await expect.poll(() => reader.page.workers().length).toBe(1);
  await reader.type('compost');
  await shows(reader.hits.first(), 'Compost');
});

it('finds by words where the embed worker is missing, and says so', async () => {
  const repair = stage.site.fault(/askpage-embed-/, notFound);
  const reader = await stage.visit('/garden.html');
  await reader.ask('When is the gate locked?');
  await shows(reader.answer, 'found by its words');
  await shows(reader.notices, /Results are found by words only\. The worker \S+ stopped/);
  repair();
  await tryAgain(reader);
  await encoderReady(reader);
});

it('goes on by words when the embed worker dies while it reads the page', async () => {
  stage.site.page('/long.html', pageOf({ body: GARDEN + manySections(60) }));
  const reader = await stage.visit('/long.html');
  await reader.type('gate');
  await shows(reader.status, /Reading this page: \d+ of \d+ passages/);
  await poison(await reader.worker('embed'), 500);
  await shows(reader.notices, /Results are found by words only\. .*killed by a test/);
  await shows(reader.hits.first(), 'The gate');
  expect(await reader.page.locator('ask-page progress').count()).toBe(0);
  await tryAgain(reader);
  await shows(reader.status, /Reading this page: \d+ of \d+ passages/);
});

it('answers the next question after the embed worker died idle', async () => {
  const reader = await stage.visit('/full.html');
  await reader.ask('How do I set a custom error handler?');
  await poison(await reader.worker('embed'), 0);
  await expect.poll(() => reader.page.workers().length).toBe(1);
  await reader.ask('How can I validate the body of a request?');
  await shows(reader.answer, /valid/i);
  expect(await reader.answer.first().innerText()).not.toContain('found by its words');
});

it('answers by words when the embed worker dies at the question itself', async () => {
  const reader = await stage.visit('/full.html');
  await reader.type('How do I set a custom error handler');
  await encoderReady(reader);
  await poison(await reader.worker('embed'), 500);
  await reader.page.keyboard.press('Enter');
  await shows(reader.answer, 'setErrorHandler');
  expect(await reader.alert.count()).toBe(0);
});

it('stays usable when the dialog is closed while the page is being read', async () => {
  stage.site.page('/long.html', pageOf({ body: GARDEN + manySections(30) }));
  const reader = await stage.visit('/long.html');
  await reader.type('When is the gate locked?');
  await reader.page.keyboard.press('Enter');
  await shows(reader.answer, 'locked at nine');
  await reader.page.keyboard.press('Escape');
  await encoderReady(reader);
  await reader.ask('Where does its key hang?');
  await shows(reader.answer, 'in the shed');
  expect(reader.errors).toEqual([]);
});

/** Sections enough that reading them takes a while. */
function manySections(count: number): string {
  return Array.from({ length: count }, (_, i) => {
    const text = `Bed ${i} is sown in week ${i} and weeded by group ${i % 7}. `.repeat(8);
    return `<h2 id="bed-${i}">Bed ${i}</h2><p>${text}</p>`;
  }).join('\n');
}
