import { AskPageError } from '../../core/errors.ts';
import type { StorableModel } from './api.ts';
import { findStored, MODEL_CACHES, openCache } from './caches.ts';
import { sha256Of } from './checks.ts';
import { fileWords, Trouble, wrongTrouble, writeTrouble } from './errors.ts';
import { streamOf } from './fetch.ts';
import { forAll, openSource, persist, type Net, type Source } from './net.ts';
import {
  createCutter,
  cutShort,
  differ,
  pieceReader,
  pieceUrl,
  rangeStart,
  versionOf,
} from './pieces.ts';
import { firstGap, keptBytes, startOver, takeStock, type GgufJob, type Stock } from './stock.ts';

export type StorableGguf = StorableModel & { kind: 'llama-cpp' };

/**
 * Makes sure that the files of a GGUF model are kept and right. They are kept in pieces, so that a
 * pause loses no more than one; one request asks for all that is missing, and is cut as it arrives.
 * @throws As `ModelStore.download`.
 */
export async function provideGguf(model: StorableGguf, job: GgufJob): Promise<void> {
  job.reporter.say('Looking for the model');
  const stocks: Stock[] = [];
  for (const [index, url] of model.urls.entries())
    stocks.push(await takeStock({ url, sha256: model.sha256?.[index]?.toLowerCase() }, job));
  for (const stock of stocks)
    job.reporter.meter.expect(stock.url, stock.version.total, keptBytes(stock));
  await forAll(stocks, job.net, (stock, net) => provideFile(stock, job, net));
}

async function provideFile(stock: Stock, job: GgufJob, net: Net): Promise<void> {
  const { reporter } = job;
  const onWait = () => {
    reporter.meter.restart(stock.url, keptBytes(stock));
    reporter.stall();
  };
  let changes = 0;
  await persist(net, onWait, async ({ isFresh, succeed }) => {
    if (isFresh) await startOver(stock, job);
    const gap = firstGap(stock, job.pieceBytes);
    if (gap !== undefined) {
      const source = await openRest({ stock, from: gap * job.pieceBytes, isFresh }, job, net);
      const isChanging = !source && ++changes >= net.patience.attempts;
      if (!source) throw changed(net, stock.url, isChanging);
      await storeRest({ stock, source, succeed }, job, net).finally(() => source.close());
    }
    await checkHash(stock, job, net);
  });
}

/** The pieces of the older file are gone: it is begun anew at once, but not for ever. */
function changed({ model }: Net, url: string, isChanging: boolean): Trouble {
  const { host, file } = fileWords(model, url);
  const sentence = `The file ${file} of the model ${model} keeps changing on ${host} while it is fetched. Try again later.`;
  const error = new AskPageError('model-invalid', sentence);
  return new Trouble(isChanging ? 'final' : 'again', error, { waitMs: 0 });
}

interface Rest {
  stock: Stock;
  /** First byte that is missing. */
  from: number;
  isFresh: boolean;
}

/** Asks for what is missing. Undefined where the file has changed since; its pieces are gone then. */
async function openRest(
  { stock, from, isFresh }: Rest,
  job: GgufJob,
  net: Net,
): Promise<Source | undefined> {
  const { url } = stock;
  const source = await openSource({ url, from, ...(isFresh && { cache: 'reload' }) }, net).catch(
    // No such range: the file is shorter now.
    (thrown: unknown) => {
      if (thrown instanceof Trouble && thrown.status === 416) return undefined;
      throw thrown;
    },
  );
  const version = source && versionOf(source.response, from);
  const isChanged = from > 0 && (!version || differ(version, stock.version));
  if (isChanged) await startOver(stock, job);
  if (!source || (isChanged && source.response.status === 206)) {
    source?.close();
    return undefined;
  }
  if (from > 0 && rangeStart(source.response, from) !== from) {
    source.close();
    throw wrongTrouble(fileWords(net.model, url), 'is not the part that was asked for');
  }
  stock.version = { ...stock.version, ...version };
  return source;
}

interface Storing {
  stock: Stock;
  source: Source;
  /** To be called when a piece is stored. */
  succeed: () => void;
}

/** Cuts the body into pieces and stores those that are missing. */
async function storeRest(
  { stock, source, succeed }: Storing,
  job: GgufJob,
  net: Net,
): Promise<void> {
  const { url, pieces } = stock;
  const { pieceBytes: limit } = job;
  const { total } = stock.version;
  job.reporter.meter.expect(url, total, keptBytes(stock));
  await job.checkRoom(Math.max(0, (total ?? 0) - keptBytes(stock)));
  const cutter = createCutter(source);
  // An answer without range begins at the first byte: what is stored of it is passed over.
  let index = source.response.status === 206 ? (firstGap(stock, limit) ?? 0) : 0;
  for (; !(await cutter.isAtEnd()); index += 1) {
    const expected = total === undefined ? undefined : Math.min(limit, total - index * limit);
    const read = pieceReader({ net, url, cutter, index, limit, expected });
    if (pieces.has(index)) {
      while (await read());
      continue;
    }
    pieces.set(index, await storePiece({ stock, index, expected, read }, job, net));
    succeed();
  }
  if (pieces.size === 0) throw wrongTrouble(fileWords(net.model, url), 'is empty');
  // Where the host didn't tell the size, the end of the answer does.
  if (total === undefined) stock.version.total = keptBytes(stock);
  if (firstGap(stock, limit) !== undefined) throw cutShort(net, url);
}

interface Piece {
  stock: Stock;
  index: number;
  expected: number | undefined;
  read: () => Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/** Returns the piece's bytes. */
async function storePiece({ stock, index, expected, read }: Piece, job: GgufJob, net: Net) {
  const { url, sha256, version } = stock;
  const [kept, cache] = [pieceUrl(url, index), MODEL_CACHES.gguf];
  let bytes = 0;
  let failure: { thrown: unknown } | undefined;
  const counted = async () => {
    const chunk = await read();
    bytes += chunk?.length ?? 0;
    if (chunk) job.reporter.arrived(url, chunk.length);
    return chunk;
  };
  const stream = streamOf(counted, (thrown) => (failure = { thrown }));
  await job.ledger.declare([
    {
      ...{ url: kept, cache, piece: { of: url, index, version } },
      ...(expected !== undefined && { bytes: expected }),
      ...(sha256 !== undefined && { sha256 }),
    },
  ]);
  const headers = expected === undefined ? {} : { 'content-length': String(expected) };
  const shelf = await openCache(job.caches, cache);
  await shelf.put(kept, new Response(stream, { headers })).catch((thrown: unknown) => {
    // What made the stream fail is lost on its way through the browser's cache.
    throw failure ? failure.thrown : writeTrouble(thrown, fileWords(net.model, url));
  });
  job.fetchedBytes += bytes;
  return bytes;
}

/** Reads all pieces once more: the hash is of the whole file. */
async function checkHash({ url, sha256, pieces }: Stock, job: GgufJob, net: Net): Promise<void> {
  if (sha256 === undefined) return;
  job.reporter.say('Checking the model');
  async function* chunks() {
    for (const index of [...pieces.keys()].sort((a, b) => a - b)) {
      const stored = { cache: MODEL_CACHES.gguf, url: pieceUrl(url, index) };
      const response = await findStored(job.caches, stored);
      const reader = response?.body?.getReader();
      for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
        net.signal.throwIfAborted();
        yield next.value;
      }
    }
  }
  if ((await sha256Of(chunks())) !== sha256)
    throw wrongTrouble(fileWords(net.model, url), 'has other contents than listed (SHA-256)');
}
