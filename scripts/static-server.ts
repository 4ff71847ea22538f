import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import type { AddressInfo } from 'node:net';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
};

/** Takes a request and answers it, or leaves it to the next by returning false. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Headers of a page that is isolated from other origins: only there a program may use several threads. */
export const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
};

export interface ServerOptions {
  /** Folders by the path they are served under; the longest that fits is taken. */
  mounts: Readonly<Record<string, string>>;
  /** Asked before any file. */
  handle?: Handler;
  headers?: Readonly<Record<string, string>>;
  /** Changes pages on their way out; their files stay as they are. */
  editHtml?: (html: string) => string;
  /** Default: any free one. */
  port?: number;
}

export interface RunningServer {
  /** With its final slash. */
  url: string;
  close(): Promise<void>;
}

/** Serves static folders on the loopback address, as a plain web host would. */
export async function serveFolders(options: ServerOptions): Promise<RunningServer> {
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(options.headers ?? {})) {
      response.setHeader(name, value);
    }
    if (options.handle?.(request, response)) return;
    // An address that can't be decoded must not end the server.
    answer(options, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  { mounts, editHtml }: ServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
  const file = await findFile(mounts, path);
  if (!file) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end(`Not found: ${path}\n`);
    return;
  }
  const type = TYPES[extname(file.path)] ?? 'application/octet-stream';
  const isEdited = editHtml && type.startsWith('text/html');
  const edited = isEdited && Buffer.from(editHtml(await readFile(file.path, 'utf8')));
  const headers = {
    // Names that carry a hash never change.
    'cache-control': /-[\w-]{8,}\.\w+$/.test(file.path) ? 'max-age=31536000' : 'no-cache',
    'last-modified': file.modified.toUTCString(),
  };
  if (!edited && request.headers['if-modified-since'] === headers['last-modified']) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, {
    ...headers,
    'content-type': type,
    'content-length': edited ? edited.length : file.size,
  });
  if (request.method === 'HEAD') response.end();
  else if (edited) response.end(edited);
  else createReadStream(file.path).pipe(response);
}

async function findFile(mounts: ServerOptions['mounts'], path: string) {
  const mount = Object.keys(mounts)
    .filter((prefix) => path.startsWith(prefix))
    .sort((a, b) => b.length - a.length)[0];
  const folder = mount === undefined ? undefined : mounts[mount];
  if (mount === undefined || folder === undefined) return undefined;
  const inside = normalize(path.slice(mount.length).replace(/\/$/, '/index.html') || 'index.html');
  if (inside.split(sep).includes('..')) return undefined;
  for (const candidate of [inside, join(inside, 'index.html')]) {
    const full = join(folder, candidate);
    const found = await stat(full).catch(() => undefined);
    if (found?.isFile()) return { path: full, size: found.size, modified: found.mtime };
  }
  return undefined;
}
