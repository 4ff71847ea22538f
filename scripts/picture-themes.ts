import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { serveSite } from './ask-site.ts';
import { launchChromium } from './chromium.ts';
import { ask, PICTURES, putTogether, take } from './pictures.ts';

const THEMES = ['vitepress', 'docusaurus', 'starlight', 'material'];
const QUESTION = 'keep the authorization header out of the logs';

/** The example's page with an answer, as its own switch makes it. */
async function takeTheme(browser: Browser, url: string, isDark: boolean): Promise<Buffer> {
  const page = await browser.newPage({
    viewport: { width: 720, height: 620 },
    reducedMotion: 'reduce',
  });
  await page.goto(url);
  if (isDark) await page.getByRole('button', { name: 'Dark' }).click();
  await ask(page, QUESTION);
  const picture = await take(page);
  await page.close();
  return picture;
}

const site = await serveSite({ report: (line) => console.error(line) });
const browser = await launchChromium();
for (const name of THEMES) {
  const url = new URL(`examples/themes/${name}.html`, site.url).href;
  const light = await takeTheme(browser, url, false);
  const dark = await takeTheme(browser, url, true);
  const path = join(PICTURES, `theme-${name}.png`);
  await writeFile(path, await putTogether(browser, [light, dark]));
  console.log(path);
}
await browser.close();
await site.close();
