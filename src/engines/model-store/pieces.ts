import { formCheck } from './checks.ts';
import { brokenTrouble, fileWords, wrongTrouble, type Trouble } from './errors.ts';
import type { Net, Source } from './net.ts';
import type { FileVersion } from './receipts.ts';
import { lengthOf } from './fetch.ts';

/** Address that a piece of the file at `url` is kept under; nothing ever asks for it. */
export function pieceUrl(url: string, index: number): string {
  const address = new URL(url);
  address.searchParams.set('askpage-piece', String(index + 1));
  return address.href;
}

/** Which version of a file an answer holds, as far as the host tells it. */
export function versionOf(response: Response, from: number): FileVersion {
  const { headers, status } = response;
  const [etag, modified] = [headers.get('etag'), headers.get('last-modified')];
  const ranged = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
  const length = lengthOf(response);
  const start = status === 206 ? from : 0;
  // Another origin may hide `Content-Range`, but not the length of what it sends.
  const total = ranged === undefined ? length && start + length : Number(ranged);
  return {
    ...(etag !== null && { etag }),
    ...(modified !== null && { modified }),
    ...(total !== undefined && { total }),
  };
}

/** Number of the first byte of an answer; where another origin hides it, the one that was asked for. */
export function rangeStart({ headers, status }: Response, asked: number): number {
  const first = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1];
  return status !== 206 || first === undefined ? asked : Number(first);
}

/** Whether two answers are known to come from different files. */
export function differ(one: FileVersion, other: FileVersion): boolean {
  return (['etag', 'modified', 'total'] as const).some(
    (name) => one[name] !== undefined && other[name] !== undefined && one[name] !== other[name],
  );
}

/** A source that is read in stretches. */
export interface Cutter {
  /** Whether nothing more will come. */
  isAtEnd(): Promise<boolean>;
  /** At most `limit` bytes; undefined at the end. */
  take(limit: number): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

export function createCutter(source: Source): Cutter {
  let ahead: Uint8Array<ArrayBuffer> | undefined;
  const fill = async () => {
    while (!ahead?.length) {
      ahead = await source.read();
      if (!ahead) return undefined;
    }
    return ahead;
  };
  return {
    isAtEnd: async () => (await fill()) === undefined,
    async take(limit) {
      const chunk = await fill();
      ahead = chunk?.subarray(limit);
      return chunk?.subarray(0, limit);
    },
  };
}

export interface PieceReader {
  net: Net;
  url: string;
  cutter: Cutter;
  index: number;
  /** Bytes of a whole piece. */
  limit: number;
  /** Bytes of this one, where the file's size is known. */
  expected: number | undefined;
}

/** Reads one piece to its end, and throws where it is cut short, or the file is no GGUF. */
export function pieceReader({ net, url, cutter, index, limit, expected }: PieceReader) {
  const words = fileWords(net.model, url);
  const check = index === 0 ? formCheck('gguf') : undefined;
  let bytes = 0;
  if (expected !== undefined && expected <= 0)
    throw wrongTrouble(words, 'is longer than announced');
  const end = () => {
    const problem = check?.end();
    if (problem) throw wrongTrouble(words, problem);
    if (expected !== undefined && bytes < expected) throw cutShort(net, url);
    return undefined;
  };
  return async () => {
    const chunk = bytes < limit ? await cutter.take(limit - bytes) : undefined;
    if (!chunk) return end();
    bytes += chunk.length;
    const problem = check?.take(chunk);
    if (problem) throw wrongTrouble(words, problem);
    return chunk;
  };
}

export const cutShort = (net: Net, url: string): Trouble =>
  brokenTrouble(new Error('The answer ended early.'), fileWords(net.model, url), net.isOnline());
