import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { shows, until, useStage } from './harness.ts';

const stage = useStage();

const links = (page: Page) =>
  page
    .locator('#places a')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));

it('searches and answers in a page that draws its own, without the element', async () => {
  const page = await stage.browser.newPage();
  const [requests, errors]: [string[], string[]] = [[], []];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(`${stage.site.url}examples/headless/index.html`);
  const box = page.getByRole('searchbox', { name: 'Question' });
  await box.waitFor();
  expect(requests.filter((url) => /askpage-index|retrieve|\.onnx/.test(url))).toEqual([]);

  await box.pressSequentially('error hand');
  const found = await until(
    () => links(page),
    (all) => all.length > 1,
  );
  expect(found.some((href) => href.includes('/Reference/Errors.html'))).toBe(true);

  await box.fill('How do I set a custom error handler?');
  await page.keyboard.press('Enter');
  await shows(page.locator('#answer blockquote'), 'setErrorHandler');
  await shows(page.locator('output'), /^\d places$/);
  expect((await links(page)).length).toBeGreaterThan(2);

  await box.fill('');
  await until(
    () => links(page),
    (all) => all.length === 0,
  );
  await page.keyboard.press('Enter');
  await shows(page.locator('output'), 'Type a question first.');
  expect(await page.locator('ask-page').count()).toBe(0);
  expect(requests.filter((url) => /askpage\.js|\.onnx/.test(url))).toEqual([]);
  expect(errors).toEqual([]);
  await page.close();
});
