import type { AskPageError } from '../errors.ts';
import { keywordIndexFromBytes, type Bm25Index } from '../ranking/keyword-index.ts';
import { readLightEncoder, type LightEncoder } from '../ranking/light-encoder.ts';
import type { Passage } from '../ports.ts';
import { badIndex, type Manifest, type Part } from './manifest.ts';
import { decodeTexts } from './texts-part.ts';
import { decodeVectors } from './vectors-part.ts';

export interface LoadedIndex {
  passages: Passage[];
  vectors: Float32Array;
  keywords: Bm25Index;
  /** Encodes questions without the model; not every index has it. */
  light?: LightEncoder | undefined;
}

/**
 * Puts a prebuilt index together from its parts, in the manifest's order. Parts of unknown kinds
 * are ignored.
 * @param loadPart The bytes of a part, checked against its size and hash.
 */
export async function readIndex(
  manifest: Manifest,
  loadPart: (part: Part) => Promise<Uint8Array>,
): Promise<LoadedIndex> {
  const { dimensions } = manifest.model;
  const passages: Passage[] = new Array<Passage>(manifest.passages);
  const vectors = new Float32Array(manifest.passages * dimensions);
  let keywords: Bm25Index | undefined;
  let light: LightEncoder | undefined;
  const covered = { texts: 0, vectors: 0 };
  for (const part of manifest.parts) {
    const [first, count] = part.ids;
    if (first + count > manifest.passages) throw badIndex(`Part ${part.file} has too many rows.`);
    switch (part.kind) {
      case 'keywords':
        keywords = keywordIndexFromBytes(await loadPart(part));
        break;
      case 'light':
        light = readLight(await loadPart(part), dimensions);
        break;
      case 'texts': {
        const texts = decodeTexts(new TextDecoder().decode(await loadPart(part)));
        if (texts.length !== count) throw badIndex(`Part ${part.file} lacks passages.`);
        texts.forEach((passage, i) => (passages[first + i] = passage));
        covered.texts += count;
        break;
      }
      case 'vectors':
        decodeVectors(await loadPart(part), vectors, { first, count, dimensions });
        covered.vectors += count;
        break;
    }
  }
  for (const kind of ['texts', 'vectors'] as const) {
    if (covered[kind] !== manifest.passages) throw lacksParts(kind);
  }
  if (keywords?.size !== manifest.passages) throw lacksParts('keywords');
  // Parts that overlap leave a hole elsewhere.
  if (passages.includes(undefined as never)) throw lacksParts('texts');
  return { passages, vectors, keywords, light };
}

function readLight(bytes: Uint8Array, dimensions: number): LightEncoder {
  const light = readLightEncoder(bytes);
  if (light.dimensions === dimensions) return light;
  throw badIndex(
    `The token vectors have ${light.dimensions} numbers, the passages' ${dimensions}.`,
  );
}

function lacksParts(kind: string): AskPageError {
  return badIndex(`The index's manifest.json does not list all of its "${kind}" parts.`);
}
