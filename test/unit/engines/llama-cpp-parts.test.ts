import { describe, expect, it } from 'vitest';
import { loadError, replyError } from '../../../src/engines/llama-cpp/errors.ts';
import { readVocabulary } from '../../../src/engines/llama-cpp/header.ts';
import { createLlamaLog } from '../../../src/engines/llama-cpp/log.ts';
import { cacheBytesPerToken, windowOf } from '../../../src/engines/llama-cpp/metadata.ts';

/** Bytes of a GGUF header, value by value. */
class Writer {
  readonly #parts: Uint8Array[] = [];

  number(value: number, bytes: 4 | 8): this {
    const buffer = Buffer.alloc(bytes);
    buffer.writeUInt32LE(value);
    this.#parts.push(buffer);
    return this;
  }

  text(text: string): this {
    const bytes = Buffer.from(text);
    this.number(bytes.length, 8);
    this.#parts.push(bytes);
    return this;
  }

  strings(key: string, list: readonly string[]): this {
    this.text(key).number(9, 4).number(8, 4).number(list.length, 8);
    for (const each of list) this.text(each);
    return this;
  }

  blob(): Blob {
    return new Blob(this.#parts.map((part) => new Uint8Array(part)));
  }
}

const TOKENS = ['a', '<|end|>', '<think>', '\n\n', '<table>', 'schön', '[INST]'];
const TYPES = [1, 3, 4, 4, 4, 1, 3];

function header(tokens = TOKENS, types = TYPES): Writer {
  const writer = new Writer();
  writer.number(0x46554747, 4).number(3, 4).number(0, 8).number(6, 8);
  writer.text('general.name').number(8, 4).text('Tiny');
  // What is passed over: a number, and arrays of texts and of arrays.
  writer.text('llama.block_count').number(10, 4).number(30, 8);
  writer.strings('tokenizer.ggml.merges', ['a b', 'c d']);
  writer.strings('tokenizer.ggml.tokens', tokens);
  writer.text('tokenizer.ggml.token_type').number(9, 4).number(5, 4).number(types.length, 8);
  for (const type of types) writer.number(type, 4);
  return writer.text('tokenizer.chat_template').number(8, 4).text('{{ "\n\n<think>" }}<|end|>');
}

describe("a model file's header", () => {
  it('tells control tokens, and the words of the template that its vocabulary singles out', async () => {
    const vocabulary = await readVocabulary(header().blob());
    expect(vocabulary?.controlTokens).toEqual(['<|end|>', '<think>', '[INST]']);
  });

  it('is read in full where it is longer than the first read', async () => {
    const count = 1300;
    const tokens = Array.from({ length: count }, (_, id) => `${'long word '.repeat(1000)}${id}`);
    const types = tokens.map((_, id) => (id === count - 1 ? 3 : 1));
    const blob = header(tokens, types).blob();
    expect(blob.size).toBeGreaterThan(12 * 2 ** 20);
    const vocabulary = await readVocabulary(blob);
    expect(vocabulary?.controlTokens).toEqual([tokens.at(-1)]);
  });

  it.each([
    ['cut off', header().blob().slice(0, 150)],
    ['of another kind', new Blob(['<!doctype html><title>Not here</title>'])],
    ['empty', new Blob()],
  ])('that is %s tells nothing', async (_, blob) => {
    expect(await readVocabulary(blob)).toBeUndefined();
  });
});

describe('what a model costs', () => {
  const SMOL = {
    'general.architecture': 'llama',
    'llama.block_count': '30',
    'llama.attention.head_count': '9',
    'llama.attention.head_count_kv': '3',
    'llama.embedding_length': '576',
    'llama.context_length': '8192',
  };

  it('is computed from its header', () => {
    expect(cacheBytesPerToken(SMOL)).toBe(30 * 3 * (64 + 64) * 2);
    expect(cacheBytesPerToken({})).toBeGreaterThan(10_000);
  });

  it('leaves a window that neither room nor training exceeds', () => {
    expect([windowOf(SMOL, 4096), windowOf(SMOL, 16_384), windowOf({}, 4096)]).toEqual([
      ...[4096, 8192, 4096],
    ]);
  });
});

describe('what llama.cpp says', () => {
  it.each([
    [
      ['llama_model_load: error loading model: tensor data is not within the file bounds'],
      'model-invalid',
    ],
    [
      [
        'ggml_aligned_malloc: insufficient memory (attempted to allocate 175781.25 MB)',
        'srv load_model: failed to load model',
      ],
      'engine-failed',
    ],
    [["error loading model: unknown model architecture: 'wrong'"], 'engine-failed'],
  ])('%j while it loads is %s', (lines, code) => {
    const error = loadError('Tiny', { lines });
    expect([error.code, error.message]).toEqual([code, expect.stringContaining('Tiny')]);
  });

  it('about a long request tells how long it is', () => {
    const thrown = new Error(
      'request (6031 tokens) exceeds the available context size (4096 tokens), try increasing it',
    );
    const error = replyError('Tiny', { thrown, lines: [] });
    expect(error.code).toBe('context-overflow');
    expect(error.message).toContain('They are 6031 tokens, and 4096 fit.');
  });

  it('about anything else comes through', () => {
    const error = replyError('Tiny', { thrown: new Error('Aborted(x)'), lines: [] });
    expect([error.code, error.message]).toEqual([
      'engine-failed',
      expect.stringContaining('Aborted(x)'),
    ]);
  });

  it('is kept, and a worker that can not start ends the wait', async () => {
    const { logger, died, ...log } = createLlamaLog();
    logger.warn('one');
    logger.error('two', { code: 400 });
    expect(log.take()).toEqual(['one', 'two {"code":400}']);
    expect(log.take()).toEqual([]);
    logger.error(new Event('error'));
    await expect(died).rejects.toThrow('worker-src blob:');
  });
});
