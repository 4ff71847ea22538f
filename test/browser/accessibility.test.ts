import { beforeEach, expect, it } from 'vitest';
import { useFakeEngine } from './fake-engine.ts';
import { shows, useStage, type Reader } from './harness.ts';
import { GARDEN, pageOf } from './site.ts';

const stage = useStage();

beforeEach(() => stage.site.page('/garden.html', pageOf({ body: GARDEN })));

/** Controls of the element without a name, as assistive technology sees them. */
async function unnamed({ page }: Reader): Promise<string[]> {
  const tree = await page.locator('ask-page').ariaSnapshot();
  return tree
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^- (?:button|link|textbox|progressbar|dialog|region)\b(?! ")/.test(line));
}

it('every control has a name, in every state', async () => {
  const reader = await stage.visit('/garden.html');
  await reader.page.evaluate(useFakeEngine, {
    ...{ pieces: ['At nine [1].'], availability: 'download' as const, loadFails: 1 },
  });
  expect(await unnamed(reader)).toEqual([]);
  await reader.type('gate');
  await reader.hits.first().waitFor();
  expect(await unnamed(reader)).toEqual([]);
  await reader.ask('When is the gate locked?');
  await shows(reader.page.locator('ask-page [part=engine]'), 'Download');
  expect(await unnamed(reader)).toEqual([]);
  await reader.page.getByRole('button', { name: 'Download 879 MB' }).click();
  await shows(reader.alert, 'models.test did not answer');
  expect(await unnamed(reader)).toEqual([]);
});

it('dialog, search and box are what they seem', async () => {
  const reader = await stage.visit('/garden.html');
  const { page } = reader;
  expect(await page.getByRole('button', { name: 'Ask' }).getAttribute('aria-haspopup')).toBe(
    'dialog',
  );
  await reader.trigger.click();
  await page.getByRole('dialog', { name: 'Ask about this site' }).waitFor();
  await page.getByRole('search').getByRole('textbox', { name: 'Your question' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await reader.dialog.waitFor({ state: 'hidden' });
});

it('sources are a numbered list under a heading of their own', async () => {
  const reader = await stage.visit('/garden.html');
  await reader.ask('When is the gate locked?');
  const region = reader.page.getByRole('region', { name: 'Sources' });
  await region.getByRole('heading', { name: 'Sources' }).waitFor();
  const items = await region.getByRole('listitem').count();
  expect(items).toBeGreaterThan(0);
  expect(await region.getByRole('link').count()).toBe(items);
  await reader.page
    .getByRole('link', { name: /^Source 1: / })
    .first()
    .waitFor();
});

it('the Tab key reaches every control and does not leave for the page behind', async () => {
  stage.site.page('/links.html', pageOf({ body: `<a href="#x">behind</a>${GARDEN}` }));
  const reader = await stage.visit('/links.html');
  await reader.type('gate');
  await reader.hits.first().waitFor();
  const reached = new Set<string>();
  for (let step = 0; step < 8; step++) {
    await reader.page.keyboard.press('Tab');
    reached.add(
      await reader.page.evaluate(() => {
        const outer = document.activeElement;
        const inner = outer?.shadowRoot?.activeElement ?? outer;
        return (inner?.getAttribute('aria-label') ?? inner?.textContent ?? '').trim();
      }),
    );
  }
  expect(reached).toContain('Close');
  expect(reached).toContain('Your question');
  expect([...reached].some((name) => name.includes('The gate is locked'))).toBe(true);
  expect(reached).not.toContain('behind');
});
