/** What the header of a GGUF file says of its vocabulary. */
export interface GgufVocabulary {
  /** Tokens that only a chat template may write. */
  controlTokens: string[];
}

// Types of values, by their numbers in the format's description (ggml-org/ggml, docs/gguf.md).
const STRING = 8;
const ARRAY = 9;
const SIZES: Readonly<Record<number, number>> = {
  ...{ 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1 },
  ...{ 10: 8, 11: 8, 12: 8 },
};

const MAGIC = 0x46554747;
// Types of tokens.
const CONTROL = 3;
const USER_DEFINED = 4;

const FIRST_READ = 8 * 2 ** 20;
const LONGEST_READ = 256 * 2 ** 20;

/** Reads on from where it stands; beyond the end of the bytes it throws a `RangeError`. */
class Cursor {
  at = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(buffer: ArrayBuffer) {
    this.#bytes = new Uint8Array(buffer);
    this.#view = new DataView(buffer);
  }

  uint32(): number {
    return this.#view.getUint32((this.at += 4) - 4, true);
  }

  /** Lengths and counts; a header that is read whole has none above 2^53. */
  uint64(): number {
    return Number(this.#view.getBigUint64((this.at += 8) - 8, true));
  }

  skip(bytes: number): void {
    this.at += bytes;
    if (!(this.at <= this.#bytes.length)) throw new RangeError('The header goes on.');
  }

  skipText(): void {
    this.skip(this.uint64());
  }

  text(): string {
    const length = this.uint64();
    const start = this.at;
    this.skip(length);
    return new TextDecoder().decode(this.#bytes.subarray(start, this.at));
  }

  value(type: number): unknown {
    if (type === STRING) return this.text();
    if (type === ARRAY) return this.#skipArray();
    this.skip(SIZES[type] ?? NaN);
    return undefined;
  }

  #skipArray(): undefined {
    const { type, count } = this.array();
    if (type === STRING) for (let left = count; left > 0; left--) this.skipText();
    else if (type === ARRAY) for (let left = count; left > 0; left--) this.#skipArray();
    else this.skip(count * (SIZES[type] ?? NaN));
    return undefined;
  }

  array(): { type: number; count: number } {
    return { type: this.uint32(), count: this.uint64() };
  }
}

interface Found {
  /** Where each token's text begins. */
  tokens: number[];
  types: number[];
  template: string;
}

function readFound(cursor: Cursor): Found {
  const found: Found = { tokens: [], types: [], template: '' };
  if (cursor.uint32() !== MAGIC) throw new Error('This is no GGUF file.');
  cursor.uint32();
  cursor.uint64();
  for (let left = cursor.uint64(); left > 0; left--) {
    const key = cursor.text();
    const type = cursor.uint32();
    if (key === 'tokenizer.ggml.tokens') found.tokens = readStarts(cursor);
    else if (key === 'tokenizer.ggml.token_type') found.types = readNumbers(cursor);
    else if (key === 'tokenizer.chat_template') found.template = String(cursor.value(type));
    else cursor.value(type);
  }
  return found;
}

function readStarts(cursor: Cursor): number[] {
  return Array.from({ length: cursor.array().count }, () => {
    const start = cursor.at;
    cursor.skipText();
    return start;
  });
}

const readNumbers = (cursor: Cursor): number[] =>
  Array.from({ length: cursor.array().count }, () => cursor.uint32());

/** Those of the vocabulary's control kind, and words like `<think>` that the model's template writes. */
function controlTokens(cursor: Cursor, { tokens, types, template }: Found): string[] {
  const textAt = (start: number) => {
    cursor.at = start;
    return cursor.text();
  };
  return tokens.flatMap((start, id) => {
    if (types[id] === CONTROL) return [textAt(start)];
    if (types[id] !== USER_DEFINED) return [];
    const text = textAt(start);
    return /^<[^\s>]+>$|^\[[^\s\]]+\]$/.test(text) && template.includes(text) ? [text] : [];
  });
}

/**
 * Reads the vocabulary in a GGUF file's header.
 * @returns undefined where the file has none that can be read.
 */
export async function readVocabulary(file: Blob): Promise<GgufVocabulary | undefined> {
  for (let length = FIRST_READ; length <= LONGEST_READ; length *= 4) {
    const cursor = new Cursor(await file.slice(0, length).arrayBuffer());
    try {
      return { controlTokens: controlTokens(cursor, readFound(cursor)) };
    } catch (thrown) {
      // What ends too early may have been read too little of.
      if (!(thrown instanceof RangeError) || length >= file.size) return undefined;
    }
  }
  return undefined;
}
