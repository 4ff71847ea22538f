import { beforeEach, expect, it } from 'vitest';
import { shows, until, useStage, type Reader } from './harness.ts';
import { GARDEN, notFound, pageOf } from './site.ts';

const stage = useStage();

beforeEach(() => stage.site.page('/garden.html', pageOf({ body: GARDEN })));

interface Watched {
  warnings: string[];
  /** Texts that the page had embedded. */
  embedded: string[];
}

/** Runs in the page: keeps warnings, and what goes out to be embedded. */
const watch = () => {
  const scope = globalThis as unknown as Watched;
  scope.warnings = [];
  scope.embedded = [];
  document.addEventListener('ask-warning', (event) =>
    scope.warnings.push((event as Event & { message: string }).message),
  );
  const post = Object.getOwnPropertyDescriptor(Worker.prototype, 'postMessage')?.value as (
    this: Worker,
    ...sent: unknown[]
  ) => void;
  Worker.prototype.postMessage = function (this: Worker, ...sent: unknown[]) {
    const { method, params } = sent[0] as { method?: string; params?: { texts?: string[] } };
    if (method === 'embed') scope.embedded.push(...(params?.texts ?? []));
    post.apply(this, sent);
  };
};

const watched = (reader: Reader) =>
  reader.page.evaluate(() => {
    const { warnings, embedded } = globalThis as unknown as Watched;
    return { warnings, embedded };
  });

/** None of these words stands in the passage that answers it. */
const BY_MEANING = 'When do they close the door?';

/** Waits until the page has been read. Answers with the texts that were embedded for it. */
async function read(reader: Reader): Promise<string[]> {
  await reader.type('gate');
  await until(() => reader.page.evaluate(isRead), Boolean);
  return (await watched(reader)).embedded;
}

async function answersByMeaning(reader: Reader): Promise<void> {
  await reader.ask(BY_MEANING);
  // A source, or the closest passage where no sentence was near enough.
  await shows(reader.page.locator('ask-page :is([part=source], [part=hit])'), 'The gate');
  expect(await reader.answer.first().innerText()).not.toContain('found by its words');
  expect(await reader.notices.count()).toBe(0);
}

/** A session's runtime, as far as these tests look into it. */
interface Inside {
  runtime: { pool: { isReady: boolean }; site: { kind: string } };
}

/** Runs in the page. */
const isRead = () => {
  const scope = globalThis as unknown as Record<
    symbol,
    { entries: Map<string, { session: Inside }> }
  >;
  const [entry] = scope[Symbol.for('askpage')]?.entries.values() ?? [];
  const { pool, site } = entry?.session.runtime ?? {};
  return pool?.isReady === true && site?.kind === 'ready';
};

it('answers the same without Voy, and tells the owner once', async () => {
  stage.site.fault(/voy_search_bg/, notFound);
  const reader = await stage.visit('/garden.html', { before: watch });
  await read(reader);
  await answersByMeaning(reader);
  await reader.ask('Where does its key hang?');
  const { warnings } = await watched(reader);
  expect(warnings).toEqual([expect.stringMatching(/^Voy is out of use.*HTTP 404/)]);
  expect(reader.console.filter((line) => line.includes('Voy is out of use'))).toHaveLength(1);
  expect(reader.errors).toEqual([]);
});

it('warns of nothing where all is well', async () => {
  const reader = await stage.visit('/garden.html', { before: watch });
  await read(reader);
  await answersByMeaning(reader);
  expect((await watched(reader)).warnings).toEqual([]);
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
  const first = await stage.visit('/garden.html', { before: watch });
  const passages = (await read(first)).length;
  expect(passages).toBeGreaterThan(4);
  await until(
    () => breakKept(first),
    (count) => count === passages,
  );
  await first.page.close();
  const second = await stage.visit('/garden.html', { before: watch, context: first.context });
  expect(await read(second)).toHaveLength(passages - 1);
  await answersByMeaning(second);
  expect(second.errors).toEqual([]);
});
