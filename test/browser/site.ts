import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';
import { DEMO_MOUNTS } from '../../scripts/demo.ts';
import { serveFolders } from '../../scripts/static-server.ts';

/** Answers one request in place of the file. */
export type Respond = (response: ServerResponse, request: IncomingMessage) => void;

/** The demo, the built widget below `/askpage/`, and pages and faults that a test adds. */
export interface Site {
  /** With its final slash. */
  url: string;
  /** Paths that were asked for, in order. */
  requests: string[];
  /** What was answered, in the order in which it was done. */
  answers: { path: string; status: number }[];
  /** Sent with every answer. */
  headers: Record<string, string>;
  /** A page of the test's own. */
  page(path: string, html: string): void;
  /** From now on `respond` answers every path that `match` fits. Returns what takes it back. */
  fault(match: RegExp, respond: Respond): () => void;
  /** Forgets pages, faults, headers and requests. */
  reset(): void;
  close(): Promise<void>;
}

export async function serveSite(): Promise<Site> {
  const faults = new Set<{ match: RegExp; respond: Respond }>();
  const pages = new Map<string, string>();
  const requests: string[] = [];
  const answers: Site['answers'] = [];
  const headers: Record<string, string> = {};
  const server = await serveFolders({
    mounts: DEMO_MOUNTS,
    handle(request, response) {
      const path = request.url ?? '/';
      requests.push(path);
      response.on('finish', () => answers.push({ path, status: response.statusCode }));
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      const fault = [...faults].findLast(({ match }) => match.test(path));
      const page = pages.get(path.replace(/[?#].*$/, ''));
      if (fault) fault.respond(response, request);
      else if (page !== undefined) send('text/html; charset=utf-8', page)(response, request);
      else return false;
      return true;
    },
  });
  return {
    url: server.url,
    requests,
    answers,
    headers,
    page: (path, html) => void pages.set(path, html),
    fault(match, respond) {
      const fault = { match, respond };
      faults.add(fault);
      return () => void faults.delete(fault);
    },
    reset() {
      faults.clear();
      pages.clear();
      requests.length = 0;
      answers.length = 0;
      for (const name of Object.keys(headers)) Reflect.deleteProperty(headers, name);
    },
    close: () => server.close(),
  };
}

export const notFound: Respond = (response) => {
  response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
};

/** The request is never answered. */
export const stalled: Respond = () => {};

export function send(type: string, body: string | Uint8Array): Respond {
  return (response) => {
    const headers = { 'content-type': type, 'cache-control': 'no-cache' };
    response.writeHead(200, headers).end(body);
  };
}

/** The first `bytes` of a file, as if that were all of it. */
export const truncated = (file: string, bytes: number) =>
  send('application/octet-stream', readFileSync(file).subarray(0, bytes));

export interface PageParts {
  /** The body's HTML. */
  body: string;
  /** Attributes of the element. */
  attributes?: string;
  head?: string;
  /** The element itself and what comes after the body. */
  widget?: string;
  title?: string;
}

/** A page with the widget, in the fewest lines that an owner could write. */
export function pageOf({ body, attributes = '', head = '', widget, title = 'Garden' }: PageParts) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<link rel="icon" href="data:,">${head}</head><body><main>${body}</main>
${widget ?? `<script type="module" src="/askpage/askpage.js"></script><ask-page ${attributes}></ask-page>`}
</body></html>`;
}

/** The strictest policy that the documentation names. */
export const STRICT_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; " +
  "connect-src 'self'; style-src 'self'; img-src 'self'; " +
  "require-trusted-types-for 'script'; trusted-types lit-html askpage";

/** Attribute for the demo's index. */
export const INDEX = 'index="/askpage-index/manifest.json"';

/** Attributes for the demo's index, with questions encoded by the full model. */
export const FULL_MODEL = `${INDEX} encoder="full"`;

/** A short page: an answer for several questions, and words that are nowhere else. */
export const GARDEN = `<h1>The garden handbook</h1>
<p>This handbook tells volunteers how the allotment garden is run.</p>
<h2 id="watering">Watering</h2>
<p>Water the tomatoes early in the morning, twice a week, with the green can.</p>
<p>Never water leaves in the midday sun, because drops burn them.</p>
<h2 id="compost">Compost</h2>
<p>Kitchen scraps go on the compost heap behind the greenhouse. Meat and bones are not allowed.</p>
<h2 id="gate">The gate</h2>
<p>The gate is locked at nine in the evening. Its key hangs in the shed.</p>
<h2 id="tools">Tools</h2>
<p>Clean spades with a brush and oil their blades before winter.</p>`;
