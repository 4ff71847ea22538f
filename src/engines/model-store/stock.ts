import { findStored, MODEL_CACHES, openCache, sizeOf } from './caches.ts';
import type { Ledger } from './ledger.ts';
import type { Net } from './net.ts';
import { differ } from './pieces.ts';
import type { FileVersion, KeptFile } from './receipts.ts';
import type { DownloadReporter } from './reporter.ts';

/** One download of a GGUF model. */
export interface GgufJob {
  net: Net;
  ledger: Ledger;
  caches: CacheStorage;
  reporter: DownloadReporter;
  /** Bytes of a piece. */
  pieceBytes: number;
  /** @throws `quota-exceeded` where so many more bytes don't fit. */
  checkRoom(bytes: number): Promise<void>;
  /** Bytes that were stored so far. */
  fetchedBytes: number;
}

/** What is stored of one file. */
export interface Stock {
  url: string;
  sha256: string | undefined;
  /** Bytes of stored pieces, by their number. */
  pieces: Map<number, number>;
  version: FileVersion;
}

export const keptBytes = ({ pieces }: Stock): number =>
  [...pieces.values()].reduce((sum, bytes) => sum + bytes, 0);

/** Looks which pieces are there, and lets go of those of another version or hash of the file. */
export async function takeStock(file: Pick<Stock, 'url' | 'sha256'>, job: GgufJob): Promise<Stock> {
  const stock: Stock = { ...file, pieces: new Map(), version: {} };
  const usable: KeptFile[] = [];
  for (const kept of job.ledger.pieces(file.url)) {
    const stored = kept.piece && (await findStored(job.caches, kept));
    if (!kept.piece || !stored) continue;
    const isOther = kept.sha256 !== file.sha256 || differ(kept.piece.version, stock.version);
    if (isOther) {
      await forget([kept], job);
      continue;
    }
    stock.pieces.set(kept.piece.index, await sizeOf(stored));
    stock.version = kept.piece.version;
    usable.push(kept);
  }
  if (usable.length > 0) await job.ledger.declare(usable);
  return stock;
}

async function forget(pieces: readonly KeptFile[], { caches, ledger }: GgufJob): Promise<void> {
  const cache = await openCache(caches, MODEL_CACHES.gguf);
  for (const piece of pieces) {
    await cache.delete(piece.url);
    await ledger.withdraw(piece);
  }
}

export async function startOver(stock: Stock, job: GgufJob): Promise<void> {
  await forget(job.ledger.pieces(stock.url), job);
  stock.pieces.clear();
  stock.version = {};
  job.reporter.meter.restart(stock.url);
}

/** Number of the first piece that is missing; undefined where none is. */
export function firstGap({ pieces, version }: Stock, pieceBytes: number): number | undefined {
  let index = 0;
  while (pieces.has(index)) index += 1;
  const isWhole = version.total !== undefined && index * pieceBytes >= version.total;
  return isWhole ? undefined : index;
}
