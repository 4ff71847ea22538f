import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { DEMO_FOLDER } from '../../scripts/demo.ts';
import { recordEvents, type Told } from './harness.ts';
import type { OtherBrowser, OtherBrowsers, StartOptions } from './other-browser.ts';
import { startNoWayOut, type NoWayOut } from './other-proxy.ts';
import { send, serveSite, type Site } from './site.ts';

/** What the page's own recorder keeps. */
interface Recorded {
  askEvents: Told[];
  refused: string[];
  thrown: string[];
}

/** Runs in the page: keeps its errors, and what is written as such into the console. */
function recordFaults(): void {
  const thrown: string[] = [];
  Object.assign(globalThis, { thrown });
  addEventListener('error', ({ message }) => thrown.push(message));
  addEventListener('unhandledrejection', ({ reason }) => thrown.push(String(reason)));
  for (const level of ['error', 'warn'] as const) {
    const write = console[level].bind(console);
    console[level] = (...words: unknown[]) => {
      thrown.push(words.map(String).join(' '));
      write(...words);
    };
  }
}

/** As a file, since a strict policy refuses a script in the page. */
const RECORDER = `(${String(recordEvents)})();(${String(recordFaults)})();`;

const recorded = (html: string) =>
  html.replace(/<title>/, '<script src="/recorder.js"></script><title>');

/** A reader in another browser than Chromium. */
export interface OtherReader {
  browser: OtherBrowser;
  /** Clicks the middle of the first element of the widget that fits. */
  click(selector: string): Promise<void>;
  /** Text of the widget's elements that fit, as a reader sees it. */
  text(selector: string): Promise<string>;
  /** Waits until that text holds, or matches, `words`. */
  shows(selector: string, words: string | RegExp): Promise<void>;
  /** Opens the dialog if need be, and types in place of what stands in the box. */
  type(words: string): Promise<void>;
  /** Types, presses Enter and waits for the question's end. */
  ask(question: string): Promise<void>;
  events(type: string): Promise<Told[]>;
  /** What the page's policy refused, the page threw or complained of, and the browser told. */
  faults(): Promise<{ refused: string[]; thrown: string[]; told: string[] }>;
  /** Expects that nothing was refused, nothing failed and no other host was asked for. */
  expectClean(): Promise<void>;
}

export interface OtherStage {
  readonly site: Site;
  /** Hosts that were asked for, other than the site and the browser's own. */
  foreign(): string[];
  /** Adds a page with the recorder. */
  page(path: string, html: string): void;
  visit(path: string): Promise<OtherReader>;
}

/** Of what a Firefox asks for by itself. */
const OWN_HOSTS = /(?:mozilla\.(?:com|org|net)|mozgcp\.net|firefox\.com):\d+$|^detectportal\./;

/** One server and one kind of browser for a test file; each visit has a browser that kept nothing. */
export function useOther(start: (options: StartOptions) => Promise<OtherBrowsers>): OtherStage {
  let site: Site;
  let proxy: NoWayOut;
  let browsers: OtherBrowsers;
  const readers = new Set<OtherReader>();
  beforeAll(async () => {
    site = await serveSite();
    proxy = await startNoWayOut();
    browsers = await start({ proxy });
  });
  afterEach(async ({ task }) => {
    for (const reader of readers) {
      if (task.result?.state === 'fail') await report(reader);
      await reader.browser.close();
    }
    readers.clear();
    site.reset();
    proxy.hosts.length = 0;
  });
  afterAll(async () => {
    await browsers.close();
    await proxy.close();
    await site.close();
  });
  const foreign = () => proxy.hosts.filter((host) => !OWN_HOSTS.test(host));
  return {
    get site() {
      return site;
    },
    foreign,
    page: (path, html) => site.page(path, recorded(html)),
    async visit(path) {
      site.page('/recorder.js', '');
      site.fault(/^\/recorder\.js$/, send('text/javascript', RECORDER));
      const reader = readerOf(await browsers.open(), foreign);
      readers.add(reader);
      await reader.browser.goto(new URL(path, site.url).href);
      return reader;
    },
  };
}

/** A page of the demo, with the recorder. */
export const demoPage = (path: string) => readFileSync(`${DEMO_FOLDER}/${path}`, 'utf8');

/** Runs in the page: what an element of the widget looks like, and where its middle is. */
function look(selector: string): { text: string; x: number; y: number } | undefined {
  const all = document.querySelector('ask-page')?.shadowRoot?.querySelectorAll(selector) ?? [];
  const seen = [...all].filter((element) => element.checkVisibility()) as HTMLElement[];
  const [first] = seen;
  if (!first) return undefined;
  const { left, top, width, height } = first.getBoundingClientRect();
  const text = seen.map(({ innerText }) => innerText.replace(/\s+/g, ' ')).join('\n');
  return { text, x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
}

function readerOf(browser: OtherBrowser, foreign: () => string[]): OtherReader {
  const wait = { timeout: 20_000, interval: 50 };
  const text = async (selector: string) => (await browser.run(look, selector))?.text ?? '';
  const events = async (type: string) => {
    const all = await browser.run(() => (globalThis as unknown as Recorded).askEvents);
    return all.filter((event) => event.type === type);
  };
  const ends = async () => (await events('ask-done')).length;
  const reader: OtherReader = {
    ...{ browser, events, text },
    async click(selector) {
      await expect.poll(() => browser.run(look, selector), wait).toBeDefined();
      const { x = 0, y = 0 } = (await browser.run(look, selector)) ?? {};
      await browser.click(x, y);
    },
    async shows(selector, words) {
      const matcher = expect.poll(() => text(selector), wait);
      await (typeof words === 'string' ? matcher.toContain(words) : matcher.toMatch(words));
    },
    async type(words) {
      if (!(await browser.run(look, 'dialog'))) await reader.click('[part=trigger]');
      await reader.click('[part=input]');
      await browser.run(selectBox);
      await browser.type(words);
    },
    async ask(question) {
      const before = await ends();
      await reader.type(question);
      await browser.press('Enter');
      await expect.poll(ends, wait).toBe(before + 1);
    },
    async faults() {
      const seen = await browser.run(() => {
        const { refused, thrown } = globalThis as unknown as Recorded;
        return { refused, thrown };
      });
      return { ...seen, told: browser.errors };
    },
    async expectClean() {
      expect(await reader.faults()).toEqual({ refused: [], thrown: [], told: [] });
      expect(foreign()).toEqual([]);
    },
  };
  return reader;
}

/** Runs in the page: what is typed next takes the place of what stands in the box. */
function selectBox(): void {
  document.querySelector('ask-page')?.shadowRoot?.querySelector('input')?.select();
}

/** What a failed test's reader saw. */
async function report(reader: OtherReader): Promise<void> {
  const seen = await reader.text('dialog').catch(() => 'no dialog');
  const faults = await reader.faults().catch(() => ({}));
  console.log([seen, JSON.stringify(faults, null, 1)].join('\n').slice(0, 3000));
}
