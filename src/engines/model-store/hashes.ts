import { badFileError, fileWords } from './errors.ts';
import type { Facts } from './checks.ts';
import { openSource, persist, type Net } from './net.ts';
import { AskPageError } from '../../core/errors.ts';

/** The owner's list of a model's files, beside which they lie. */
export interface HashList {
  version: 1;
  id: string;
  files: { path: string; bytes: number; sha256: string }[];
}

/** Size and SHA-256 of files by their addresses. */
export type Hashes = ReadonlyMap<string, { bytes: number; sha256: string }>;

export const listedFacts = (hashes: Hashes, url: string): Partial<Facts> => hashes.get(url) ?? {};

/** The list that `text` holds; undefined where it holds none. */
export function parseHashList(text: string): HashList | undefined {
  try {
    const list = JSON.parse(text) as Partial<HashList> | null;
    const isWhole = (list?.files ?? []).every(
      ({ path, bytes, sha256 }) =>
        typeof path === 'string' && Number.isInteger(bytes) && /^[0-9a-f]{64}$/.test(sha256),
    );
    return list?.version === 1 && list.files && isWhole ? (list as HashList) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What the owner's list says. Without one (none is named, the host has none, or answers with a page)
 * the files are checked by what else is known of them.
 * @throws `model-invalid` where it can't be read, and as `ModelStore.download`.
 */
export async function readHashes(url: string | undefined, net: Net): Promise<Hashes> {
  if (url === undefined) return new Map();
  let text: string;
  try {
    text = await persist(
      net,
      () => {},
      () => readText(url, net),
    );
  } catch (thrown) {
    if (thrown instanceof AskPageError && thrown.code === 'model-not-found') return new Map();
    throw thrown;
  }
  if (text.trimStart().startsWith('<')) return new Map();
  const list = parseHashList(text);
  if (!list) throw badFileError(fileWords(net.model, url), 'is no list of files');
  return new Map(
    list.files.map(({ path, bytes, sha256 }) => [new URL(path, url).href, { bytes, sha256 }]),
  );
}

/** Revalidated: an old list would refuse new files. */
async function readText(url: string, net: Net): Promise<string> {
  const source = await openSource({ url, cache: 'no-cache' }, net);
  const decoder = new TextDecoder();
  let text = '';
  for (let chunk = await source.read(); chunk; chunk = await source.read())
    text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
