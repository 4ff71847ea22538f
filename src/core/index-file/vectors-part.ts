import { quantise } from '../ranking/cosine.ts';
import { badIndex } from './manifest.ts';

/** A vectors part: for each row its scale (float32, little-endian), then all rows' int8 codes. */
export function encodeVectors(vectors: Float32Array, dimensions: number): Uint8Array<ArrayBuffer> {
  const count = vectors.length / dimensions;
  const bytes = new Uint8Array(count * (4 + dimensions));
  const view = new DataView(bytes.buffer);
  for (let row = 0; row < count; row++) {
    const { codes, scale } = quantise(vectors.subarray(row * dimensions, (row + 1) * dimensions));
    view.setFloat32(row * 4, scale, true);
    bytes.set(new Uint8Array(codes.buffer), count * 4 + row * dimensions);
  }
  return bytes;
}

/** Writes the vectors of a part into `target` at its rows. */
export function decodeVectors(
  bytes: Uint8Array,
  target: Float32Array,
  { first, count, dimensions }: { first: number; count: number; dimensions: number },
): void {
  if (bytes.length !== count * (4 + dimensions)) {
    throw badIndex(
      `A vectors part has ${bytes.length} bytes where ${count} rows need ${count * (4 + dimensions)}.`,
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const codes = new Int8Array(bytes.buffer, bytes.byteOffset + count * 4, count * dimensions);
  for (let row = 0; row < count; row++) {
    const scale = view.getFloat32(row * 4, true);
    const start = (first + row) * dimensions;
    for (let i = 0; i < dimensions; i++) {
      target[start + i] = (codes[row * dimensions + i] ?? 0) * scale;
    }
  }
}
