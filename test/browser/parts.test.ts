import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEMO_FOLDER } from '../../scripts/demo.ts';
import { passagesOf } from '../../src/core/documents/passages.ts';
import type { Manifest } from '../../src/core/index-file/manifest.ts';
import { writeIndex } from '../../src/core/index-file/write.ts';
import type { OwnParts } from '../../src/page/config.ts';
import { DEFAULT_MODEL } from '../../src/worker/embed-api.ts';
import { useFakeEngine } from './fake-engine.ts';
import { shows, useStage, type Reader } from './harness.ts';
import { FULL_MODEL, GARDEN, pageOf, send } from './site.ts';

const stage = useStage();

/** Gives the element parts before it is opened, beside those that it has. */
const give = (reader: Reader, parts: OwnParts) =>
  reader.page.evaluate((more) => {
    const element = document.querySelector<HTMLElement & { parts: OwnParts }>('ask-page');
    if (element) element.parts = { ...element.parts, ...more };
  }, parts);

const generated = (reader: Reader) => reader.page.locator('ask-page .generated');

/** The requests that a model was given, turn by turn. */
const requests = async (reader: Reader) =>
  reader.page.evaluate(() => (globalThis as unknown as { told: Turn[][] }).told);
interface Turn {
  role: string;
  content: string;
}
const listen = (reader: Reader) =>
  reader.page.evaluate(() => {
    const told: unknown[] = [];
    Object.assign(globalThis, { told });
    document.addEventListener('ask-done', (event: Event & { prompt?: unknown }) =>
      told.push(event.prompt),
    );
  });

describe('a thread', () => {
  async function visit(turns: 'persistent' | 'sticky', pieces: string[]): Promise<Reader> {
    stage.site.page('/garden.html', pageOf({ body: GARDEN }));
    const reader = await stage.visit('/garden.html');
    await reader.page.evaluate(useFakeEngine, { pieces });
    await give(reader, { prompt: { turns } });
    await listen(reader);
    return reader;
  }

  it('with persistent turns holds the whole page once, and cites what the hits are called', async () => {
    const reader = await visit('persistent', ['At nine [4], and compost [3].']);
    await reader.ask('When is the gate locked?');
    await reader.ask('Where do kitchen scraps go?');
    const [first, second] = await requests(reader);
    expect(second?.[0]).toEqual(first?.[0]);
    for (const text of ['locked at nine', 'Kitchen scraps']) {
      expect(first?.[0]?.content).toContain(text);
      expect(second?.at(-1)?.content).not.toContain(text);
    }
    const links = generated(reader).locator('[part=citation]');
    const hrefs = await links.evaluateAll((all) => all.map((each) => each.getAttribute('href')));
    expect(hrefs[0]).toContain('#gate');
    expect(hrefs[1]).toContain('#compost');
  });

  it('with sticky turns begins like the one before', async () => {
    const reader = await visit('sticky', ['At nine [1] [9].']);
    await reader.ask('When is the gate locked?');
    await reader.ask('Where do kitchen scraps go?');
    const [first = [], second = []] = await requests(reader);
    expect(second.slice(0, first.length)).toEqual(first);
    expect(second[first.length]).toEqual({ role: 'assistant', content: 'At nine [1] [9].' });
  });
});

describe('a site in two languages', () => {
  /** An index of two pages that say the same; words find them, for their vectors are no direction. */
  async function serveIndex(): Promise<void> {
    const passages = ['en', 'de'].flatMap((lang) =>
      passagesOf({ url: `${lang}.html`, title: lang, headings: [], text: 'Port 3000', lang }),
    );
    const vectors = new Float32Array(passages.length * DEFAULT_MODEL.dimensions);
    const content = { passages, vectors, model: DEFAULT_MODEL, site: '../' };
    const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    const { manifest, parts } = await writeIndex(content, (bytes) => Promise.resolve(hash(bytes)));
    const files = [
      { file: 'manifest.json', bytes: Buffer.from(JSON.stringify(manifest)) },
      ...parts,
    ];
    for (const { file, bytes } of files) {
      stage.site.fault(new RegExp(`/two/${file}`), send('application/octet-stream', bytes));
    }
    stage.site.page('/en.html', pageOf({ body: GARDEN, attributes: 'index="/two/manifest.json"' }));
  }

  it('is searched in that of the page', async () => {
    await serveIndex();
    const reader = await stage.visit('/en.html');
    await reader.type('port');
    await shows(reader.hits.first(), 'en');
    expect(await reader.hits.count()).toBe(1);
  });

  it('is searched in both where the owner wants it', async () => {
    await serveIndex();
    const reader = await stage.visit('/en.html');
    await give(reader, { languages: 'all' });
    await reader.type('port');
    await shows(reader.hits.last(), 'de');
    expect(await reader.hits.count()).toBe(2);
  });
});

it('an index that was built with another model asks for that one, and names it where it is missing', async () => {
  const path = `${DEMO_FOLDER}/askpage-index/manifest.json`;
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  const other = { ...manifest, model: { ...manifest.model, id: 'other-model' } };
  stage.site.fault(/manifest\.json/, send('application/json', JSON.stringify(other)));
  stage.site.page('/full.html', pageOf({ body: GARDEN, attributes: FULL_MODEL }));
  const reader = await stage.visit('/full.html');
  await reader.type('decorateRequest');
  await shows(reader.hits.first(), /decorat/i);
  await shows(reader.notices, 'models/other-model/');
  expect(reader.requests.some((url) => url.includes('/models/all-MiniLM'))).toBe(false);
});
