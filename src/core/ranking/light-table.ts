import { badIndex } from '../index-file/manifest.ts';
import { createByteReader, createByteWriter, type ByteReader } from './bytes.ts';
import { frontCode, frontDecode } from './front-coding.ts';

/*
 * Little-endian: magic "askl" · version u8 · payload:
 *   dimensions, sentences, tokens, text bytes   varints (LEB128)
 *   text         UTF-8, the sorted tokens' own endings joined by line feeds
 *   shared       u8 a token: UTF-16 units shared with the token before
 *   frequencies  varint a token: sentences that hold it; 0 for a token that the site doesn't have
 *   of each token that the site has, in order, a row:
 *   scales       float32 a row
 *   codes        4 bits a number, row after row, the first in the low bits: code + 8; a number is code × scale
 */
const MAGIC = [0x61, 0x73, 0x6b, 0x6c] as const;
const VERSION = 1;
const HEADER_BYTES = 5;

/** Codes go from −7 to 7. */
const LARGEST = 7;

/**
 * The distance of two codes in root mean squares of their row. Wider steps gzip better: on a site of
 * 4,147 tokens 0.4, 0.7 and 1 gave 677, 533 and 459 kB and a mean cosine of questions to the full
 * model's of .757, .751 and .738 (unrounded .762).
 */
const STEP = 0.7;

/** What the light query encoder reads; see `light-encoder.ts`. */
export interface LightTable {
  /** Numbers in one vector; even. */
  dimensions: number;
  /** Sentences of the site that frequencies count. */
  sentences: number;
  /** Sorted by code units: all that the site has, and those by which other words would be cut. */
  tokens: string[];
  /** Sentences that hold each token; 0 where it is none of the site's. */
  frequencies: Uint32Array;
  /** A scale for each token of the site, in the order of `tokens`. */
  scales: Float32Array;
  /** Two codes a byte, `dimensions` for each token of the site. */
  codes: Uint8Array;
}

/** A table before its vectors are rounded. */
export interface LightSource extends Omit<LightTable, 'scales' | 'codes'> {
  /** A vector for each token of the site, in the order of `tokens`. */
  vectors: Float32Array;
}

/** Rounds the vectors to 4 bits. @throws {RangeError} where dimensions are odd. */
export function roundTable({ vectors, ...table }: LightSource): LightTable {
  const { dimensions } = table;
  if (dimensions % 2 !== 0) throw new RangeError(`${dimensions} dimensions are not even.`);
  const scales = new Float32Array(vectors.length / dimensions);
  const codes = new Uint8Array(vectors.length / 2);
  for (const row of scales.keys()) {
    const vector = vectors.subarray(row * dimensions, (row + 1) * dimensions);
    scales[row] = roundRow(vector, codes.subarray((row * dimensions) / 2));
  }
  return { ...table, scales, codes };
}

/** Writes a row's codes and returns the scale that brings them nearest to the row (least squares). */
function roundRow(vector: Float32Array, codes: Uint8Array): number {
  const squares = vector.reduce((sum, value) => sum + value * value, 0);
  const step = STEP * Math.sqrt(squares / vector.length);
  let product = 0;
  let length = 0;
  for (const [i, value] of vector.entries()) {
    const rounded = step > 0 ? Math.round(value / step) : 0;
    const code = Math.max(-LARGEST, Math.min(LARGEST, rounded));
    codes[i >> 1] = (codes[i >> 1] ?? 0) | ((code + 8) << (4 * (i & 1)));
    product += code * value;
    length += code * code;
  }
  return length > 0 ? product / length : 0;
}

export function encodeLightTable(table: LightTable): Uint8Array<ArrayBuffer> {
  const { tokens, frequencies, scales, codes } = table;
  const { endings, shared } = frontCode(tokens);
  const text = new TextEncoder().encode(endings.join('\n'));
  const writer = createByteWriter(
    text.length + 3 * tokens.length + 4 * scales.length + codes.length,
  );
  writer.bytes(Uint8Array.of(...MAGIC, VERSION));
  for (const count of [table.dimensions, table.sentences, tokens.length, text.length]) {
    writer.varint(count);
  }
  writer.bytes(text);
  writer.bytes(shared);
  for (const frequency of frequencies) writer.varint(frequency);
  const floats = new DataView(new ArrayBuffer(4 * scales.length));
  scales.forEach((scale, row) => floats.setFloat32(4 * row, scale, true));
  writer.bytes(new Uint8Array(floats.buffer));
  writer.bytes(codes);
  return Uint8Array.from(writer.finish());
}

/** @throws {AskPageError} `bad-index` where the bytes are foreign, cut off or of another version. */
export function decodeLightTable(bytes: Uint8Array): LightTable {
  if (bytes.length < HEADER_BYTES || MAGIC.some((byte, i) => bytes[i] !== byte)) {
    throw badIndex(`These ${bytes.length} bytes are no token vectors of askpage.`);
  }
  if (bytes[MAGIC.length] !== VERSION) {
    throw badIndex(
      `The token vectors have format ${bytes[MAGIC.length]}, this askpage reads format ${VERSION}.`,
    );
  }
  try {
    return readPayload(createByteReader(bytes.subarray(HEADER_BYTES)), bytes.length);
  } catch (thrown) {
    throw badIndex(`The token vectors of ${bytes.length} bytes are cut off or changed.`, thrown);
  }
}

function readPayload(reader: ByteReader, size: number): LightTable {
  const dimensions = reader.varint();
  const sentences = reader.varint();
  const count = reader.varint();
  const text = new TextDecoder('utf-8', { fatal: true }).decode(reader.bytes(reader.varint()));
  const endings = count === 0 ? [] : text.split('\n');
  const shared = reader.bytes(count);
  if (endings.length !== count || dimensions % 2 !== 0 || dimensions === 0 || count > size) {
    throw new RangeError('The counts contradict each other.');
  }
  const frequencies = Uint32Array.from(shared, () => reader.varint());
  const rows = frequencies.reduce((sum, frequency) => sum + Math.min(1, frequency), 0);
  const floats = reader.bytes(4 * rows);
  const view = new DataView(floats.buffer, floats.byteOffset, floats.byteLength);
  const scales = Float32Array.from({ length: rows }, (_, row) => view.getFloat32(4 * row, true));
  const codes = reader.bytes((rows * dimensions) / 2);
  if (!reader.isAtEnd) throw new RangeError('More bytes follow.');
  return {
    dimensions,
    sentences,
    tokens: frontDecode({ endings, shared }),
    frequencies,
    scales,
    codes,
  };
}
