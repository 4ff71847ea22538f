import { AskPageError } from '../core/errors.ts';
import { badIndex, parseManifest, type Manifest, type Part } from '../core/index-file/manifest.ts';
import { readIndex, type LoadedIndex } from '../core/index-file/read.ts';
import type { Passage } from '../core/ports.ts';

/** A part that is not what the manifest says: a new deploy may have taken it away. */
class PartGone extends Error {}

/**
 * Loads a prebuilt index. A part that is gone or changed makes the manifest be fetched again, once.
 * @throws {AskPageError} `network`, or `bad-index` where the files can't be used.
 */
export async function loadIndex(
  url: string,
  signal: AbortSignal,
): Promise<{ manifest: Manifest; index: LoadedIndex }> {
  try {
    return await loadOnce(url, { signal, cache: 'no-cache' });
  } catch (thrown) {
    if (!(thrown instanceof PartGone)) throw thrown;
  }
  try {
    return await loadOnce(url, { signal, cache: 'reload' });
  } catch (thrown) {
    if (thrown instanceof PartGone) throw badIndex(`${thrown.message}.`, thrown);
    throw thrown;
  }
}

async function loadOnce(url: string, options: RequestInit) {
  const { ok, status, bytes } = await get(url, options);
  if (!ok) throw badIndex(`There is no index at ${url} (HTTP ${status}).`);
  const manifest = parseManifest(new TextDecoder().decode(bytes), url);
  // Parts are asked for at once and read in order; what is asked never depends on the question.
  const parts = new Map(manifest.parts.map((part) => [part, loadPart(part, url, options)]));
  for (const loading of parts.values()) loading.catch(() => {});
  const index = await readIndex(manifest, (part) => {
    const loading = parts.get(part);
    // What has been read is not kept beside what was made of it.
    parts.delete(part);
    return loading ?? loadPart(part, url, options);
  });
  const site = new URL(manifest.site, url).href;
  index.passages.forEach((passage) => makeAbsolute(passage, site));
  return { manifest, index };
}

/** Sections are shared between passages, and an absolute address stays as it is. */
function makeAbsolute({ section }: Passage, site: string): void {
  section.url = new URL(section.url, site).href;
}

async function loadPart(part: Part, manifestUrl: string, options: RequestInit) {
  const url = new URL(part.file, manifestUrl).href;
  const { signal, cache } = options;
  // A part never changes under its name, so the first try takes it from the cache.
  const { ok, bytes } = await get(url, {
    ...(signal && { signal }),
    ...(cache === 'reload' && { cache }),
  });
  if (!ok) throw new PartGone(`A part of the index is missing: ${url}`);
  if (bytes.length !== part.bytes || !(await hasHash(bytes, part.sha256))) {
    throw new PartGone(`A part of the index is cut off or changed: ${url}`);
  }
  return bytes;
}

/** A connection that breaks off in the middle of the body is a failed fetch as well. */
async function get(url: string, options: RequestInit) {
  try {
    const response = await fetch(url, { ...options, credentials: 'same-origin' });
    const { ok, status } = response;
    return { ok, status, bytes: new Uint8Array(await response.arrayBuffer()) };
  } catch (cause) {
    options.signal?.throwIfAborted();
    throw new AskPageError(
      'network',
      `The search index could not be fetched from ${url}. Check the connection and try again.`,
      { cause },
    );
  }
}

/** Hashing needs a secure context; elsewhere the size alone is checked. */
async function hasHash(bytes: Uint8Array<ArrayBuffer>, sha256: string): Promise<boolean> {
  const subtle = (globalThis.crypto as Partial<Crypto>).subtle;
  if (!subtle) return true;
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === sha256;
}
