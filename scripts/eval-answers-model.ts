import { basename, dirname, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { bundle } from './bundle.ts';
import { launchChromium } from './chromium.ts';
import type { Completed, Completion, ModelPage } from './eval-answers-page.ts';
import { ISOLATED, serveFolders, type RunningServer } from './static-server.ts';

export interface ModelOptions {
  /** Path of a GGUF file with a ChatML model. */
  gguf: string;
  /** Tokens that prompt and reply share. */
  window: number;
  threads: number;
}

/** A language model in Chromium, run by llama.cpp's WASM build. */
export interface RunningModel {
  /** Name and version of the browser. */
  browser: string;
  threads: number;
  complete(completion: Completion): Promise<Completed>;
  close(): Promise<void>;
}

/** Starts a browser and loads the model. Ctrl+C is the caller's to handle. */
export async function startModel(options: ModelOptions): Promise<RunningModel> {
  const server = await servePage(options.gguf);
  const browser = await launchChromium({ handleSIGINT: false });
  const page = await browser.newPage();
  await page.goto(server.url);
  const threads = await load(page, server, options);
  return {
    browser: `Chromium ${browser.version()}`,
    threads,
    complete: (completion) =>
      page.evaluate((given) => (globalThis as unknown as ModelPage).complete(given), completion),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

function load(page: Page, { url }: RunningServer, { gguf, window, threads }: ModelOptions) {
  const setup = {
    ...{ window, threads, wasm: `${url}wasm/wllama.wasm` },
    model: `${url}model/${encodeURIComponent(basename(gguf))}`,
  };
  return page.evaluate((given) => (globalThis as unknown as ModelPage).loadModel(given), setup);
}

async function servePage(gguf: string): Promise<RunningServer> {
  const texts: Readonly<Record<string, readonly [type: string, body: string]>> = {
    '/': ['text/html', '<!doctype html><script type="module" src="/page.js"></script>'],
    '/page.js': ['text/javascript', await bundle('scripts/eval-answers-page.ts')],
  };
  return serveFolders({
    mounts: { '/wasm/': 'node_modules/@wllama/wllama/esm/wasm', '/model/': dirname(resolve(gguf)) },
    headers: ISOLATED,
    handle(request, response) {
      const [type, body] = texts[request.url ?? ''] ?? [];
      if (type === undefined) return false;
      response.writeHead(200, { 'content-type': type }).end(body);
      return true;
    },
  });
}
