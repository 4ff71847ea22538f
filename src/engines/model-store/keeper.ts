import { findStored, openCache, sizeOf } from './caches.ts';
import type { Expected, Keeper, WantedFile } from './fetch.ts';
import type { Ledger } from './ledger.ts';
import type { KeptFile } from './receipts.ts';

const HASHES = ['md5', 'sha256'] as const;

/** Whether a stored file, checked against `kept`, is the wanted one. */
function isWanted(file: WantedFile, kept: KeptFile, bytes: number): boolean {
  if (file.bytes !== undefined && file.bytes !== bytes) return false;
  const common = HASHES.filter((name) => file[name] !== undefined && kept[name] !== undefined);
  const isUnchecked = HASHES.every((name) => file[name] === undefined);
  return (isUnchecked || common.length > 0) && common.every((name) => file[name] === kept[name]);
}

function keptFile(file: WantedFile): KeptFile {
  const { url, cache, bytes, md5, sha256 } = file;
  return { url, cache, ...(bytes !== undefined && { bytes }), ...hashesOf({ md5, sha256 }) };
}

/** Only what a file is really checked against: see `Facts`. */
function hashesOf({ md5, sha256 }: { md5: string | undefined; sha256: string | undefined }) {
  if (sha256 !== undefined) return { sha256 };
  return md5 === undefined ? {} : { md5 };
}

/** Keeps a WebLLM model's files in the browser, where WebLLM looks for them. */
export function createCacheKeeper(ledger: Ledger, caches: CacheStorage): Keeper {
  async function look(file: WantedFile): Promise<Expected> {
    const stored = await findStored(caches, file);
    if (!stored) return { file };
    const [kept, bytes] = [ledger.find(file), await sizeOf(stored)];
    if (kept && isWanted(file, kept, bytes)) return { file, keptBytes: bytes };
    await (await openCache(caches, file.cache)).delete(file.url);
    return { file };
  }

  return {
    // WebLLM fetches a library itself whose address holds this word.
    keepsLibrary: (url) => !url.includes('localhost'),
    async expect(files) {
      const expected: Expected[] = [];
      for (const file of files) expected.push(await look(file));
      await ledger.declare(
        expected.map(({ file, keptBytes }) =>
          keptBytes === undefined ? keptFile(file) : { ...ledger.find(file), ...keptFile(file) },
        ),
      );
      return expected;
    },
    async put(file, stream) {
      const headers = file.bytes === undefined ? {} : { 'content-length': String(file.bytes) };
      const cache = await openCache(caches, file.cache);
      await cache.put(file.url, new Response(stream, { headers }));
    },
    async text(file) {
      return (await (await findStored(caches, file))?.text()) ?? '';
    },
    async drop(file) {
      await (await openCache(caches, file.cache)).delete(file.url);
      await ledger.withdraw(file);
    },
  };
}
