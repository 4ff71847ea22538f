import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LoadProgress } from '../../../src/core/ports.ts';
import type { ModelStore, Patience, StorableModel } from '../../../src/engines/model-store/api.ts';
import type { StoreParts } from '../../../src/engines/model-store/caches.ts';
import { createLocalModelStore } from '../../../src/engines/model-store.ts';
import { FakeCaches } from './fake-caches.ts';

export type Respond = (response: ServerResponse, request: IncomingMessage) => void;

/** A local server that lays models out as the hub does. */
export interface Hub {
  url: string;
  /** Contents by path. */
  files: Map<string, Buffer>;
  /** Paths that were asked for, in order. */
  requests: string[];
  /** The requests' headers, in the same order. */
  asked: IncomingMessage['headers'][];
  /** Answers requests for `path` in the file's place: `times` of them, by default all. */
  fault(path: string, respond: Respond, times?: number): void;
  /** Whether parts of files are given out. */
  hasRanges: boolean;
  close(): void;
}

export async function openHub(): Promise<Hub> {
  const faults = new Map<string, { respond: Respond; left: number }>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    hub.requests.push(path);
    hub.asked.push(request.headers);
    // As the hub does: any site may read what it sends.
    response.setHeader('access-control-allow-origin', '*');
    const fault = faults.get(path);
    if (fault && fault.left-- > 0) fault.respond(response, request);
    else send(request, response, hub);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hub: Hub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files: new Map(),
    requests: [],
    asked: [],
    fault: (path, respond, times = Infinity) => void faults.set(path, { respond, left: times }),
    hasRanges: true,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return hub;
}

function send(request: IncomingMessage, response: ServerResponse, hub: Hub): void {
  const file = hub.files.get(request.url ?? '');
  if (!file) return void response.writeHead(404).end('<!doctype html><p>Nothing here</p>');
  const etag = etagOf(file);
  const from = hub.hasRanges && Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1]);
  if (!from) return void response.writeHead(200, lengths(file, etag)).end(file);
  const range = { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` };
  const part = file.subarray(from);
  if (part.length === 0) return void response.writeHead(416).end();
  response.writeHead(206, { ...lengths(part, etag), ...range }).end(part);
}

const etags = new WeakMap<Buffer, string>();

/** The mark of a file's contents. */
export function etagOf(file: Buffer): string {
  const etag = etags.get(file) ?? `"${hash('md5', file)}"`;
  etags.set(file, etag);
  return etag;
}

const lengths = ({ length }: Buffer, etag: string) => ({ 'content-length': length, etag });

export const html: Respond = (response) =>
  void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hello');

export const status =
  (code: number, headers: Record<string, string> = {}): Respond =>
  (response) =>
    void response.writeHead(code, headers).end();

export const bytes =
  (content: Buffer): Respond =>
  (response) =>
    void response.writeHead(200, { 'content-length': content.length }).end(content);

/** Sends some bytes of a longer file and breaks the connection. */
export const cutOff =
  (content: Buffer, after: number): Respond =>
  (response) => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, after), () => setTimeout(() => response.destroy(), 20));
  };

/** Sends some bytes of a longer file, then nothing. */
export const standStill =
  (content: Buffer, after: number): Respond =>
  (response) => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, after));
  };

/** Bytes that are nowhere the same twice, or a piece in a wrong place would not be noticed. */
export function noise(length: number, seed: number): Buffer {
  let state = seed;
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 24;
  return Buffer.from(Uint8Array.from({ length }, next));
}

export const hash = (algorithm: 'md5' | 'sha256', content: Buffer): string =>
  createHash(algorithm).update(content).digest('hex');

export const SHARD = 100_000;
export const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** The files of a small WebLLM model, by name. */
export function tinyModel(seed = 1): Map<string, Buffer> {
  const shards = [0, 1, 2, 3, 4].map((n) => noise(SHARD + n, seed * 10 + n));
  const records = shards.map((shard, n) => ({
    dataPath: `params_shard_${n}.bin`,
    nbytes: shard.length,
    md5sum: hash('md5', shard),
  }));
  return new Map<string, Buffer>([
    ['mlc-chat-config.json', json({ tokenizer_files: ['tokenizer.json', 'vocab.json'] })],
    ['tensor-cache.json', json({ records })],
    ['tokenizer.json', json({ model: { vocab: { a: seed } } })],
    ...shards.map((shard, n): [string, Buffer] => [`params_shard_${n}.bin`, shard]),
  ]);
}

export const LIBRARY = Buffer.concat([Buffer.from('\0asm'), noise(5000, 3)]);

export const folderOf = (id: string): string => `/mlc-ai/${id}/resolve/main/`;

export interface Bench {
  hub: Hub;
  caches: FakeCaches;
  /** What the browser would be; change it before a call. */
  parts: StoreParts & { quota: number };
  store: ModelStore;
  reports: LoadProgress[];
  /** Puts a WebLLM model on the hub. */
  serve(id: string, files?: Map<string, Buffer>): void;
  model(
    id?: string,
    more?: { hashes?: string; library?: string },
  ): StorableModel & { kind: 'webllm' };
  download(
    model: StorableModel,
    options?: { signal?: AbortSignal; patience?: Patience },
  ): Promise<number>;
  /** What a download throws; "no error" where it succeeds. */
  failure(...download: Parameters<Bench['download']>): Promise<unknown>;
}

/** Long enough for a busy machine to answer, so that no file is asked for twice. */
export const PATIENCE = { stallMs: 5000, attempts: 3, backOffMs: 10 };
/** For hosts that stand still. */
export const IMPATIENCE = { ...PATIENCE, stallMs: 150 };

/** Waits until `isSo`, looking every few milliseconds. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** A hub with one model, and a store over a fake Cache Storage. */
export async function openBench(): Promise<Bench> {
  const hub = await openHub();
  const caches = new FakeCaches();
  const parts = {
    fetch: globalThis.fetch,
    caches: caches as unknown as CacheStorage,
    storage: { estimate: () => Promise.resolve({ quota: parts.quota, usage: 0 }) },
    isOnline: () => true,
    origin: 'https://docs.example',
    pieceBytes: 64_000,
    quota: 1e9,
  };
  const store = createLocalModelStore(parts);
  const reports: LoadProgress[] = [];
  const bench: Bench = {
    ...{ hub, caches, parts, store, reports },
    serve(id, files = tinyModel()) {
      for (const [name, content] of files) hub.files.set(folderOf(id) + name, content);
    },
    model: (id = 'tiny', { hashes, library = 'tiny.wasm' } = {}) => ({
      kind: 'webllm',
      name: `Model ${id}`,
      record: {
        model: `${hub.url}/mlc-ai/${id}`,
        model_id: id,
        model_lib: `${hub.url}/libs/${library}`,
      },
      ...(hashes && { hashes: hub.url + hashes }),
    }),
    failure: (...download) =>
      bench.download(...download).then(
        () => 'no error',
        (thrown: unknown) => thrown,
      ),
    async download(model, { signal, patience = PATIENCE } = {}) {
      const onProgress = (progress: LoadProgress) => reports.push(progress);
      const options = { patience, onProgress, ...(signal && { signal }) };
      return (await store.download(model, options)).fetchedBytes;
    },
  };
  bench.serve('tiny');
  hub.files.set('/libs/tiny.wasm', LIBRARY);
  return bench;
}
