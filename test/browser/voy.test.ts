import { beforeEach, expect, it } from 'vitest';
import { countEmbedded, embedded, isRead } from './embedding.ts';
import { shows, until, useStage, type Reader } from './harness.ts';
import { GARDEN, notFound, pageOf } from './site.ts';

const stage = useStage();

beforeEach(() => stage.site.page('/garden.html', pageOf({ body: GARDEN })));

/** Runs in the page: keeps warnings. */
const keepWarnings = () => {
  const scope = globalThis as unknown as { warnings: string[] };
  scope.warnings = [];
  document.addEventListener('ask-warning', (event) =>
    scope.warnings.push((event as Event & { message: string }).message),
  );
};

const warnings = (reader: Reader) =>
  reader.page.evaluate(() => (globalThis as unknown as { warnings: string[] }).warnings);

/** None of these words stands in the passage that answers it. */
const BY_MEANING = 'When do they close the door?';

/** Begins to read the page, and waits until that is done. */
async function read(reader: Reader): Promise<void> {
  await reader.type('gate');
  await isRead(reader);
}

async function answersByMeaning(reader: Reader): Promise<void> {
  await reader.ask(BY_MEANING);
  // A source, or the closest passage where no sentence was near enough.
  await shows(reader.page.locator('ask-page :is([part=source], [part=hit])'), 'The gate');
  expect(await reader.answer.first().innerText()).not.toContain('found by its words');
  expect(await reader.notices.count()).toBe(0);
}

it('answers the same without Voy, and tells the owner once', async () => {
  stage.site.fault(/voy_search_bg/, notFound);
  const reader = await stage.visit('/garden.html', { before: keepWarnings });
  await read(reader);
  await answersByMeaning(reader);
  await reader.ask('Where does its key hang?');
  expect(await warnings(reader)).toEqual([expect.stringMatching(/^Voy is out of use.*HTTP 404/)]);
  expect(reader.console.filter((line) => line.includes('Voy is out of use'))).toHaveLength(1);
  expect(reader.errors).toEqual([]);
});

it('warns of nothing where all is well', async () => {
  const reader = await stage.visit('/garden.html', { before: keepWarnings });
  await read(reader);
  await answersByMeaning(reader);
  expect(await warnings(reader)).toEqual([]);
});

/** Breaks kept vectors, each in its own way, and leaves the last as it is. Answers with how many there were. */
const breakKept = (reader: Reader) =>
  reader.page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'));
      });
    const db = await settled(indexedDB.open('askpage'));
    const store = db.transaction('vectors', 'readwrite').objectStore('vectors');
    const rows = (await settled(store.getAll())) as { vector: unknown }[];
    const broken = [
      new Float32Array(384).fill(NaN),
      new Float32Array(7).fill(1),
      'no vector',
      undefined,
    ];
    for (const [i, row] of rows.slice(0, -1).entries()) {
      await settled(store.put({ ...row, vector: broken[i % broken.length] }));
    }
    db.close();
    return rows.length;
  });

it('embeds anew what the browser keeps broken, and only that', async () => {
  const first = await stage.visit('/garden.html', { before: countEmbedded });
  await read(first);
  const passages = (await embedded(first)).length;
  expect(passages).toBeGreaterThan(4);
  await until(
    () => breakKept(first),
    (count) => count === passages,
  );
  await first.page.close();
  const second = await stage.visit('/garden.html', {
    before: countEmbedded,
    context: first.context,
  });
  await read(second);
  expect(await embedded(second)).toHaveLength(passages - 1);
  await answersByMeaning(second);
  expect(second.errors).toEqual([]);
});
