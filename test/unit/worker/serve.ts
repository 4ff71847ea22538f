import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IndexFiles } from '../../../src/core/index-file/write.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface LocalServer {
  origin: string;
  /** Paths asked for, in order. */
  asked: string[];
  /** What the next requests are answered by. */
  handle: Handler;
  close(): Promise<void>;
}

/** A server on this machine, so that no test replaces `fetch`. */
export async function startServer(): Promise<LocalServer> {
  const server = createServer((request, response) => {
    local.asked.push(request.url ?? '');
    local.handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const local: LocalServer = {
    origin: `http://127.0.0.1:${port}`,
    asked: [],
    handle: (_request, response) => response.writeHead(404).end(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return local;
}

/** Serves the files below `folder`, such as `/docs/index/`. */
export function serveFiles(files: IndexFiles, folder: string): Handler {
  const byPath = new Map<string, Uint8Array | string>(
    files.parts.map(({ file, bytes }) => [folder + file, bytes]),
  );
  byPath.set(`${folder}manifest.json`, JSON.stringify(files.manifest));
  return ({ url }, response) => {
    const body = byPath.get(url ?? '');
    if (body === undefined) response.writeHead(404).end('gone');
    else response.writeHead(200).end(body);
  };
}
