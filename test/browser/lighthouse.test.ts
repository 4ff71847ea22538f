import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  inspectLoad,
  inspectNow,
  openInspector,
  openWidget,
} from '../../scripts/lighthouse-page.ts';
import { serveSite, type Site } from './site.ts';

let site: Site;
let browser: Browser;
beforeAll(async () => ([site, browser] = await Promise.all([serveSite(), openInspector()])));
afterAll(async () => {
  await browser.close();
  await site.close();
});

// Speed is measured by `npm run lighthouse`, on a quiet machine.
it('Lighthouse finds nothing to mend on the demo, with the widget closed and open', async () => {
  const categories = ['accessibility', 'best-practices'] as const;
  const closed = await inspectLoad(await browser.newPage(), site.url, {
    name: 'closed',
    categories,
  });
  expect(closed.lost).toEqual([]);
  expect(closed.scores).toEqual({ accessibility: 100, 'best-practices': 100 });
  const page = await browser.newPage();
  await page.goto(site.url);
  await openWidget(page);
  const open = await inspectNow(page, { name: 'open', categories: ['accessibility'] });
  expect(open.lost).toEqual([]);
  expect(open.scores).toEqual({ accessibility: 100 });
});
