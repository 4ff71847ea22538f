/** Grows as it is written. Integers are LEB128 varints, 7 bits a byte, low bits first. */
export interface ByteWriter {
  /** An integer from 0 to 2³² − 1. */
  varint(value: number): void;
  bytes(bytes: Uint8Array): void;
  /** What was written. */
  finish(): Uint8Array;
}

/** Reads from the start; a `RangeError` is thrown where the bytes end too early. */
export interface ByteReader {
  varint(): number;
  bytes(length: number): Uint8Array;
  /** Whether nothing is left. */
  readonly isAtEnd: boolean;
}

/** `capacity` is a guess in bytes. */
export function createByteWriter(capacity: number): ByteWriter {
  let buffer = new Uint8Array(Math.max(capacity, 64));
  let length = 0;
  const reserve = (more: number): void => {
    if (length + more <= buffer.length) return;
    const grown = new Uint8Array(Math.max(2 * buffer.length, length + more));
    grown.set(buffer);
    buffer = grown;
  };
  return {
    varint(value) {
      reserve(5);
      let rest = value >>> 0;
      for (; rest > 127; rest >>>= 7) buffer[length++] = (rest & 127) | 128;
      buffer[length++] = rest;
    },
    bytes(bytes) {
      reserve(bytes.length);
      buffer.set(bytes, length);
      length += bytes.length;
    },
    finish: () => buffer.subarray(0, length),
  };
}

export function createByteReader(bytes: Uint8Array): ByteReader {
  let at = 0;
  return {
    varint() {
      let value = 0;
      for (let shift = 0; shift < 35; shift += 7) {
        const byte = bytes[at++];
        if (byte === undefined) throw new RangeError('The bytes end inside a number.');
        value |= (byte & 127) << shift;
        if (byte < 128) return value >>> 0;
      }
      throw new RangeError('A number is longer than five bytes.');
    },
    bytes(length) {
      if (at + length > bytes.length) throw new RangeError('The bytes end inside a block.');
      at += length;
      return bytes.subarray(at - length, at);
    },
    get isAtEnd() {
      return at === bytes.length;
    },
  };
}
