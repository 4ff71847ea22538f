import { readdir } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';
import type { EngineFiles } from './bench-engine-bare.ts';
import type { BenchRequest } from './bench-engine-request.ts';
import { DEMO_MOUNTS, WIDGET_FOLDER } from './demo.ts';
import { ISOLATED, serveFolders, type Handler, type RunningServer } from './static-server.ts';

const FOLDER = '.cache/bench/engine';
const PATH = '/bench-engine/';
const MODEL_PATH = '/gguf/';

/** The demo with a GGUF file as its owner's model, cross-origin isolated. */
export interface BenchSite extends RunningServer {
  files: EngineFiles;
  /** What was asked of the model's file since it was emptied. */
  requests: ModelRequest[];
}

export interface ModelRequest {
  method: string;
  /** Bytes of the answer's body. */
  bytes: number;
}

/** @param model Path of the GGUF file. */
export async function serveBenchSite(model: string): Promise<BenchSite> {
  await bundlePageSide();
  const file = MODEL_PATH + encodeURIComponent(basename(model));
  const requests: ModelRequest[] = [];
  const server = await serveFolders({
    mounts: { ...DEMO_MOUNTS, [PATH]: FOLDER, [MODEL_PATH]: dirname(resolve(model)) },
    headers: ISOLATED,
    handle: noteRequests(requests),
    editHtml: (html) =>
      html.replace('<ask-page ', `<ask-page engine="llama-cpp" gguf="${file}" encoder="light" `),
  });
  const absolute = (path: string) => new URL(path, server.url).href;
  const files = { wasm: absolute(await findWasm()), model: absolute(file) };
  return { ...server, files, requests };
}

async function bundlePageSide(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      target: 'es2022',
      outDir: resolve(FOLDER),
      emptyOutDir: true,
      rolldownOptions: {
        input: { entry: 'scripts/bench-engine-entry.ts' },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
}

/** The very file that the widget runs. */
async function findWasm(): Promise<string> {
  const name = (await readdir(WIDGET_FOLDER)).find((each) => /wllama.*\.wasm$/.test(each));
  if (!name) throw new Error(`There is no llama.cpp in ${WIDGET_FOLDER}.`);
  return `/askpage/${name}`;
}

const noteRequests =
  (requests: ModelRequest[]): Handler =>
  (request, response) => {
    if (!request.url?.startsWith(MODEL_PATH)) return false;
    const noted = { method: request.method ?? '', bytes: 0 };
    requests.push(noted);
    response.on('finish', () => {
      const length = Number(response.getHeader('content-length') ?? 0);
      if (noted.method !== 'HEAD') noted.bytes = length;
    });
    return false;
  };

/** A page with the bench's own code beside the widget, which asks as `request` says; the dialog is closed. */
export async function openBenchPage(
  context: BrowserContext,
  { url }: BenchSite,
  request?: BenchRequest,
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${url}index.html`);
  const address = `${PATH}entry.js`;
  await page.evaluate((path) => import(path) as Promise<unknown>, address);
  if (request) await page.evaluate((given) => askpageEngineBench.prepare(given), request);
  return page;
}
