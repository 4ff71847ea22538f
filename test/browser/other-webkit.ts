import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWebkitDriver, webkitWindow, type WebkitPlaces } from '../../scripts/webkit.ts';
import type { OtherBrowser, OtherBrowsers, OtherKey, StartOptions } from './other-browser.ts';
import { clickActions, keyActions, openSession, type WebDriverSession } from './other-webdriver.ts';

/** The protocol's letters for keys that write none. */
const KEYS: Readonly<Record<OtherKey, string>> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  ArrowDown: '\uE015',
};

/** WebKitGTK by its own driver: a process for each browser. */
export async function startWebkit(
  places: WebkitPlaces,
  { proxy: { host, port } }: StartOptions,
): Promise<OtherBrowsers> {
  const driver = await startWebkitDriver(places);
  return {
    async open() {
      const folder = await mkdtemp(join(tmpdir(), 'askpage-webkit-'));
      const session = await openSession(driver.url, webkitWindow(folder, `http://${host}:${port}`));
      return webkitOf(session, () => rm(folder, { recursive: true, force: true }));
    },
    close: () => Promise.resolve(driver.close()),
  };
}

function webkitOf(session: WebDriverSession, forget: () => Promise<void>): OtherBrowser {
  const act = (actions: object) => session.send<unknown>('actions', actions);
  return {
    errors: [],
    async close() {
      await session.close();
      await forget();
    },
    goto: (url) => session.send('url', { url }),
    reload: () => session.send('refresh', {}),
    run: (script, ...args) =>
      session.send('execute/sync', { script: `return (${String(script)})(...arguments)`, args }),
    click: (x, y) => act(clickActions(x, y)),
    type: (text) => act(keyActions(text)),
    press: (key) => act(keyActions([KEYS[key]])),
    screenshot: async () => Buffer.from(await session.send<string>('screenshot'), 'base64'),
  };
}
