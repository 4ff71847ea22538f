import type { VectorSpace } from '../embedding-model.ts';
import { buildKeywordIndex } from '../ranking/keyword-index.ts';
import type { Passage } from '../ports.ts';
import { FORMAT, FORMAT_VERSION, type Manifest, type Part, type PartKind } from './manifest.ts';
import { encodeTexts } from './texts-part.ts';
import { encodeVectors } from './vectors-part.ts';

/** Passages in one part. Parts are loaded whole, in order, whatever is asked. */
const ROWS_PER_PART = 2000;

export interface IndexContent {
  passages: readonly Passage[];
  /** Unit vectors, row after row, in the order of `passages`. */
  vectors: Float32Array;
  /** The light query encoder's table, see `ranking/light-table.ts`; without it the page needs the model. */
  light?: Uint8Array<ArrayBuffer> | undefined;
  model: VectorSpace;
  /** See `Manifest.site`. */
  site: string;
}

export interface IndexFiles {
  manifest: Manifest;
  parts: { file: string; bytes: Uint8Array<ArrayBuffer> }[];
}

/**
 * The files of a prebuilt index.
 * @param sha256 Hexadecimal SHA-256 of some bytes; the platform's.
 */
export async function writeIndex(
  content: IndexContent,
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>,
): Promise<IndexFiles> {
  const { passages, model, site } = content;
  const files: IndexFiles = {
    manifest: {
      format: FORMAT,
      version: FORMAT_VERSION,
      site,
      model,
      passages: passages.length,
      parts: [],
    },
    parts: [],
  };
  for (const { kind, ids, bytes } of contentParts(content)) {
    const hash = await sha256(bytes);
    const file = `${kind}-${hash.slice(0, 16)}.${kind === 'texts' ? 'json' : 'bin'}`;
    files.manifest.parts.push({ kind, ids, file, bytes: bytes.length, sha256: hash });
    files.parts.push({ file, bytes });
  }
  return files;
}

interface ContentPart extends Pick<Part, 'ids'> {
  kind: PartKind;
  bytes: Uint8Array<ArrayBuffer>;
}

function* contentParts({ passages, vectors, light, model }: IndexContent): Generator<ContentPart> {
  const all: Part['ids'] = [0, passages.length];
  const keywords = buildKeywordIndex(passages.map(keywordDocument)).toBytes();
  yield { kind: 'keywords', ids: all, bytes: keywords };
  if (light) yield { kind: 'light', ids: all, bytes: light };
  for (let first = 0; first < passages.length; first += ROWS_PER_PART) {
    const slice = passages.slice(first, first + ROWS_PER_PART);
    const ids: Part['ids'] = [first, slice.length];
    yield { kind: 'texts', ids, bytes: new TextEncoder().encode(encodeTexts(slice)) };
    const rows = vectors.subarray(
      first * model.dimensions,
      (first + slice.length) * model.dimensions,
    );
    yield { kind: 'vectors', ids, bytes: encodeVectors(rows, model.dimensions) };
  }
}

/** What the keyword index knows of a passage; the same when building and when adding in the browser. */
export function keywordDocument({ section, text }: Passage) {
  return { title: section.title, headings: section.headings, text };
}
