import { createHash } from 'node:crypto';
import { passagesOf } from '../../../src/core/documents/passages.ts';
import { writeIndex, type IndexFiles } from '../../../src/core/index-file/write.ts';
import { encodeLightTable, roundTable } from '../../../src/core/ranking/light-table.ts';
import type { Passage } from '../../../src/core/ports.ts';

export const DIMENSIONS = 16;

export const MODEL = {
  id: 'sample-model',
  dimensions: DIMENSIONS,
  queryPrefix: 'query: ',
  passagePrefix: '',
};

export const sha256 = (bytes: Uint8Array) =>
  Promise.resolve(createHash('sha256').update(bytes).digest('hex'));

/** Numbers that look random and are the same in every run, between −1 and 1. */
export function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 0x8000_0000 - 1;
  };
}

export function unitVectors(count: number, dimensions = DIMENSIONS, seed = 1): Float32Array {
  const next = noise(seed);
  const vectors = Float32Array.from({ length: count * dimensions }, next);
  for (let row = 0; row < count; row++) {
    const vector = vectors.subarray(row * dimensions, (row + 1) * dimensions);
    const length = Math.hypot(...vector);
    vector.forEach((value, i) => (vector[i] = value / length));
  }
  return vectors;
}

export function samplePassages(pages: number): Passage[] {
  return Array.from({ length: pages }, (_, i) => i).flatMap((i) =>
    passagesOf({
      url: `page${i}.html#top`,
      title: `Page ${i}`,
      headings: ['Ports', `Port ${i}`],
      text: `The port of machine${i} is ${3000 + i}.\n\n\`\`\`js\nlisten(${i})\n\`\`\``,
      lang: 'en',
    }),
  );
}

/** A table that puts each `machine…` at the vector of its page. */
export function sampleLight(pages: number, dimensions = DIMENSIONS): Uint8Array<ArrayBuffer> {
  const numbers = Array.from({ length: pages }, (_, i) => i);
  const tokens = numbers.map((i) => `machine${i}`).sort();
  const vectors = unitVectors(pages, dimensions);
  const row = (token: string) => {
    const at = Number(token.slice('machine'.length)) * dimensions;
    return Array.from(vectors.subarray(at, at + dimensions));
  };
  return encodeLightTable(
    roundTable({
      ...{ dimensions, tokens, sentences: pages },
      frequencies: new Uint32Array(pages).fill(1),
      vectors: Float32Array.from(tokens.flatMap(row)),
    }),
  );
}

/** As `sampleIndex`, with token vectors. */
export async function lightIndex(pages = 12, light = sampleLight(pages)): Promise<IndexFiles> {
  const passages = samplePassages(pages);
  const vectors = unitVectors(passages.length);
  return writeIndex({ passages, vectors, light, model: MODEL, site: '../' }, sha256);
}

export async function sampleIndex(pages = 12, site = '../'): Promise<IndexFiles> {
  const passages = samplePassages(pages);
  const content = { passages, vectors: unitVectors(passages.length), model: MODEL, site };
  return writeIndex(content, sha256);
}
