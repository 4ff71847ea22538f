import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseModel } from '../../src/cli/chosen-model.ts';
import { describeModel, modelKey, spaceKey } from '../../src/core/embedding-model.ts';
import { DEFAULT_MODEL } from '../../src/worker/embed-api.ts';

describe('an embedding model', () => {
  const retrieval = 'Represent this sentence for searching relevant passages: ';
  it.each([
    { id: 'multilingual-e5-small', queryPrefix: 'query: ', passagePrefix: 'passage: ' },
    { id: 'intfloat/e5-base-v2', queryPrefix: 'query: ', passagePrefix: 'passage: ' },
    { id: 'bge-small-en-v1.5', queryPrefix: retrieval, pooling: 'cls' },
    { id: 'BAAI/bge-m3', pooling: 'cls' },
    { id: 'all-MiniLM-L6-v2' },
    { id: 'paraphrase-multilingual-MiniLM-L12-v2' },
    { id: 'e5-mistral-7b-instruct' },
  ])('has the prefixes and pooling of its family: $id', (family) => {
    const plain = { queryPrefix: '', passagePrefix: '', pooling: 'mean' };
    expect(describeModel(family.id, 384)).toEqual({ dimensions: 384, ...plain, ...family });
  });

  it('gives vectors another key where id, length, pooling or prefix changes', () => {
    const model = describeModel('m', 384);
    const others = [
      { ...model, id: 'n' },
      { ...model, dimensions: 512 },
      { ...model, pooling: 'cls' as const },
      { ...model, passagePrefix: 'passage: ' },
    ];
    const keys = [model, ...others].map(spaceKey);
    expect(new Set(keys).size).toBe(keys.length);
    expect(modelKey({ ...model, pooling: 'cls' })).not.toBe(modelKey(model));
    // What was stored before there was a choice stays good.
    expect(spaceKey({ ...model, pooling: undefined })).toBe(spaceKey(model));
  });
});

describe('a model chosen for the command', () => {
  const base = `${mkdtempSync(join(tmpdir(), 'askpage-models-'))}/`;
  const write = (id: string, config: string) => {
    mkdirSync(join(base, id));
    writeFileSync(join(base, id, 'config.json'), config);
  };

  it('is askpage’s own by default, else the one in its folder', async () => {
    write('multilingual-e5-small', '{"hidden_size":384}');
    expect(await chooseModel(undefined, { base })).toBe(DEFAULT_MODEL);
    expect(await chooseModel('multilingual-e5-small', { base })).toMatchObject({
      ...{ dimensions: 384, passagePrefix: 'passage: ' },
    });
  });

  it('is named with its file where it is missing or tells no length', async () => {
    write('odd', '{}');
    write('broken', '{');
    for (const id of ['gone', 'odd', 'broken']) {
      await expect(chooseModel(id, { base })).rejects.toMatchObject({
        code: 'model-not-found',
        message: expect.stringContaining(join(base, id, 'config.json')) as string,
      });
    }
  });
});
