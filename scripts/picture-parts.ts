import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { elementOf, readManifest } from './api-manifest.ts';
import { serveSite } from './ask-site.ts';
import { launchChromium } from './chromium.ts';
import { ask, PICTURES, putTogether, take } from './pictures.ts';

const QUESTION = 'keep the authorization header out of the logs';
const NAMES = elementOf(readManifest()).cssParts.map(({ name }) => name);

/**
 * Runs in the page: a frame around the first element of each part that is in view, with its number at the
 * upper left corner; above the dialog where it is open. Returns the names that got one.
 * @param done Names that an earlier picture shows.
 */
function drawNumbers({
  names,
  done,
}: {
  names: readonly string[];
  done: readonly string[];
}): string[] {
  const root = document.querySelector('ask-page')?.shadowRoot;
  const dialog = root?.querySelector('dialog');
  const isOpen = dialog?.open === true;
  const body = root?.querySelector('[part~=body]');
  /** The box's lower end where it is in view: what scrolls is cut off. */
  const endOf = (element: Element) => {
    const { top, bottom, width, height } = element.getBoundingClientRect();
    const area =
      body?.contains(element) && body !== element ? body.getBoundingClientRect() : undefined;
    const [least, most] = [area?.top ?? 0, (area?.bottom ?? innerHeight) - 4];
    const isSeen = width > 0 && height > 0 && top >= least - 4 && top < most - 16;
    return isSeen ? Math.min(bottom, most) : undefined;
  };
  const places: { x: number; y: number }[] = [];
  const draw = (tag: string, style: Record<string, string>) => {
    const drawn = document.createElement(tag);
    for (const [property, value] of Object.entries({ position: 'fixed', ...style })) {
      drawn.style.setProperty(property, value);
    }
    (isOpen ? dialog : document.body).append(drawn);
    return drawn;
  };
  return names.filter((name, index) => {
    if (done.includes(name) || (isOpen && name === 'trigger')) return false;
    const found = [...(root?.querySelectorAll(`[part~="${name}"]`) ?? [])];
    const element = found.find((each) => endOf(each) !== undefined);
    const box = element?.getBoundingClientRect();
    const end = element && endOf(element);
    if (!box || end === undefined) return false;
    draw('i', {
      ...{ left: `${box.left - 2}px`, top: `${box.top - 2}px`, 'z-index': '8' },
      ...{
        width: `${box.width}px`,
        height: `${end - box.top}px`,
      },
      ...{ border: '1px dashed #c2185b', 'border-radius': '4px', 'pointer-events': 'none' },
    });
    let x = box.left - 18;
    const y = box.top - 12;
    // Corners that fall together are numbered side by side.
    while (places.some((other) => Math.abs(other.x - x) < 24 && Math.abs(other.y - y) < 20))
      x += 24;
    places.push({ x, y });
    const label = draw('b', {
      ...{ left: `${x}px`, top: `${y}px`, 'z-index': '9', 'min-width': '20px', height: '20px' },
      ...{ 'border-radius': '10px', padding: '0 4px', 'box-sizing': 'border-box' },
      ...{ background: '#c2185b', color: '#fff', 'text-align': 'center' },
      ...{ font: '600 12px/20px system-ui, sans-serif', 'box-shadow': '0 0 0 2px #fff' },
    });
    label.textContent = String(index + 1);
    return true;
  });
}

async function numbered(
  page: Page,
  done: readonly string[],
): Promise<{ picture: Buffer; names: string[] }> {
  // A number that lies over the frame's edge must show.
  await page.addStyleTag({ content: 'ask-page::part(dialog) { overflow: visible }' });
  const names = await page.evaluate(drawNumbers, { names: NAMES, done });
  return { picture: await take(page), names };
}

const site = await serveSite({ report: (line) => console.error(line) });
const browser = await launchChromium();
const viewport = { width: 720, height: 640 };
const open = async (path: string) => {
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce', colorScheme: 'light' });
  // The compiler that runs this script names functions by a helper, which the page lacks.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.goto(new URL(path, site.url).href);
  await page.waitForFunction(() => document.querySelector('ask-page')?.shadowRoot);
  return page;
};
const scenes: ((page: Page) => Promise<unknown>)[] = [
  async () => {},
  async (page) => {
    await page.locator('ask-page [part=trigger]').click();
    await page.locator('ask-page [part=suggestion]').first().waitFor();
  },
  async (page) => {
    await page.locator('ask-page [part=trigger]').click();
    await page.keyboard.type('authorization header');
    await page.locator('ask-page [part=hit]').first().waitFor();
    await page.waitForTimeout(1000);
  },
  (page) => ask(page, QUESTION),
  async (page) => {
    await page.evaluate(() => document.querySelector('ask-page')?.setAttribute('debug', ''));
    await ask(page, QUESTION);
    await page.locator('ask-page [part=inspector]').scrollIntoViewIfNeeded();
    await page.locator('ask-page [part=citation]').last().hover();
    await page.locator('ask-page [part=source-card]').waitFor();
  },
  async (page) => {
    await ask(page, QUESTION);
    await page.locator('ask-page [part=privacy-toggle]').click();
    await page.locator('ask-page [part=privacy]').scrollIntoViewIfNeeded();
  },
  async (page) => {
    await ask(page, QUESTION);
    await page.locator('ask-page [part=models-toggle]').click();
    await page.locator('ask-page [part=models]').scrollIntoViewIfNeeded();
  },
  async (page) => {
    await ask(page, 'what is a decorator?');
    await ask(page, QUESTION);
    await page.locator('ask-page [part=thread]').scrollIntoViewIfNeeded();
  },
  async (page) => {
    await ask(page, 'who won the football match on sunday?');
    await page.locator('ask-page [part=unanswered-toggle]').click();
    await page.locator('ask-page [part=unanswered]').scrollIntoViewIfNeeded();
  },
];
const pictures: Buffer[] = [];
const shown = new Set<string>();
for (const scene of scenes) {
  const page = await open('Reference/Logging.html');
  await scene(page);
  const { picture, names } = await numbered(page, [...shown]);
  pictures.push(picture);
  names.forEach((name) => shown.add(name));
  await page.close();
}
const path = join(PICTURES, 'parts.png');
await writeFile(path, await putTogether(browser, pictures));
console.log(path, 'lacks', NAMES.filter((name) => !shown.has(name)).join(', '));
await browser.close();
await site.close();
