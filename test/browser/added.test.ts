import { expect, it } from 'vitest';
import type { AddedDocument } from '../../src/core/documents/added-document.ts';
import { countEmbedded, embedded, isRead } from './embedding.ts';
import { shows, until, useStage, type Reader } from './harness.ts';
import { poison } from './poison.ts';
import { GARDEN, INDEX, pageOf } from './site.ts';

const stage = useStage();

/** Adds documents as an owner does. Returns the code and words of what went wrong. */
const add = ({ page }: Reader, ...documents: AddedDocument[]) =>
  page.evaluate(async (given) => {
    const element = document.querySelector('ask-page') as unknown as {
      addDocuments(documents: AddedDocument[]): Promise<void>;
    };
    try {
      await element.addDocuments(given);
      return undefined;
    } catch (thrown) {
      const { code, message } = thrown as { code: string; message: string };
      return `${code}: ${message}`;
    }
  }, documents);

const urls = (reader: Reader) =>
  reader.hits.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));

const KETTLE: AddedDocument = {
  url: '/kitchen/kettle.html',
  markdown: '# Kettle\n\n## Descaling\n\nDescale the kettle monthly with quincelade acid.',
};

it('finds what was added to an index, what took its place, and finds it again when the worker has died', async () => {
  stage.site.page('/garden.html', pageOf({ body: GARDEN, attributes: INDEX }));
  const reader = await stage.visit('/garden.html');
  expect(await add(reader, KETTLE)).toBeUndefined();
  await reader.type('quincelade');
  await shows(reader.hits.first(), 'Descaling');
  await reader.ask('How often do I descale the kettle?');
  await shows(reader.answer, 'Descale the kettle monthly');
  expect(await reader.sources.first().getAttribute('href')).toContain(
    '/kitchen/kettle.html#descaling',
  );
  // What the index holds is found as well.
  await reader.ask('How do I set a custom error handler?');
  await shows(reader.answer, 'setErrorHandler');

  const html = '<h1>Kettle</h1><p>Descale the kettle yearly with zitterling acid.</p>';
  expect(await add(reader, { url: '/kitchen/kettle.html', html })).toBeUndefined();
  await reader.type('zitterling');
  await shows(reader.hits.first(), 'zitterling');
  await reader.type('quincelade');
  await until(
    () => urls(reader),
    (found) => !found.includes('/kitchen/kettle.html'),
  );

  const bad = { url: 'javascript:alert(1)', title: 'Bad', text: 'Bad.' };
  expect(await add(reader, KETTLE, bad)).toMatch(
    /^bad-option: addDocuments: documents\[1\]\.url is/,
  );

  await poison(await reader.worker('retrieve'), 0);
  await reader.type('zitterling');
  await shows(reader.hits.first(), 'zitterling');
  expect(reader.errors).toEqual([]);
});

it('finds what was added to a page without an index, by its words at once and later by what it means', async () => {
  stage.site.page('/garden.html', pageOf({ body: GARDEN }));
  const reader = await stage.visit('/garden.html', { before: countEmbedded });
  const text = 'Feline companions may nap in the bicycle basket.';
  expect(await add(reader, { url: '/pets.html', title: 'Animals', text })).toBeUndefined();
  // Nobody has typed: no model is fetched.
  expect(reader.requests.filter((url) => url.endsWith('.onnx'))).toEqual([]);
  await reader.type('feline');
  await shows(reader.hits.first(), 'Animals');
  await isRead(reader);
  await until(
    () => embedded(reader),
    (texts) => texts.some((each) => each.includes(text)),
  );
  await reader.ask('Where do cats sleep?');
  await shows(reader.answer, 'nap in the bicycle basket');
  await reader.ask('When is the gate locked?');
  await shows(reader.answer, 'locked at nine');
});
