import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const DRIVERS = ['/usr/bin/WebKitWebDriver', '/usr/local/bin/WebKitWebDriver'];
const XVFB = '/usr/bin/Xvfb';
const PYTHON = '/usr/bin/python3';
const WINDOW = fileURLToPath(new URL('webkit-window.py', import.meta.url));

/** Whether Debian's Python can open a window of WebKitGTK. */
const LIBRARY = 'import gi; gi.require_version("WebKit2", "4.1")';

/** Where WebKitGTK can be driven on this machine. */
export interface WebkitPlaces {
  /** The driver's program. */
  driver: string;
  /** A screen in memory; undefined where the one of this machine's user is taken. */
  xvfb: string | undefined;
}

export interface RunningDriver {
  /** Address of the driver, without a final slash. */
  url: string;
  close(): void;
}

/**
 * WebKitGTK's driver: `WEBKIT_DRIVER` in the environment, else where systems put it. Undefined where
 * there is none, no screen that its window could be drawn on, or no Python that opens it. Debian's
 * packages: webkit2gtk-driver, gir1.2-webkit2-4.1, python3-gi, glib-networking, xvfb.
 */
export function findWebkit(): WebkitPlaces | undefined {
  const { WEBKIT_DRIVER, DISPLAY, WAYLAND_DISPLAY } = process.env;
  const driver = [WEBKIT_DRIVER, ...DRIVERS].find((path) => path && existsSync(path));
  const xvfb = existsSync(XVFB) ? XVFB : undefined;
  const hasScreen = Boolean(xvfb ?? DISPLAY ?? WAYLAND_DISPLAY);
  if (!driver || !hasScreen) return undefined;
  return spawnSync(PYTHON, ['-c', LIBRARY]).status === 0 ? { driver, xvfb } : undefined;
}

/**
 * What a session's capabilities say of the browser.
 * @param folder Empty, for what it keeps.
 * @param proxy Address of the proxy for all hosts but this machine.
 */
export const webkitWindow = (folder: string, proxy: string) => ({
  'webkitgtk:browserOptions': { binary: PYTHON, args: [WINDOW, folder, proxy] },
});

/** Starts the driver, and a screen for the windows that it will open. */
export async function startWebkitDriver({ driver, xvfb }: WebkitPlaces): Promise<RunningDriver> {
  const screen = xvfb ? await startScreen(xvfb) : undefined;
  const port = await freePort();
  const env = { ...process.env, ...(screen && { DISPLAY: screen.display }) };
  const child = spawn(driver, [`--port=${port}`], { env, stdio: 'ignore' });
  const running = {
    url: `http://127.0.0.1:${port}`,
    close() {
      child.kill();
      screen?.child.kill();
    },
  };
  await answering(`${running.url}/status`, child).catch((error: unknown) => {
    running.close();
    throw error;
  });
  return running;
}

async function startScreen(xvfb: string): Promise<{ child: ChildProcess; display: string }> {
  const args = ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const child = spawn(xvfb, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const number = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error('Xvfb ended before it had a screen.')));
    child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim()));
  });
  return { child, display: `:${number}` };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits until something answers at `url`. */
async function answering(url: string, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end;) {
    if (child.exitCode !== null) throw new Error('WebKitWebDriver ended at once.');
    if (await fetch(url).catch(() => undefined)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('WebKitWebDriver did not answer in ten seconds.');
}
