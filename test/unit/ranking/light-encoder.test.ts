import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dot } from '../../../src/core/ranking/cosine.ts';
import { createLightEncoder, readLightEncoder } from '../../../src/core/ranking/light-encoder.ts';
import {
  decodeLightTable,
  encodeLightTable,
  roundTable,
  type LightSource,
} from '../../../src/core/ranking/light-table.ts';
import { tokenWeight, weighSentences } from '../../../src/core/ranking/light-weights.ts';
import { unitVectors } from '../index-file/sample.ts';

const D = 16;

/** The site has `port`, `open` and `##s`; `porter` is a word of the model alone. */
const SOURCE: LightSource = {
  dimensions: D,
  sentences: 100,
  tokens: ['##s', 'open', 'port', 'porter'],
  frequencies: Uint32Array.of(9, 3, 40, 0),
  vectors: unitVectors(3, D),
};
const row = (i: number) => SOURCE.vectors.subarray(i * D, (i + 1) * D);
const encoder = createLightEncoder(roundTable(SOURCE));

const tables = fc
  .record({
    half: fc.integer({ min: 1, max: 6 }),
    words: fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1 }), { maxLength: 12 }),
    sentences: fc.nat({ max: 1_000_000 }),
  })
  .chain(({ half, words, sentences }) => {
    const tokens = words
      .map((word) => word.replace(/[\n\ud800-\udfff]/g, '_'))
      .filter((word, i, all) => all.indexOf(word) === i)
      .sort();
    const frequency = fc.oneof(fc.constant(0), fc.nat({ max: 5000 }));
    return fc
      .array(frequency, { minLength: tokens.length, maxLength: tokens.length })
      .chain((frequencies) => {
        const rows = frequencies.filter((each) => each > 0).length;
        const value = fc.float({ noNaN: true, min: -2, max: 2 });
        const length = rows * half * 2;
        return fc.array(value, { minLength: length, maxLength: length }).map((values) => ({
          ...{ dimensions: half * 2, sentences, tokens },
          frequencies: Uint32Array.from(frequencies),
          vectors: Float32Array.from(values),
        }));
      });
  });

describe('a table of token vectors', () => {
  it('comes back as it was written', () => {
    fc.assert(
      fc.property(tables, (source) => {
        const table = roundTable(source);
        expect(decodeLightTable(encodeLightTable(table))).toEqual(table);
      }),
    );
  });

  it('is refused where it is cut anywhere, longer, foreign or of another format', () => {
    const bytes = encodeLightTable(roundTable(SOURCE));
    const refused = expect.objectContaining({ code: 'bad-index' }) as Error;
    for (let length = 0; length < bytes.length; length++) {
      expect(() => decodeLightTable(bytes.subarray(0, length)), String(length)).toThrow(refused);
    }
    expect(() => decodeLightTable(Uint8Array.of(...bytes, 0))).toThrow(refused);
    const html = new TextEncoder().encode('<!doctype html>Not found');
    expect(() => decodeLightTable(html)).toThrow(/no token vectors/);
    const later = bytes.slice();
    later[4] = 9;
    expect(() => decodeLightTable(later)).toThrow(/format 9/);
  });

  it('keeps the direction of its vectors at 4 bits', () => {
    const vectors = unitVectors(200, 384, 5);
    const tokens = Array.from({ length: 200 }, (_, i) => `t${i}`).sort();
    const frequencies = new Uint32Array(200).fill(1);
    const table = roundTable({ dimensions: 384, sentences: 9, tokens, frequencies, vectors });
    const { encode } = createLightEncoder(table);
    for (const [i, token] of tokens.entries()) {
      const { vector } = encode(token);
      const original = vectors.subarray(i * 384, (i + 1) * 384);
      expect(dot(vector ?? new Float32Array(384), original)).toBeGreaterThan(0.97);
    }
  });
});

describe('the light query encoder', () => {
  it('gives the mean of its tokens by their weights, at length 1', () => {
    const { vector, known } = encoder.encode('Open PORTS');
    const weights = [9, 3, 40].map((df) => tokenWeight(100, df));
    const mean = Float32Array.from({ length: D }, (_, i) =>
      weights.reduce((sum, weight, token) => sum + weight * (row(token)[i] ?? 0), 0),
    );
    expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 5);
    expect(dot(vector ?? mean, mean) / Math.hypot(...mean)).toBeGreaterThan(0.97);
    expect(known).toBe(1);
  });

  it('drops what the site does not have, and tells how much that was', () => {
    const port = encoder.encode('port');
    const mixed = encoder.encode('port zzz');
    expect(mixed.vector).toEqual(port.vector);
    const [had, lacked] = [tokenWeight(100, 40), tokenWeight(100, 0)];
    expect(mixed.known).toBeCloseTo(had / (had + lacked), 6);
    expect(encoder.encode('zzz')).toEqual({ vector: undefined, known: 0 });
    expect(encoder.encode('')).toEqual({ vector: undefined, known: 0 });
  });

  it("does not cut a word of the model's into pieces of the site's", () => {
    expect(encoder.encode('porter')).toEqual({ vector: undefined, known: 0 });
    expect(encoder.encode('ports').known).toBe(1);
  });

  it('reads the bytes of an index part, wherever they lie in a buffer', () => {
    const bytes = encodeLightTable(roundTable(SOURCE));
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    const read = readLightEncoder(shifted.subarray(3));
    expect(read.dimensions).toBe(D);
    expect(read.encode('open ports')).toEqual(encoder.encode('open ports'));
  });

  it('stays finite on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const { vector, known } = encoder.encode(`port ${text}`);
        expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 4);
        expect(known).toBeGreaterThan(0);
        expect(known).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('weighing sentences', () => {
  it('gives each a row that sums to 1, with the rarer token counting more', () => {
    const vocabulary = new Map([
      ['the', 7],
      ['port', 3],
      ['##s', 5],
      ['unused', 1],
    ]);
    const { tokens, frequencies, rows } = weighSentences(
      ['The ports', 'the the port', 'nothing', 'the'],
      vocabulary,
    );
    expect(tokens).toEqual(['##s', 'port', 'the']);
    expect(frequencies).toEqual([1, 2, 3]);
    expect(Array.from(rows.starts)).toEqual([0, 3, 5, 5, 6]);
    const row = (i: number) => Array.from(rows.weights.slice(rows.starts[i], rows.starts[i + 1]));
    for (const i of [0, 1, 3]) expect(row(i).reduce((a, b) => a + b)).toBeCloseTo(1, 6);
    const [the = 0, port = 0, s = 0] = row(0);
    expect(s).toBeGreaterThan(port);
    expect(port).toBeGreaterThan(the);
    expect((row(1)[0] ?? 0) / (row(1)[1] ?? 1)).toBeCloseTo((2 * the) / port, 5);
  });
});
