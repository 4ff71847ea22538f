import type { Browser, Page } from 'playwright-core';

export const PICTURES = 'docs/images';

/** Opens the widget of a page, asks, and waits until the answer is drawn. */
export async function ask(page: Page, question: string): Promise<void> {
  await page.evaluate(async (words) => {
    await customElements.whenDefined('ask-page');
    await document.querySelector('ask-page')?.ask(words);
  }, question);
  // What comes after the answer, such as a notice, has its place then.
  await page.waitForTimeout(500);
}

/** A picture without anything that moves. */
export const take = (page: Page): Promise<Buffer> =>
  page.screenshot({ animations: 'disabled', caret: 'hide' });

/** Pictures of one size as one, two beside each other. */
export async function putTogether(browser: Browser, pictures: readonly Buffer[]): Promise<Buffer> {
  const page = await browser.newPage({ deviceScaleFactor: 1 });
  const images = pictures.map(
    (each) => `<img src="data:image/png;base64,${each.toString('base64')}">`,
  );
  await page.setContent(
    `<body style="margin:0;display:inline-grid;grid-template-columns:auto auto">${images.join('')}</body>`,
  );
  const whole = await page.locator('body').screenshot();
  await page.close();
  return whole;
}
