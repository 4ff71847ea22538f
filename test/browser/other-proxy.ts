import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A way out that leads nowhere: it notes who is asked for, and refuses. */
export interface NoWayOut {
  host: string;
  port: number;
  /** Hosts that were asked for, with their ports where those are named. */
  hosts: string[];
  close(): Promise<void>;
}

export async function startNoWayOut(): Promise<NoWayOut> {
  const hosts: string[] = [];
  const server = createServer((request, response) => {
    hosts.push(new URL(request.url ?? '', 'http://unknown').host);
    response.writeHead(502).end();
  });
  server.on('connect', ({ url = '' }, socket) => {
    hosts.push(url);
    // The browser may have gone already.
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  const host = '127.0.0.1';
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    ...{ host, hosts, port: (server.address() as AddressInfo).port },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
