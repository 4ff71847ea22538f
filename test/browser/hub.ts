import {
  createServer as createPlainServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from './certificate.ts';
import { modelFiles } from './fake-webllm-site.ts';

/** One request that a host of the hub was sent. */
export interface HubRequest {
  /** With the host that the browser meant. */
  url: string;
  method: string;
  headers: IncomingHttpHeaders;
}

/** The model hub's hosts, played by one local server. */
export interface Hub {
  /** Chromium's arguments by which the hosts' names lead here, and no other name anywhere. */
  args: string[];
  requests: HubRequest[];
  /** The same without TLS: another origin of the tests' own site, to which a cookie may go. */
  url: string;
  close(): Promise<void>;
}

export const HUB_HOSTS = ['huggingface.co', 'raw.githubusercontent.com'];
/** Where the hub forwards large files to. */
export const FORWARD_HOST = 'cdn.hub.test';

/** It would take cookies: that none come is the widget's doing. */
const corsFor = ({ origin = '*' }: IncomingHttpHeaders) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  'content-type': 'application/octet-stream',
});

/** Serves the small fake model as the hub does: weights by way of a host for downloads. */
export async function openHub(): Promise<Hub> {
  const files = modelFiles();
  const requests: HubRequest[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { host = '' } = request.headers;
    const { url = '/', method = '', headers } = request;
    const cors = corsFor(headers);
    requests.push({ url: `https://${host}${url}`, method, headers });
    const name = new URL(url, `https://${host}`).pathname.split('/').at(-1) ?? '';
    const body = files[name];
    if (body === undefined) response.writeHead(404, cors).end();
    else if (name.startsWith('params_shard') && host === 'huggingface.co') {
      const location = `https://${FORWARD_HOST}/${name}?signature=${'s'.repeat(200)}`;
      response.writeHead(302, { ...cors, location }).end();
    } else response.writeHead(200, cors).end(body);
  };
  const servers = [createServer(makeCertificate(), answer), createPlainServer(answer)];
  const [port, plainPort] = await Promise.all(
    servers.map(async (server) => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return String((server.address() as AddressInfo).port);
    }),
  );
  const led = [...HUB_HOSTS, FORWARD_HOST].map((host) => `MAP ${host} 127.0.0.1:${port ?? ''}`);
  const rules = [...led, 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1'].join(', ');
  return {
    args: [`--host-resolver-rules=${rules}`, '--ignore-certificate-errors'],
    requests,
    url: `http://127.0.0.1:${plainPort ?? ''}/`,
    close: async () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
        await new Promise((resolve) => server.once('close', resolve));
      }
    },
  };
}
