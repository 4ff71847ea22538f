import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { buildIndex } from '../src/cli/build-index.ts';
import { listFiles } from '../src/cli/files.ts';
import { DEFAULT_MODEL } from '../src/worker/embed-api.ts';
import { REPORT_PATH } from './ask-watch.ts';
import { buildDemo, DEMO_FOLDER, DEMO_MOUNTS, MODELS_FOLDER, WIDGET_FOLDER } from './demo.ts';
import { serveFolders, type Handler } from './static-server.ts';

/** A site that is served for one browser. */
export interface AskSite {
  /** Address of the site's root. */
  url: string;
  /** The page to start at, below the root. */
  start: string;
  /** What the policy forbade in workers, which no browser event tells. */
  violations: string[];
  close(): Promise<void>;
}

export interface SiteOptions {
  site?: string | undefined;
  csp?: 'strict' | undefined;
  report?: (line: string) => void;
  /** Folders that are served beside the demo, by path. */
  extraMounts?: Readonly<Record<string, string>>;
}

/** The folder can't be asked; the message says why and what to do. */
export class SiteError extends Error {}

const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; " +
  "connect-src 'self'; style-src 'self'; img-src 'self'; require-trusted-types-for 'script'; " +
  'trusted-types lit-html askpage';

/** Paths that no site of its own is likely to have. */
const WIDGET_PATH = '/askpage-widget/';
const INDEX_PATH = '/askpage-site-index/';

const MARKUP = `<script type="module" src="${WIDGET_PATH}askpage.js"></script>
<ask-page index="${INDEX_PATH}manifest.json"></ask-page>
`;

/**
 * Builds what is missing and serves the demo, or any folder of HTML with the widget put into its
 * pages on their way out. The folder itself is never written to.
 * @throws {SiteError} where `site` holds no HTML.
 */
export async function serveSite(options: SiteOptions = {}): Promise<AskSite> {
  const { site, csp, report = () => {}, extraMounts = {} } = options;
  const pages = site === undefined ? [] : await findPages(site);
  await buildMissing(report);
  const violations: string[] = [];
  const shared = csp ? { handle: strictHandler(violations) } : {};
  if (site === undefined) {
    await buildDemoIfOld(report);
    const server = await serveFolders({ mounts: { ...DEMO_MOUNTS, ...extraMounts }, ...shared });
    return { ...server, start: 'index.html', violations };
  }
  const index = await buildSiteIndex(site, report);
  const mounts = { '/': site, [WIDGET_PATH]: WIDGET_FOLDER, [INDEX_PATH]: index };
  const server = await serveFolders({ mounts, editHtml: addWidget, ...shared });
  const start = pages.includes('index.html') ? 'index.html' : (pages[0] ?? '');
  return { ...server, start, violations };
}

async function findPages(site: string): Promise<string[]> {
  const isFolder = (await stat(site).catch(() => undefined))?.isDirectory();
  if (!isFolder) throw new SiteError(`--site ${site} is no folder; name one of static HTML files.`);
  const pages = await listFiles(site, (path) => /\.html?$/i.test(path));
  if (pages.length === 0) {
    throw new SiteError(
      `--site ${site} holds no HTML file; name the folder that your site's build writes.`,
    );
  }
  return pages;
}

async function buildMissing(report: (line: string) => void): Promise<void> {
  const sources = ['src', 'public', 'vite.config.ts'];
  if (!(await isOld(join(WIDGET_FOLDER, 'askpage.js'), sources))) return;
  report('Building the widget');
  const { buildWidget } = await import('./build.ts');
  await buildWidget({ quiet: true });
}

async function buildDemoIfOld(report: (line: string) => void): Promise<void> {
  const sources = ['demo', 'src/core', 'src/cli', 'src/worker'];
  if (await isOld(join(DEMO_FOLDER, 'askpage-index/manifest.json'), sources)) {
    await buildDemo(report);
  }
}

/** Where the index and the vectors of a foreign site are kept, so that a second question finds them. */
export function siteCache(site: string): string {
  const name = createHash('sha256').update(resolve(site)).digest('hex').slice(0, 16);
  return join('.cache/sites', name);
}

async function buildSiteIndex(site: string, report: (line: string) => void): Promise<string> {
  const folder = siteCache(site);
  const out = join(folder, 'index');
  const manifest = await buildIndex({
    ...{ site, out, base: '../', model: DEFAULT_MODEL, files: { base: MODELS_FOLDER } },
    cache: join(folder, 'vectors'),
    onProgress: (done, total, what) => {
      if (done % 500 === 0 || done === total) report(`${done} of ${total} ${what}`);
    },
  });
  report(`${manifest.passages} passages in the index`);
  return out;
}

function addWidget(html: string): string {
  const end = html.toLowerCase().lastIndexOf('</body');
  return end < 0 ? `${html}\n${MARKUP}` : html.slice(0, end) + MARKUP + html.slice(end);
}

/** Whether `built` is missing, or something below `sources` is newer. */
async function isOld(built: string, sources: readonly string[]): Promise<boolean> {
  const made = await stat(built).catch(() => undefined);
  if (!made) return true;
  for (const source of sources) if ((await newest(source)) > made.mtimeMs) return true;
  return false;
}

async function newest(path: string): Promise<number> {
  const found = await stat(path);
  if (!found.isDirectory()) return found.mtimeMs;
  let latest = 0;
  for (const entry of await readdir(path)) {
    if (entry === 'dist') continue;
    latest = Math.max(latest, await newest(join(path, entry)));
  }
  return latest;
}

/** A worker has its response's policy; what that forbids it, only a report tells. */
function strictHandler(violations: string[]): Handler {
  return (request, response) => {
    const isWorker = request.headers['sec-fetch-dest'] === 'worker';
    const policy = isWorker ? `${STRICT}; report-uri ${REPORT_PATH}` : STRICT;
    response.setHeader('content-security-policy', policy);
    if (request.url !== REPORT_PATH) return false;
    void takeReport(request, response, violations);
    return true;
  };
}

interface PolicyReport {
  'csp-report': Record<'document-uri' | 'effective-directive' | 'blocked-uri', string>;
}

async function takeReport(
  request: IncomingMessage,
  response: ServerResponse,
  violations: string[],
): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  response.writeHead(204).end();
  const { 'csp-report': report } = JSON.parse(String(Buffer.concat(pieces))) as PolicyReport;
  violations.push(
    `policy: ${report['document-uri']} was refused ${report['blocked-uri']} (${report['effective-directive']})`,
  );
}
