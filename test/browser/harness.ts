import type { Browser, BrowserContext, Locator, Page, Worker } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchChromium } from '../../scripts/chromium.ts';
import { serveSite, type Site } from './site.ts';

/** What an `ask-*` event said. */
export interface Told {
  type: string;
  question?: string;
  /** Kind and text of the answer. */
  kind?: string;
  text?: string;
  hits?: number;
  error?: string;
  /** Of the error. */
  code?: string;
}

/** A reader with a browser of their own: nothing kept from others. */
export interface Reader {
  page: Page;
  context: BrowserContext;
  /** Addresses that this browser asked for, workers included. */
  requests: string[];
  /** Lines of warnings and errors in the console. */
  console: string[];
  /** Uncaught errors, and what the page's policy refused. */
  errors: string[];
  trigger: Locator;
  dialog: Locator;
  box: Locator;
  status: Locator;
  hits: Locator;
  sources: Locator;
  answer: Locator;
  alert: Locator;
  notices: Locator;
  open(path: string): Promise<void>;
  /** Clicks the button and types, as with a keyboard. */
  type(text: string): Promise<void>;
  /** Types, presses Enter and waits for the question's end. */
  ask(question: string): Promise<void>;
  events(type?: string): Promise<Told[]>;
  /** Waits until `count` events of that type have been told. */
  told(type: string, count?: number): Promise<Told>;
  /** Waits until a worker of that kind runs. */
  worker(kind: 'retrieve' | 'embed'): Promise<Worker>;
}

export interface VisitOptions {
  /** Runs before each page's own scripts; a policy of the page doesn't hold for it. */
  before?: (() => void) | { content: string };
  context?: BrowserContext;
  /** Until the file's end, for several tests that ask one page. */
  stays?: boolean;
}

export interface Stage {
  readonly site: Site;
  readonly browser: Browser;
  visit(path: string, options?: VisitOptions): Promise<Reader>;
}

/** One server and one browser for a test file; each visit has a context of its own. */
export function useStage(args: string[] = []): Stage {
  let site: Site | undefined;
  let browser: Browser | undefined;
  const readers = new Set<Reader>();
  const staying = new Set<Reader>();
  beforeAll(async () => {
    site = await serveSite();
    // No test may reach the network: only the loopback address has a name here.
    const offline = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';
    browser = await launchChromium({ args: [offline, ...args] });
  });
  afterEach(async ({ task }) => {
    const isFailed = task.result?.state === 'fail';
    for (const reader of isFailed ? [...readers, ...staying] : []) await report(reader);
    for (const reader of readers) await reader.context.close();
    readers.clear();
    site?.reset();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  const present = <T>(part: T | undefined): T => {
    if (!part) throw new Error('The stage is built in beforeAll.');
    return part;
  };
  return {
    get site() {
      return present(site);
    },
    get browser() {
      return present(browser);
    },
    async visit(path, { before, context, stays = false } = {}) {
      const place = context ?? (await present(browser).newContext());
      place.setDefaultTimeout(15_000);
      const reader = await newReader(place, present(site).url);
      (stays ? staying : readers).add(reader);
      if (before) await reader.page.addInitScript(before);
      await reader.open(path);
      return reader;
    },
  };
}

/** What a failed test's reader saw. */
async function report(reader: Reader): Promise<void> {
  const text = await reader.dialog.innerText({ timeout: 500 }).catch(() => 'no dialog');
  console.log([text, ...reader.console, ...reader.errors].join('\n').slice(0, 3000));
}

async function newReader(context: BrowserContext, base: string): Promise<Reader> {
  const page = await context.newPage();
  await page.addInitScript(recordEvents);
  const find = (selector: string) => page.locator(`ask-page ${selector}`);
  const events = async (type?: string) => {
    const all = await page.evaluate(() => (globalThis as unknown as Recorded).askEvents);
    return all.filter((event) => !type || event.type === type);
  };
  const reader: Reader = {
    ...{ page, context, requests: [], console: [], errors: [], events },
    trigger: find('[part=trigger]').first(),
    dialog: find('dialog').first(),
    box: find('[part=input]').first(),
    status: find('[role=status]').first(),
    hits: find('[part=hit]'),
    sources: find('[part=source]'),
    answer: find('[part=answer]'),
    alert: find('[role=alert]'),
    notices: find('.notices:not(:empty)'),
    open: async (path) => {
      await page.goto(new URL(path, base).href);
      await reader.box.waitFor({ state: 'attached' });
    },
    type: async (text) => {
      if (!(await reader.box.isVisible())) await reader.trigger.click();
      await reader.box.fill('');
      await page.keyboard.type(text);
    },
    ask: async (question) => {
      const before = (await events('ask-done')).length;
      await reader.type(question);
      await page.keyboard.press('Enter');
      await reader.told('ask-done', before + 1);
    },
    told: async (type, count = 1) => {
      let list: Told[] = [];
      const poll = async () => (list = await events(type)).length;
      await expect.poll(poll, { timeout: 30_000, interval: 50 }).toBeGreaterThanOrEqual(count);
      return list[count - 1] ?? { type };
    },
    worker: (kind) => findWorker(page, kind),
  };
  listen(reader);
  return reader;
}

interface Recorded {
  askEvents: Told[];
  refused: string[];
}

/** Runs in the page: keeps what the element tells its owner. */
export function recordEvents(): void {
  const scope = globalThis as unknown as Recorded;
  scope.askEvents = [];
  scope.refused = [];
  const types = ['ask-open', 'ask-close', 'ask-hits', 'ask-answer', 'ask-done', 'ask-error'];
  for (const type of types) {
    document.addEventListener(type, (event) => {
      const { question, answer, hits, error } = event as unknown as {
        question?: string;
        answer?: { kind: string; text: string };
        hits?: unknown[];
        error?: { message: string; code: string };
      };
      scope.askEvents.push({
        type,
        ...(question !== undefined && { question }),
        ...(answer && { kind: answer.kind, text: answer.text }),
        ...(hits && { hits: hits.length }),
        ...(error && { error: error.message, code: error.code }),
      });
    });
  }
  document.addEventListener('securitypolicyviolation', (event) => {
    scope.refused.push(`${event.effectiveDirective} refused ${event.blockedURI}`);
  });
}

/** What the page's policy refused. */
export const refusedOn = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as Recorded).refused);

/** A Chromium that has the interface of a built-in model, and no model, says so whenever it is asked. */
const NO_MODEL = /^Unable to create a text session/;

function listen({ page, context, requests, console: lines, errors }: Reader): void {
  context.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    const isTold = ['warning', 'error'].includes(message.type());
    if (isTold && !NO_MODEL.test(message.text())) lines.push(message.text());
  });
}

async function findWorker(page: Page, kind: string): Promise<Worker> {
  const find = () => page.workers().find((worker) => worker.url().includes(`askpage-${kind}-`));
  await expect.poll(find, { timeout: 15_000 }).toBeDefined();
  const found = find();
  if (!found) throw new Error(`No ${kind} worker runs.`);
  return found;
}

/** Waits until `read` gives what `check` wants; without evaluating strings, which a strict policy refuses. */
export async function until<T>(
  read: () => Promise<T> | T,
  check: (value: T) => boolean,
): Promise<T> {
  let value: T | undefined;
  const poll = async () => check((value = await read()));
  await expect.poll(poll, { timeout: 15_000, interval: 50 }).toBe(true);
  return value as T;
}

/** Waits until the text of `place` holds, or matches, `text`. */
export async function shows(place: Locator, text: string | RegExp): Promise<void> {
  const read = async () => {
    const shown = await place
      .first()
      .innerText({ timeout: 500 })
      .catch(() => '');
    return shown.replace(/\s+/g, ' ');
  };
  const matcher = expect.poll(read, { timeout: 15_000, interval: 50 });
  if (typeof text === 'string') await matcher.toContain(text);
  else await matcher.toMatch(text);
}
