import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { shows, until, useStage, type Reader } from './harness.ts';
import { GARDEN, INDEX, pageOf } from './site.ts';

const stage = useStage();

const scope = ({ page }: Reader, name: string) =>
  page.locator('ask-page').getByRole('button', { name, exact: true });

const hrefs = (links: Locator) =>
  links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));

const isPressed = async (choice: Locator) => (await choice.getAttribute('aria-pressed')) === 'true';

it('searches the page before the reader, its section, or all, and answers anew from what was chosen', async () => {
  const reader = await stage.visit('/Reference/LTS.html#security-releases-and-semver');
  await reader.type('release schedule');
  await reader.hits.first().waitFor();
  const everywhere = await hrefs(reader.hits);
  expect(everywhere.some((href) => !href.includes('/LTS.html'))).toBe(true);
  expect(await isPressed(scope(reader, 'All pages'))).toBe(true);

  await scope(reader, 'This page').click();
  const onPage = await until(
    () => hrefs(reader.hits),
    (all) => all.length > 0 && all.every((href) => href.includes('/LTS.html')),
  );
  expect(onPage.some((href) => href.includes('#long-term-support'))).toBe(true);
  expect(await isPressed(scope(reader, 'This page'))).toBe(true);

  await scope(reader, 'Security Releases and Semver').click();
  await until(
    () => hrefs(reader.hits),
    (all) => all.length > 0 && !all.some((href) => href.includes('#long-term-support')),
  );

  await reader.ask('How do I set a custom error handler?');
  await shows(reader.answer, 'I could not find an answer to this in this section.');
  await scope(reader, 'All pages').click();
  await reader.told('ask-done', 2);
  await reader.sources.first().waitFor();
  expect((await hrefs(reader.sources)).some((href) => !href.includes('/LTS.html'))).toBe(true);
  expect(reader.errors).toEqual([]);
});

it('offers no choice where the page is not among those that are searched, or is the only one', async () => {
  stage.site.page('/foreign.html', pageOf({ body: GARDEN, attributes: INDEX }));
  stage.site.page('/alone.html', pageOf({ body: GARDEN }));
  const reader = await stage.visit('/foreign.html#gate');
  for (const [path, words] of [
    ['/foreign.html#gate', 'hooks'],
    ['/alone.html#gate', 'compost'],
  ] as const) {
    await reader.open(path);
    await reader.type(words);
    await reader.hits.first().waitFor();
    expect(await reader.page.locator('ask-page [part=scope]').count()).toBe(0);
  }
});
