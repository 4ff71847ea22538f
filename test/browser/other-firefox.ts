import type { Page } from 'puppeteer-core';
import { launchFirefox } from '../../scripts/firefox.ts';
import type { OtherBrowser, OtherBrowsers, StartOptions } from './other-browser.ts';

/** Firefox by puppeteer over WebDriver BiDi: one process, and a context of its own for each browser. */
export async function startFirefox(
  executablePath: string,
  { proxy: { host, port } }: StartOptions,
): Promise<OtherBrowsers> {
  const browser = await launchFirefox({
    executablePath,
    defaultViewport: { width: 1280, height: 800 },
    extraPrefsFirefox: {
      'network.proxy.type': 1,
      'network.proxy.http': host,
      'network.proxy.http_port': port,
      'network.proxy.ssl': host,
      'network.proxy.ssl_port': port,
    },
  });
  return {
    async open() {
      const context = await browser.createBrowserContext();
      return firefoxOf(await context.newPage(), () => context.close());
    },
    close: () => browser.close(),
  };
}

function firefoxOf(page: Page, close: () => Promise<void>): OtherBrowser {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) errors.push(message.text());
  });
  return {
    errors,
    close,
    goto: (url) => page.goto(url),
    reload: () => page.reload(),
    run: (script, ...args) => page.evaluate(script as (...given: unknown[]) => never, ...args),
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    screenshot: () => page.screenshot(),
  };
}
