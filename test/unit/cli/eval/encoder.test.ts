import { describe, expect, it } from 'vitest';
import { fullEncoder, lightEncoder } from '../../../../src/cli/eval/encoder.ts';
import type { Vectors } from '../../../../src/cli/eval/vectors.ts';

describe('the light encoder', () => {
  const table = new Map([['port', Float32Array.of(0, 1)]]);
  const encoder = lightEncoder({
    dimensions: 2,
    encode: (text) => ({ vector: table.get(text), known: table.has(text) ? 1 : 0 }),
  });

  it('gives no vector to a question of unknown words, so that words decide', async () => {
    expect(await encoder.encode('port')).toEqual(Float32Array.of(0, 1));
    expect(await encoder.encode('zebra')).toBeUndefined();
  });

  it('keeps a sentence of unknown words unlike anything', async () => {
    expect(await encoder.embedder?.embed(['zebra', 'port'])).toEqual(Float32Array.of(0, 0, 0, 1));
  });
});

describe('the full encoder', () => {
  it('puts the model’s prefix before a question, and not before sentences', async () => {
    const asked: string[] = [];
    const embed = (texts: readonly string[]) => {
      asked.push(...texts);
      return Promise.resolve(Float32Array.of(1));
    };
    const vectors = { dimensions: 1, embed } as Partial<Vectors> as Vectors;
    const model = { id: 'm', dimensions: 1, queryPrefix: 'query: ', passagePrefix: 'passage: ' };
    const encoder = fullEncoder(vectors, model);
    await encoder.encode('how?');
    await encoder.embedder?.embed(['So.']);
    expect(asked).toEqual(['query: how?', 'So.']);
  });
});
