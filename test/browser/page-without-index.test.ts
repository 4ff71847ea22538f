import { beforeEach, expect, it } from 'vitest';
import { countEmbedded, embedded, isRead } from './embedding.ts';
import { shows, until, useStage, type Reader } from './harness.ts';
import { pageOf } from './site.ts';

const stage = useStage();

const TOPICS = [
  ['Parking', 'Visitors leave their cars behind the town hall. The first two hours are free.'],
  ['Swimming', 'The pool opens at seven. Children under six swim without a ticket.'],
  ['Waste', 'Bins are emptied on Tuesdays. Batteries are handed in at the depot.'],
  ['Library', 'Three novels may be borrowed for a month. Films are lent for a week.'],
] as const;

/** A page of 30 sections; four of them have something to say. */
function article(change: (text: string) => string = (text) => text): string {
  const sections = Array.from({ length: 30 }, (_, i) => {
    const [title, text] = TOPICS[i - 13] ?? [
      `Street ${i}`,
      `Street ${i} was paved in ${1900 + i}.`,
    ];
    const rest = `It lies in district ${i % 6}, between the river and the ${i}th mill. `.repeat(6);
    return `<h2 id="s${i}">${title}</h2><p>${text} ${rest}</p>`;
  });
  return pageOf({ title: 'Town', body: `<h1>The town</h1>${change(sections.join('\n'))}` });
}

beforeEach(() => stage.site.page('/article.html', article()));

/** Vectors that the browser keeps; they are written some time after they were made. */
const kept = (reader: Reader) =>
  reader.page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'));
      });
    const db = await settled(indexedDB.open('askpage'));
    const count = await settled(db.transaction('vectors').objectStore('vectors').count());
    db.close();
    return count;
  });

/** None of these words stands in the passage that answers it. */
const BY_MEANING = 'What does it cost to put an automobile somewhere for ninety minutes?';

/** Sources of an answer, or the closest passages where none was given. */
const places = (reader: Reader) => reader.page.locator('ask-page :is([part=source], [part=hit])');

it('shows how far it has read, answers by words meanwhile, and by meaning afterwards', async () => {
  const reader = await stage.visit('/article.html');
  await reader.type('batteries');
  const bar = reader.page.getByRole('progressbar', { name: /Reading this page: \d+ of \d+/ });
  await bar.waitFor();
  await shows(reader.hits.first(), 'Waste');
  await reader.ask('Where are batteries handed in?');
  await shows(reader.answer, /at the depot.*found by its words/);
  await shows(reader.notices, /words only/);
  await isRead(reader);
  expect(await bar.count()).toBe(0);
  await reader.ask(BY_MEANING);
  await shows(places(reader), 'Parking');
  expect(await reader.notices.count()).toBe(0);
});

it('embeds no text again on the next visit, and on a changed page only what is new', async () => {
  const first = await stage.visit('/article.html', { before: countEmbedded });
  await first.type('batteries');
  await isRead(first);
  const all = await embedded(first);
  expect(all.length).toBeGreaterThan(29);
  await until(
    () => kept(first),
    (count) => count === all.length,
  );
  await first.page.close();

  const { context } = first;
  const second = await stage.visit('/article.html', { before: countEmbedded, context });
  await second.type('batteries');
  await isRead(second);
  expect(await embedded(second)).toEqual([]);
  await second.ask(BY_MEANING);
  await shows(places(second), 'Parking');
  await second.page.close();

  const change = (text: string) => text.replace('opens at seven', 'opens at eight');
  stage.site.page('/article.html', article(change));
  const third = await stage.visit('/article.html', { before: countEmbedded, context });
  await third.type('batteries');
  await isRead(third);
  expect(await embedded(third)).toEqual([expect.stringContaining('opens at eight')]);
});

it('reads the page anew where the browser keeps nothing', async () => {
  const before = () => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
  };
  const reader = await stage.visit('/article.html', { before });
  await reader.type('batteries');
  await isRead(reader);
  await reader.ask(BY_MEANING);
  await shows(places(reader), 'Parking');
});
