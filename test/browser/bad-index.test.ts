import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Manifest } from '../../src/core/index-file/manifest.ts';
import { DEMO_FOLDER } from '../../scripts/demo.ts';
import { shows, useStage, type Reader } from './harness.ts';
import { FULL_MODEL, GARDEN, notFound, pageOf, send, type Respond } from './site.ts';

const stage = useStage();

const MANIFEST = readFileSync(`${DEMO_FOLDER}/askpage-index/manifest.json`, 'utf8');

const changed = (change: (manifest: Manifest) => Manifest) =>
  JSON.stringify(change(JSON.parse(MANIFEST) as Manifest));

const json = (text: string) => send('application/json', text);

const withoutParts = changed((manifest) => ({
  ...manifest,
  parts: manifest.parts.map((part) => ({ ...part, file: `gone-${part.file}` })),
}));

/** A page whose own words are about a garden, with the Fastify index. */
async function visitGarden(respond: Respond): Promise<Reader> {
  const attributes = 'index="/askpage-index/manifest.json"';
  stage.site.page('/garden.html', pageOf({ body: GARDEN, attributes }));
  stage.site.fault(/manifest\.json/, respond);
  return stage.visit('/garden.html');
}

it.each<[string, Respond, string]>([
  ['is missing', notFound, 'There is no index at'],
  ['is cut off', json(MANIFEST.slice(0, 200)), 'is not JSON, or cut off'],
  ['is a web page', send('text/html', '<h1>Welcome</h1>'), 'is not JSON'],
  ['is something else', json('{"name":"x"}'), 'is not an askpage index'],
  ['has a later version', json(changed((m) => ({ ...m, version: 99 }))), 'has version 99'],
  ['lost its parts', json(withoutParts), 'A part of the index is missing'],
])(
  'an index that %s: the page itself is searched, and a line says why',
  async (_, respond, why) => {
    const reader = await visitGarden(respond);
    await reader.type('gate');
    await shows(reader.notices, 'Only this page is searched');
    await shows(reader.notices, why);
    await shows(reader.hits.first(), 'The gate');
    await reader.ask('When is the gate locked?');
    await shows(reader.answer, 'locked at nine');
    // Nothing of an index that can't be used may turn up.
    await reader.type('decorateRequest');
    await shows(reader.dialog, 'No page has these words');
  },
);

it('is read when the owner has repaired it and the reader tries again', async () => {
  const attributes = 'index="/askpage-index/manifest.json"';
  stage.site.page('/garden.html', pageOf({ body: GARDEN, attributes }));
  const repair = stage.site.fault(/manifest\.json/, notFound);
  const reader = await stage.visit('/garden.html');
  await reader.type('decorateRequest');
  await shows(reader.notices, 'Only this page is searched');
  repair();
  await reader.notices.getByRole('button', { name: 'Try again' }).click();
  await reader.type('decorateRequest');
  await shows(reader.hits.first(), /decorat/i);
  expect(await reader.notices.count()).toBe(0);
});

it('survives a new deploy that took parts away: the manifest is fetched again, silently', async () => {
  let asked = 0;
  const reader = await visitGarden((response, request) => {
    asked++;
    json(asked === 1 ? withoutParts : MANIFEST)(response, request);
  });
  await reader.type('decorateRequest');
  await shows(reader.hits.first(), /decorat/i);
  expect(asked).toBe(2);
  expect(await reader.notices.count()).toBe(0);
});

it('refuses a part of the right length whose bytes were changed', async () => {
  const texts = (JSON.parse(MANIFEST) as Manifest).parts.find(({ kind }) => kind === 'texts');
  const file = `${DEMO_FOLDER}/askpage-index/${texts?.file ?? ''}`;
  const bytes = readFileSync(file);
  bytes.set(Buffer.from('evil'), bytes.length - 40);
  stage.site.fault(/texts-/, send('application/json', bytes));
  const reader = await visitGarden(json(MANIFEST));
  await reader.type('gate');
  await shows(reader.notices, 'cut off or changed');
  await shows(reader.hits.first(), 'The gate');
});

it.each([
  ['by token vectors', 'index="/askpage-index/manifest.json"', 0],
  ['by the full model', FULL_MODEL, 3],
])('asks for the same files whatever is asked, %s', async (_, attributes, models) => {
  stage.site.page('/garden.html', pageOf({ body: GARDEN, attributes }));
  const visit = async (question: string) => {
    const reader = await stage.visit('/garden.html');
    await reader.ask(question);
    await reader.page.waitForLoadState('networkidle');
    return reader.requests.toSorted();
  };
  const first = await visit('How do I set a custom error handler?');
  const second = await visit('Does it log requests?');
  expect(first.filter((url) => url.includes('/askpage-index/'))).toHaveLength(5);
  const fetched = first.filter((url) => url.includes('/models/')).length;
  if (models > 0) expect(fetched).toBeGreaterThanOrEqual(models);
  else expect(fetched).toBe(0);
  expect(second).toEqual(first);
});
