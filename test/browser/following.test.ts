import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { until, useStage } from './harness.ts';
import { GARDEN, pageOf } from './site.ts';

const stage = useStage();

/** Whether the element that holds these words lies within what the reader sees. */
const isVisible = (page: Page, words: string) =>
  page.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.nodeValue?.replace(/\s+/g, ' ').includes(wanted)) continue;
      const { top, bottom } = node.parentElement?.getBoundingClientRect() ?? new DOMRect();
      if (top >= 0 && bottom <= innerHeight && scrollY > 0) return true;
    }
    return false;
  }, words);

/** Makes the page long, so that its sections lie far apart. */
const TALL = '<style>h2 { margin-top: 2000px }</style>';

it('opens a source on another page and scrolls to the quoted words', async () => {
  const reader = await stage.visit('/Guides/Testing.html');
  await reader.ask('How do I set a custom error handler?');
  const link = reader.page.locator('ask-page [part=source]:not([href*="Testing.html"])').first();
  const href = (await link.getAttribute('href')) ?? '';
  const [path = '', fragment = ''] = href.split(':~:text=');
  const words = decodeURIComponent(fragment.split(',')[0] ?? '');
  expect(words.length).toBeGreaterThan(3);
  await link.click();
  await reader.page.waitForURL((url) => url.pathname === new URL(path).pathname);
  await until(
    () => isVisible(reader.page, words),
    (seen) => seen,
  );
});

it('shows a source on the same page without a reload, and marks it', async () => {
  stage.site.page('/tall.html', pageOf({ body: GARDEN, head: TALL }));
  const reader = await stage.visit('/tall.html');
  await reader.ask('When is the gate locked?');
  const isMarked = () => reader.page.evaluate(() => CSS.highlights.has('askpage'));
  expect(await isMarked()).toBe(false);
  await reader.page.locator('ask-page [part=citation]').first().click();
  await reader.dialog.waitFor({ state: 'hidden' });
  await until(
    () => isVisible(reader.page, 'The gate is locked at nine'),
    (seen) => seen,
  );
  expect(await isMarked()).toBe(true);
  expect(new URL(reader.page.url()).hash).toBe('#gate');
  // Events are kept by the page's own script: after a reload there would be none.
  expect((await reader.events('ask-answer')).length).toBe(1);
  expect(stage.site.requests.filter((path) => path === '/tall.html')).toHaveLength(1);
});

it('follows a hit by Enter, and the way back leads to where the reader was', async () => {
  stage.site.page('/tall.html', pageOf({ body: GARDEN, head: TALL }));
  const reader = await stage.visit('/tall.html');
  await reader.type('compost');
  await reader.hits.first().waitFor();
  await reader.page.keyboard.press('ArrowDown');
  await reader.page.keyboard.press('Enter');
  await reader.dialog.waitFor({ state: 'hidden' });
  await until(
    () => isVisible(reader.page, 'Kitchen scraps'),
    (seen) => seen,
  );
  await reader.page.goBack();
  expect(new URL(reader.page.url()).hash).toBe('');
});
