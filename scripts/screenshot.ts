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

/** `--all`: every form in every scheme and size; else the repository keeps few of them. */
const isAll = process.argv.includes('--all');
const FEW = ['start', 'panel', 'inline'];

function isWanted(name: string, scheme: Scheme, { width }: Size): boolean {
  return isAll || !FEW.includes(name) || (scheme === 'light') === (width === 1280);
}

/** Closed, opened, with results while typing, and answered: in the dialog, beside the page and in it. */
async function takePictures(browser: Browser, { url, scheme, size }: Scene): Promise<void> {
  const context = await browser.newContext({
    viewport: size,
    deviceScaleFactor: 1,
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const take = async (name: string) => {
    if (!isWanted(name, scheme, size)) return;
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const path = join(FOLDER, `${name}-${scheme}-${size.width}.png`);
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
    console.log(path);
  };
  await page.goto(url);
  await take('closed');
  await page.locator('ask-page [part=trigger]').click();
  await page.locator('ask-page [part=body]').waitFor();
  await settle(page);
  await take('start');
  await after(page, 'ask-hits', () => page.keyboard.type(TYPED));
  await settle(page);
  await take('hits');
  await page.keyboard.type(QUESTION.slice(TYPED.length));
  await after(page, 'ask-done', () => page.keyboard.press('Enter'));
  await take('answer');
  await page.goto(url);
  await page.evaluate(standAs, 'panel');
  await page.locator('ask-page [part=trigger]').click();
  await askIn(page);
  await take('panel');
  await page.goto(url);
  await page.evaluate(standAs, 'inline');
  await askIn(page);
  await take('inline');
  await context.close();
}

/** What loads with the index, or wakes with typing, would otherwise change what is shown. */
const settle = (page: Page) => page.waitForTimeout(1500);

/** Runs in the page: another form; in the flow, below the page's title. */
function standAs(mode: string): void {
  const element = document.querySelector('ask-page');
  element?.setAttribute('mode', mode);
  if (element && mode === 'inline') document.querySelector('main h1')?.after(element);
}

async function askIn(page: Page): Promise<void> {
  await page.locator('ask-page [part=input]').fill(QUESTION);
  await after(page, 'ask-done', () => page.locator('ask-page [part=input]').press('Enter'));
  await settle(page);
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
