import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** Keeps the browser from calling home, and lets it run as root in a container. */
const QUIET = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** WebGPU in software, for machines without a graphics card. */
export const SOFTWARE_WEBGPU = [
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-features=Vulkan',
];

/** A Chromium on this machine: `CHROMIUM` in the environment, else where systems put it. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM, ...PLACES].find((path) => path && existsSync(path));
}

/** As `findChromium`, but installs Debian's package where there is none and apt may be used. */
export function requireChromium(): string {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error('Chromium is missing: installing the package "chromium" with apt-get.');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const options = { stdio: ['ignore', 'ignore', 'inherit'] as const, env };
    spawnSync('apt-get', ['update', '-qq'], { ...options, stdio: [...options.stdio] });
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], {
      ...options,
      stdio: [...options.stdio],
    });
  }
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(
    'No Chromium or Chrome was found. Install one, or set CHROMIUM to the path of its program.',
  );
}

/** Starts the browser. */
export function launchChromium({ args = [], ...options }: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: requireChromium(),
    args: [...QUIET, ...args],
    ...options,
  });
}
