import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { serveSite } from './ask-site.ts';
import { launchChromium } from './chromium.ts';

const FOLDER = 'docs/images';
const QUESTION = 'keep the authorization header out of the logs';
/** What stands in the box while results are shown: the question, half typed. */
const TYPED = 'keep the authorization header';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
] as const;
const SCHEMES = ['light', 'dark'] as const;

type Scheme = (typeof SCHEMES)[number];
type Size = (typeof SIZES)[number];

interface Scene {
  url: string;
  scheme: Scheme;
  size: Size;
}

/** Closed, with results while typing, and answered: one page, three pictures. */
async function takePictures(browser: Browser, { url, scheme, size }: Scene): Promise<void> {
  const context = await browser.newContext({
    viewport: size,
    deviceScaleFactor: 1,
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const take = async (name: string) => {
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const path = join(FOLDER, `${name}-${scheme}-${size.width}.png`);
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
    console.log(path);
  };
  await page.goto(url);
  await take('closed');
  await page.locator('ask-page button.trigger').click();
  await after(page, 'ask-hits', () => page.keyboard.type(TYPED));
  // The model that typing has woken would otherwise change the line above the results.
  await page.waitForTimeout(1500);
  await take('hits');
  await page.keyboard.type(QUESTION.slice(TYPED.length));
  await after(page, 'ask-done', () => page.keyboard.press('Enter'));
  await take('answer');
  await context.close();
}

/** Does something and waits until the element has told an event of that type. */
async function after(page: Page, type: string, act: () => Promise<void>): Promise<void> {
  const told = page.evaluate(
    (name) =>
      new Promise<void>((resolve) =>
        document.addEventListener(name, () => requestAnimationFrame(() => resolve()), {
          once: true,
        }),
      ),
    type,
  );
  await act();
  await told;
}

await mkdir(FOLDER, { recursive: true });
const site = await serveSite({ report: (line) => console.error(line) });
const browser = await launchChromium();
for (const size of SIZES) {
  for (const scheme of SCHEMES) await takePictures(browser, { url: site.url, scheme, size });
}
await browser.close();
await site.close();
