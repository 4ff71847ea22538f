import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { cutOff, faintTexts, smallTargets } from './access-checks.ts';
import { tourAnswers, tourBroken, tourModel, tourSite, type Look } from './access-tour.ts';
import { useStage } from './harness.ts';

const stage = useStage();

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds on the whole page, the element's inside included. Every rule counts, none is left out. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate((values) => {
    const { axe } = globalThis as unknown as { axe: { run(o: object): Promise<AxeResults> } };
    const rules = { 'target-size': { enabled: true } };
    return axe.run({ runOnly: { type: 'tag', values }, rules, resultTypes: ['violations'] });
  }, RULES);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

const WIDE = { width: 1280, height: 720 };
/** A window of 1280 by 1024 pixels at 400 %. */
const ZOOMED = { width: 320, height: 256 };

/** What WCAG 1.4.12 lets a reader set. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important } p { margin-block-end: 2em !important }`;

/** As a reader's own style sheet, which holds in the element, too. */
const setSpacing = (page: Page, css: string | undefined) =>
  page.evaluate((text) => {
    const root = document.querySelector('ask-page')?.shadowRoot;
    if (!root) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text ?? '');
    const others =
      text === undefined ? root.adoptedStyleSheets.slice(0, -1) : root.adoptedStyleSheets;
    root.adoptedStyleSheets = text === undefined ? others : [...others, sheet];
  }, css);

/** In light and dark, in a small window, and with wider spacing: what is wrong. */
const lookInto =
  (wrong: string[]): Look =>
  async (state, { page }) => {
    const note = (how: string, found: string[]) =>
      wrong.push(...found.map((each) => `${state}, ${how}: ${each}`));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      note(colorScheme, await violations(page));
      note(colorScheme, await page.evaluate(faintTexts));
    }
    note('wide', await page.evaluate(smallTargets));
    await resize(page, ZOOMED);
    note('zoomed', await page.evaluate(smallTargets));
    note('zoomed', await page.evaluate(cutOff));
    await setSpacing(page, SPACING);
    note('zoomed and spaced', await page.evaluate(cutOff));
    await resize(page, WIDE);
    note('spaced', await page.evaluate(cutOff));
    await setSpacing(page, undefined);
    if (process.env.PICTURES) await takePictures(state, page);
  };

/** Until the page has heard of it: it does so with the next frame. */
async function resize(page: Page, size: typeof WIDE): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
}

async function takePictures(state: string, page: Page): Promise<void> {
  const take = async (how: string) =>
    page.screenshot({ path: `${process.env.PICTURES}/${state.replace(/\W+/g, '-')}-${how}.png` });
  for (const width of [1280, 360])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 740 });
      await take(`${width}-${colorScheme}`);
    }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  await page.setViewportSize(WIDE);
  await take('forced');
  await page.emulateMedia({ forcedColors: null, contrast: 'more' });
  await take('more');
  await page.emulateMedia({ contrast: null });
}

const wrong: string[] = [];

it.each([
  ['questions and answers', tourAnswers],
  ['a language model', tourModel],
  ['a site with an index', tourSite],
  ['what is missing or broken', tourBroken],
])('nothing is wrong in any state: %s', async (_, tour) => {
  wrong.length = 0;
  await tour(stage, lookInto(wrong));
  expect(wrong).toEqual([]);
});
