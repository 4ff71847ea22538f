import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { buildDemo, DEMO_FOLDER } from './demo.ts';
import { ISOLATED, serveFolders, type Handler } from './static-server.ts';

/** The demo with a widget of its own build, cross-origin isolated, as `llama.cpp` wants for threads. */
export interface EngineSite {
  /** With its final slash. */
  url: string;
  close(): Promise<void>;
}

export interface EngineSiteOptions {
  /** Attributes of the widget on each page. */
  attributes: string;
  /** Folders that are served beside the demo, by path. */
  mounts: Readonly<Record<string, string>>;
  handle?: Handler;
  /** Put before a script of the widget whose name fits. */
  prelude?: { file: RegExp; text: string };
  /** Folder of the `@mlc-ai/web-llm` that is built in, in place of the installed one. */
  webllm?: string | undefined;
}

/** Builds into a folder that is deleted when the process ends; `dist/` stays as it is. */
async function buildWidget(outDir: string, webllm: string | undefined): Promise<void> {
  const alias = webllm === undefined ? {} : { '@mlc-ai/web-llm': resolve(webllm) };
  await build({
    logLevel: 'error',
    resolve: { alias },
    build: { outDir, emptyOutDir: true, reportCompressedSize: false },
  });
}

function withPrelude(widget: string, { handle, prelude }: EngineSiteOptions): Handler {
  return (request, response) => {
    const name = request.url?.split('/').at(-1) ?? '';
    if (!prelude?.file.test(name)) return handle?.(request, response) ?? false;
    const body = prelude.text + readFileSync(join(widget, name), 'utf8');
    response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(body);
    return true;
  };
}

export async function serveEngineSite(options: EngineSiteOptions): Promise<EngineSite> {
  const { attributes, mounts, webllm } = options;
  const widget = await mkdtemp(join(tmpdir(), 'askpage-engine-'));
  // Also where Ctrl+C ends it.
  process.once('exit', () => rmSync(widget, { recursive: true, force: true }));
  await buildWidget(widget, webllm);
  await buildDemo(() => {});
  const server = await serveFolders({
    mounts: { '/': DEMO_FOLDER, '/askpage/': widget, ...mounts },
    headers: ISOLATED,
    handle: withPrelude(widget, options),
    editHtml: (html) => html.replace('<ask-page ', `<ask-page ${attributes} `),
  });
  return server;
}
