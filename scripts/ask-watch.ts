import type { BrowserContext, ConsoleMessage, Request } from 'playwright-core';

/** What a page asked of the network over its whole life. */
export interface Requests {
  total: number;
  /** Addresses of another origin than the page's. */
  foreign: string[];
}

export interface Watch {
  readonly requests: Requests;
  readonly errors: string[];
  /** Addresses in the order in which they were asked for. */
  readonly urls: string[];
  /** From here on nothing is noted: a closing page breaks off what it loads. */
  stop(): void;
}

/** Where browsers report what a policy forbade; not part of what the page asks for. */
export const REPORT_PATH = '/askpage-csp-report';

/** Notes every request and error of a context's pages, workers included, by the browser's own events. */
export function watchContext(context: BrowserContext, origin: string): Watch {
  const watch = { requests: { total: 0, foreign: [] as string[] }, errors: [] as string[] };
  const urls: string[] = [];
  let stopped = false;
  const note = (error: string) => {
    if (!stopped && !watch.errors.includes(error)) watch.errors.push(error);
  };
  const count = (url: string) => {
    if (stopped || isOurs(url)) return;
    watch.requests.total++;
    urls.push(url);
    if (new URL(url).origin !== origin) watch.requests.foreign.push(url);
  };
  context.on('request', (request) => count(request.url()));
  context.on('page', (page) => {
    page.on('websocket', (socket) => count(socket.url()));
    page.on('crash', () => note('The page crashed.'));
  });
  context.on('requestfailed', (request) => note(failure(request)));
  context.on('response', (response) => {
    if (response.status() < 400) return;
    note(`${response.request().method()} ${response.url()}: HTTP ${response.status()}`);
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && !isRepeated(message)) note(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => note(`page: ${error.error().message}`));
  return { ...watch, urls, stop: () => (stopped = true) };
}

/** Data and blob addresses are no requests to anybody. */
const isOurs = (url: string) => /^(?:data|blob):/.test(url) || url.endsWith(REPORT_PATH);

function failure(request: Request): string {
  return `${request.method()} ${request.url()}: ${request.failure()?.errorText ?? 'failed'}`;
}

/** The request's own event tells it better. A missing icon is nobody's failure. */
const isRepeated = (message: ConsoleMessage) =>
  message.text().startsWith('Failed to load resource');
