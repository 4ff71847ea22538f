import { existsSync } from 'node:fs';
import { launch, type Browser, type LaunchOptions } from 'puppeteer-core';

const PLACES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** A Firefox on this machine: `FIREFOX` in the environment, else where systems put it. */
export function findFirefox(): string | undefined {
  return [process.env.FIREFOX, ...PLACES].find((path) => path && existsSync(path));
}

/** Starts the browser without a window. */
export function launchFirefox({ extraPrefsFirefox, ...options }: LaunchOptions): Promise<Browser> {
  return launch({
    browser: 'firefox',
    headless: true,
    // Whether there is WebGPU would otherwise depend on version and machine.
    extraPrefsFirefox: { 'dom.webgpu.enabled': false, ...extraPrefsFirefox },
    ...options,
  });
}
