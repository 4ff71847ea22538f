import type { VectorSpace } from '../embedding-model.ts';
import { AskPageError } from '../errors.ts';

export const FORMAT = 'askpage-index';

/** Raised when a reader of the old version could misread the new one. */
export const FORMAT_VERSION = 1;

/** What a part holds. Kinds that a reader doesn't know are ignored, so that later versions can add some. */
export type PartKind = 'texts' | 'vectors' | 'keywords' | 'light';

export interface Part {
  kind: string;
  /** Passage rows in the part: the first, and how many. */
  ids: [first: number, count: number];
  /** Name beside the manifest; carries the hash, so a part never changes under its name. */
  file: string;
  bytes: number;
  /** Hexadecimal SHA-256 of the file. */
  sha256: string;
}

/** The index's table of contents, `manifest.json`: the only file that is revalidated. */
export interface Manifest {
  format: typeof FORMAT;
  version: number;
  /** Where the passages' relative addresses start, relative to the manifest. */
  site: string;
  model: VectorSpace;
  passages: number;
  parts: Part[];
}

const REMEDY = 'Build the index again with the version of askpage that the page loads.';

/** An index that can't be read, in words for the site's owner. */
export function badIndex(what: string, cause?: unknown): AskPageError {
  return new AskPageError('bad-index', `${what} ${REMEDY}`, { cause });
}

/**
 * Reads `manifest.json`.
 * @param url Where it came from, for the messages.
 * @throws {AskPageError} `bad-index` where it is cut off, foreign or of another version.
 */
export function parseManifest(json: string, url: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw badIndex(`The index at ${url} is not JSON, or cut off.`, cause);
  }
  if (!isRecord(value) || value.format !== FORMAT) {
    throw badIndex(`The file at ${url} is not an askpage index.`);
  }
  if (value.version !== FORMAT_VERSION) {
    throw badIndex(
      `The index at ${url} has version ${String(value.version)}, this askpage reads ${FORMAT_VERSION}.`,
    );
  }
  if (!isManifest(value)) throw badIndex(`The index at ${url} lacks entries.`);
  return value;
}

type Fields = Record<string, unknown>;
const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string';

function isManifest(value: Fields): value is Fields & Manifest {
  return (
    isText(value.site) &&
    isCount(value.passages) &&
    isSpace(value.model) &&
    Array.isArray(value.parts) &&
    value.parts.every(isPart)
  );
}

function isSpace(value: unknown): value is VectorSpace {
  if (!isRecord(value)) return false;
  const { id, dimensions, queryPrefix, passagePrefix, pooling = 'mean' } = value;
  const isPooling = pooling === 'mean' || pooling === 'cls';
  const isNamed = isText(id) && isText(queryPrefix) && isText(passagePrefix);
  return isNamed && isCount(dimensions) && isPooling;
}

function isPart(value: unknown): value is Part {
  if (!isRecord(value)) return false;
  const { kind, ids, file, bytes, sha256 } = value;
  const named = isText(kind) && isText(sha256) && isText(file) && !/[/\\]/.test(file);
  return named && isCount(bytes) && Array.isArray(ids) && ids.length === 2 && ids.every(isCount);
}
