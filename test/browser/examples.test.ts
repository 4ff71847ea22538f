import { readdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useStage } from './harness.ts';
import { GARDEN, pageOf } from './site.ts';

const stage = useStage();

/** A page of the demo's, without what the harness needs of it: its widget may have no button. */
async function open(path: string): Promise<{ page: Page; errors: string[] }> {
  const page = await stage.browser.newPage();
  page.setDefaultTimeout(15_000);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (line) => {
    if (line.type() === 'error') errors.push(line.text());
  });
  await page.goto(new URL(path, stage.site.url).href);
  return { page, errors };
}

const backgroundOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);

describe('the examples', () => {
  it.each(['html', 'react', 'vue', 'svelte'])(
    'in %s: its own button opens the widget, its own markup tells the answer, its switch darkens both',
    async (name) => {
      const { page, errors } = await open(`examples/${name}/index.html`);
      const told = page.locator('.told');
      await expect.poll(() => told.textContent()).toContain('Nothing has been asked yet.');
      const light = await backgroundOf(page, 'body');
      expect(await backgroundOf(page, 'ask-page [part=dialog]')).toBe('rgb(255, 255, 255)');
      await page.getByRole('button', { name: 'Dark' }).click();
      expect(await backgroundOf(page, 'body')).not.toBe(light);
      expect(await backgroundOf(page, 'ask-page [part=dialog]')).not.toBe('rgb(255, 255, 255)');
      // What is set as a property is no text, and what is set as text has arrived.
      expect(await page.evaluate(() => document.querySelector('ask-page')?.parts)).toEqual({
        languages: 'all',
      });
      await page.getByRole('button', { name: 'Search' }).click();
      const box = page.locator('ask-page [part=input]');
      expect(await box.getAttribute('placeholder')).toBe('Ask the Fastify docs');
      await box.fill('keep the authorization header out of the logs');
      await box.press('Enter');
      await expect
        .poll(() => page.locator('ask-page [part=answer]').textContent())
        .toContain('redaction');
      await expect
        .poll(() => told.textContent())
        .toMatch(/“keep the authorization header out of the logs”: extractive, [1-9] sources/);
      expect(errors).toEqual([]);
      await page.close();
    },
  );
});

interface Contrast {
  pair: string;
  ratio: number;
}

/** Runs in the page. @param pairs Names of two of the widget's colours each, the ground second. */
function readContrasts(pairs: readonly (readonly [string, string])[]): Contrast[] {
  const root = document.querySelector('ask-page')?.shadowRoot;
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const probe = document.createElement('i');
  root?.append(probe);
  const paint = (name: string) => {
    probe.style.setProperty('color', `var(--_${name})`);
    if (context) context.fillStyle = getComputedStyle(probe).color;
    context?.fillRect(0, 0, 1, 1);
  };
  // As WCAG 2 defines relative luminance and contrast.
  const luminance = () => {
    const [r = 0, g = 0, b = 0] = [...(context?.getImageData(0, 0, 1, 1).data ?? [])].map((byte) =>
      byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrasts = pairs.map(([over, ground]) => {
    paint(ground);
    const below = luminance();
    paint(over);
    const above = luminance();
    const ratio = (Math.max(above, below) + 0.05) / (Math.min(above, below) + 0.05);
    return { pair: `${over} on ${ground}`, ratio };
  });
  probe.remove();
  return contrasts;
}

/** Text on its ground. */
const READ = [
  ...[['text', 'surface'] as const, ['text', 'raised'] as const],
  ...[['muted', 'surface'] as const, ['muted', 'raised'] as const],
  ...[['accent', 'surface'] as const, ['accent', 'raised'] as const],
  ...[['on-accent', 'accent'] as const, ['alarm', 'surface'] as const],
];
/** Lines and marks. */
const SEEN = [['doubt', 'surface'] as const, ['accent', 'raised'] as const];

async function tooFaint(page: Page): Promise<Contrast[]> {
  const read = await page.evaluate(readContrasts, READ);
  const seen = await page.evaluate(readContrasts, SEEN);
  // Unreadable as they may be, all of them must have been there.
  expect(read.length + seen.length).toBe(READ.length + SEEN.length);
  return [...read.filter(({ ratio }) => ratio < 4.5), ...seen.filter(({ ratio }) => ratio < 3)];
}

const THEMES = readdirSync('src/themes').map((file) => file.replace('.css', ''));

describe('the colours', () => {
  it('can be read without a theme, in the light and in the dark', async () => {
    const head = '<meta name="color-scheme" content="light dark">';
    stage.site.page('/plain.html', pageOf({ body: GARDEN, head }));
    const { page } = await open('plain.html');
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await tooFaint(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await tooFaint(page)).toEqual([]);
    await page.close();
  });

  it.each(THEMES)('of %s can be read, are the page’s own, and follow its switch', async (name) => {
    const { page, errors } = await open(`examples/themes/${name}.html`);
    const read = async () => ({
      faint: await tooFaint(page),
      surface: await backgroundOf(page, 'ask-page [part=dialog]'),
      site: await backgroundOf(page, 'body'),
    });
    const light = await read();
    expect(light).toMatchObject({ faint: [], surface: light.site });
    await page.getByRole('button', { name: 'Dark' }).click();
    const dark = await read();
    expect(dark.faint).toEqual([]);
    expect(dark.surface).not.toBe(light.surface);
    expect(errors).toEqual([]);
    await page.close();
  });

  it.each(THEMES)('of %s can be read where the site has no variables', async (name) => {
    const head = `<link rel="stylesheet" href="/askpage/themes/${name}.css">`;
    stage.site.page(`/${name}.html`, pageOf({ body: GARDEN, head }));
    const { page } = await open(`${name}.html`);
    expect(await tooFaint(page)).toEqual([]);
    await page.evaluate(() => {
      document.documentElement.className = 'dark';
      document.documentElement.dataset.theme = 'light';
      document.documentElement.dataset.mdColorScheme = 'slate';
    });
    expect(await tooFaint(page)).toEqual([]);
    await page.close();
  });
});
