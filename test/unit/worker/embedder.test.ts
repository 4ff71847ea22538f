import { mkdir, mkdtemp, rm, writeFile, cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dot } from '../../../src/core/ranking/cosine.ts';
import type { LoadProgress } from '../../../src/core/ports.ts';
import { DEFAULT_MODEL } from '../../../src/worker/embed-api.ts';
import { createEmbedHost } from '../../../src/worker/embed-host.ts';
import { ModelEmbedder } from '../../../src/worker/embedder.ts';

const files = { base: 'public/models/' };
const D = DEFAULT_MODEL.dimensions;
const row = (vectors: Float32Array, index: number) => vectors.subarray(index * D, (index + 1) * D);

const TEXTS = [
  'How do I change the default port of the server?',
  'The server listens on port 3000 unless another port is given.',
  'The cat sleeps on the warm sofa.',
];

let embedder: ModelEmbedder;
let folder = '';
beforeAll(async () => {
  embedder = await ModelEmbedder.load(DEFAULT_MODEL, files);
  folder = await mkdtemp(join(tmpdir(), 'askpage-model-'));
}, 30_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the embedding model', () => {
  it('puts what belongs together near, in unit vectors', async () => {
    const vectors = await embedder.embed(TEXTS);
    expect(vectors).toHaveLength(3 * D);
    for (const i of [0, 1, 2]) expect(Math.hypot(...row(vectors, i))).toBeCloseTo(1, 4);
    const near = dot(row(vectors, 0), row(vectors, 1));
    expect(near).toBeGreaterThan(0.5);
    expect(dot(row(vectors, 0), row(vectors, 2))).toBeLessThan(0.2);
    expect(await embedder.embed([])).toHaveLength(0);
  });

  it('gives the same vector to a text, alone, among others, or in overlapping calls', async () => {
    const alone = await embedder.embed(TEXTS.slice(1, 2));
    const [first, second] = await Promise.all([
      embedder.embed(TEXTS),
      embedder.embed([...TEXTS].reverse()),
    ]);
    expect(row(first, 1)).toEqual(alone);
    expect(row(second, 1)).toEqual(alone);
    expect(row(second, 0)).toEqual(row(first, 2));
  });

  it('survives the longest and the emptiest text', async () => {
    const vectors = await embedder.embed(['', 'word '.repeat(5000), '👩‍💻'.repeat(500)]);
    for (const i of [0, 1, 2]) expect(Math.hypot(...row(vectors, i))).toBeCloseTo(1, 4);
  });

  it('stops between two texts, and is ready for the next call', async () => {
    const stop = new AbortController();
    const many = embedder.embed(
      Array.from({ length: 400 }, () => TEXTS[1] ?? ''),
      stop,
    );
    const next = embedder.embed(TEXTS.slice(0, 1));
    stop.abort(new Error('stopped'));
    await expect(many).rejects.toThrow('stopped');
    expect(Math.hypot(...(await next))).toBeCloseTo(1, 4);
    const late = embedder.embed(TEXTS, { signal: AbortSignal.abort(new Error('too late')) });
    await expect(late).rejects.toThrow('too late');
  });
});

describe('a model that is not there', () => {
  it('is named with its folder', async () => {
    const loading = ModelEmbedder.load({ ...DEFAULT_MODEL, id: 'no-such-model' }, files);
    await expect(loading).rejects.toMatchObject({ code: 'model-not-found' });
    await expect(loading).rejects.toThrow('public/models/no-such-model/');
  });

  it('is told apart from files that are no model', async () => {
    const broken = join(folder, 'broken');
    await cp('public/models/all-MiniLM-L6-v2', broken, {
      recursive: true,
      filter: (path) => !path.endsWith('.onnx'),
    });
    await mkdir(join(broken, 'onnx'), { recursive: true });
    await writeFile(join(broken, 'onnx/model_quantized.onnx'), '<!doctype html>Not found');
    const model = { ...DEFAULT_MODEL, id: 'broken' };
    const loading = ModelEmbedder.load(model, { base: `${folder}/` });
    await expect(loading).rejects.toMatchObject({ code: 'model-invalid' });
    await expect(loading).rejects.toThrow(`${folder}/broken/`);
  });

  it('or from one of other dimensions than configured', async () => {
    const loading = ModelEmbedder.load({ ...DEFAULT_MODEL, dimensions: 512 }, files);
    await expect(loading).rejects.toMatchObject({ code: 'model-invalid' });
    await expect(loading).rejects.toThrow(/384.*512/);
  });
});

describe('the embed worker', () => {
  const drain = async (stream: AsyncIterable<LoadProgress>) => {
    for await (const { fraction } of stream) expect(fraction).toBeLessThanOrEqual(1);
  };
  const never = new AbortController().signal;

  it('embeds once it has loaded, and loads anew after a failure', async () => {
    const host = createEmbedHost();
    await expect(host.embed({ texts: TEXTS }, never)).rejects.toMatchObject({
      code: 'worker-failed',
    });
    const wrong = { model: { ...DEFAULT_MODEL, id: 'no-such-model' }, files };
    await expect(drain(host.load(wrong, never))).rejects.toThrow('no-such-model/');
    const right = { model: DEFAULT_MODEL, files };
    await Promise.all([drain(host.load(right, never)), drain(host.load(right, never))]);
    expect(await host.embed({ texts: TEXTS }, never)).toHaveLength(3 * D);
  });
});
