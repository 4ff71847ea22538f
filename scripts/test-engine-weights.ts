import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import type { ServerResponse } from 'node:http';
import type { Handler } from './static-server.ts';

export const WEIGHTS_PATH = '/weights/';

/** Serves a folder of models, or passes on an address of one, and can spoil a piece of the weights. */
export interface Weights {
  handle: Handler;
  /** Paths that were asked for. */
  readonly requests: string[];
  /** While true, one byte of the last piece of the weights is wrong. */
  isSpoilt: boolean;
}

/** The list of pieces, by the names that WebLLM has given it. */
const LIST = /(tensor|ndarray)-cache\.json$/;

const lastPiece = (list: Uint8Array): string | undefined =>
  (JSON.parse(Buffer.from(list).toString()) as { records: { dataPath: string }[] }).records.at(-1)
    ?.dataPath;

/** @param base Path of a folder, or its address. */
export function serveWeights(base: string): Weights {
  let victim: string | undefined;
  const read = async (path: string): Promise<Uint8Array | undefined> => {
    if (!/^https?:/.test(base)) return readFile(join(base, path)).catch(() => undefined);
    const response = await fetch(new URL(path, base.endsWith('/') ? base : `${base}/`));
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
  };
  const weights: Weights = {
    requests: [],
    isSpoilt: false,
    handle(request, response) {
      const [path = ''] = (request.url ?? '').split('?');
      if (!path.startsWith(WEIGHTS_PATH)) return false;
      const name = normalize(decodeURIComponent(path.slice(WEIGHTS_PATH.length)));
      weights.requests.push(name);
      const spoil = weights.isSpoilt && victim !== undefined && name.endsWith(`/${victim}`);
      void read(name.startsWith('..') ? '' : name).then(
        (bytes) => {
          if (bytes && LIST.test(name)) victim = lastPiece(bytes);
          answer(response, bytes, spoil);
        },
        () => response.destroy(),
      );
      return true;
    },
  };
  return weights;
}

function answer(response: ServerResponse, bytes: Uint8Array | undefined, spoil: boolean): void {
  if (!bytes) {
    response.writeHead(404).end();
    return;
  }
  const body = spoil ? Uint8Array.from(bytes) : bytes;
  if (spoil) body[0] = (body[0] ?? 0) ^ 0xff;
  response.writeHead(200, { 'content-length': body.length }).end(body);
}
