import { describe, expect, it } from 'vitest';
import { AskPageError } from '../../../src/core/errors.ts';
import { parseManifest, type Manifest, type Part } from '../../../src/core/index-file/manifest.ts';
import { readIndex } from '../../../src/core/index-file/read.ts';
import {
  keywordDocument,
  writeIndex,
  type IndexFiles,
} from '../../../src/core/index-file/write.ts';
import { buildKeywordIndex } from '../../../src/core/ranking/keyword-index.ts';
import {
  DIMENSIONS,
  lightIndex,
  MODEL,
  sampleIndex,
  sampleLight,
  samplePassages,
  sha256,
  unitVectors,
} from './sample.ts';

const read = (files: IndexFiles, manifest: Manifest = files.manifest) =>
  readIndex(manifest, ({ file }) => {
    const part = files.parts.find((each) => each.file === file);
    return part ? Promise.resolve(part.bytes) : Promise.reject(new Error(`no ${file}`));
  });

const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0) / (Math.hypot(...a) * Math.hypot(...b));

const row = (vectors: Float32Array, index: number) =>
  vectors.subarray(index * DIMENSIONS, (index + 1) * DIMENSIONS);

describe('a prebuilt index', () => {
  it('holds passages, vectors and keywords as they were', async () => {
    const passages = samplePassages(40);
    const vectors = unitVectors(passages.length);
    const files = await writeIndex({ passages, vectors, model: MODEL, site: '../' }, sha256);
    const index = await read(files, parseManifest(JSON.stringify(files.manifest), 'm'));
    expect(index.passages).toEqual(passages);
    passages.forEach((_, i) => {
      expect(cosine(row(index.vectors, i), row(vectors, i))).toBeGreaterThan(0.999);
      expect(Math.hypot(...row(index.vectors, i))).toBeCloseTo(1, 2);
    });
    const built = buildKeywordIndex(passages.map(keywordDocument));
    for (const query of ['machine7', 'port of machine12', 'lisen', 'nothing like it']) {
      expect(index.keywords.search(query, 10)).toEqual(built.search(query, 10));
    }
    expect(index.keywords.search('machine7', 1)[0]?.row).toBe(7);
  });

  it('keeps sections shared, so that they are written once', async () => {
    const [passage] = samplePassages(1);
    if (!passage) throw new Error('no passage');
    const passages = [passage, { ...passage, id: 'ffff', text: 'Another text.' }];
    const vectors = unitVectors(2);
    const index = await read(
      await writeIndex({ passages, vectors, model: MODEL, site: './' }, sha256),
    );
    expect(index.passages).toEqual(passages);
    expect(index.passages[1]?.section).toBe(index.passages[0]?.section);
  });

  it('names its parts by their hash, so that the same content gives the same names', async () => {
    const first = await sampleIndex(5);
    const second = await sampleIndex(5);
    const other = await sampleIndex(6);
    expect(second).toEqual(first);
    const names = new Set(first.parts.map(({ file }) => file));
    expect(other.parts.some(({ file }) => names.has(file))).toBe(false);
    for (const part of first.manifest.parts) {
      expect(part.file).toContain(part.sha256.slice(0, 16));
      const bytes = first.parts.find(({ file }) => file === part.file)?.bytes;
      expect(bytes).toHaveLength(part.bytes);
      expect(await sha256(bytes ?? new Uint8Array())).toBe(part.sha256);
    }
  });

  it('is cut into parts of at most 2,000 passages', async () => {
    const [passage] = samplePassages(1);
    const count = 4100;
    if (!passage) throw new Error('no passage');
    const passages = Array.from({ length: count }, (_, i) => ({ ...passage, id: String(i) }));
    const vectors = unitVectors(count);
    const files = await writeIndex({ passages, vectors, model: MODEL, site: './' }, sha256);
    const texts = files.manifest.parts.filter(({ kind }) => kind === 'texts');
    expect(texts.map(({ ids }) => ids)).toEqual([
      [0, 2000],
      [2000, 2000],
      [4000, 100],
    ]);
    const index = await read(files);
    expect(index.passages.map(({ id }) => id)).toEqual(passages.map(({ id }) => id));
    expect(cosine(row(index.vectors, 4099), row(vectors, 4099))).toBeGreaterThan(0.999);
  });

  it('may hold token vectors, and is as good without them', async () => {
    const files = await lightIndex(5);
    const { light } = await read(files, parseManifest(JSON.stringify(files.manifest), 'm'));
    const { vector = new Float32Array(DIMENSIONS) } = light?.encode('machine3') ?? {};
    expect(cosine(vector, row(unitVectors(5), 3))).toBeGreaterThan(0.97);
    expect((await read(await sampleIndex(5))).light).toBeUndefined();
  });

  it('is refused where its token vectors are broken or of another length', async () => {
    const refused = { code: 'bad-index' };
    const foreign = new TextEncoder().encode('<!doctype html>');
    await expect(read(await lightIndex(5, foreign))).rejects.toMatchObject(refused);
    await expect(read(await lightIndex(5, sampleLight(5, 8)))).rejects.toThrow(
      /have 8 numbers.* 16/,
    );
  });

  it('may hold parts of kinds that are not known yet', async () => {
    const files = await sampleIndex(3);
    const future: Part = {
      kind: 'token-vectors',
      ids: [0, 3],
      file: 'token-vectors-0.bin',
      bytes: 1,
      sha256: '00',
    };
    const manifest = { ...files.manifest, parts: [future, ...files.manifest.parts] };
    expect((await read(files, manifest)).passages).toHaveLength(3);
  });
});

describe('a manifest that can not be used', () => {
  const url = 'https://site.test/askpage-index/manifest.json';
  const manifest = async () => (await sampleIndex(3)).manifest;
  const broken = (json: string) => {
    try {
      parseManifest(json, url);
    } catch (thrown) {
      return thrown as AskPageError;
    }
    throw new Error('was read');
  };

  it.each<[string, (good: Manifest) => string]>([
    ['is empty', () => ''],
    ['is cut off', (good) => JSON.stringify(good).slice(0, -20)],
    ['is a web page', () => '<!doctype html><title>Not found</title>'],
    ['is JSON of something else', () => '{"name":"app"}'],
    ['is null', () => 'null'],
    ['is a list', () => '[]'],
    ['has another version', (good) => JSON.stringify({ ...good, version: 2 })],
    ['lacks its model', (good) => JSON.stringify({ ...good, model: undefined })],
    ['has a model without dimensions', (good) => JSON.stringify({ ...good, model: { id: 'x' } })],
    ['lacks its site', (good) => JSON.stringify({ ...good, site: null })],
    ['counts wrongly', (good) => JSON.stringify({ ...good, passages: -1 })],
    ['lacks parts', (good) => JSON.stringify({ ...good, parts: {} })],
    [
      'names a part elsewhere',
      (good) => JSON.stringify({ ...good, parts: [{ ...good.parts[0], file: '../x.bin' }] }),
    ],
    [
      'has a part without size',
      (good) => JSON.stringify({ ...good, parts: [{ ...good.parts[0], bytes: '12' }] }),
    ],
  ])('because it %s is named, with the remedy', async (_why, change) => {
    const error = broken(change(await manifest()));
    expect(error).toBeInstanceOf(AskPageError);
    expect(error.code).toBe('bad-index');
    expect(error.message).toContain(url);
    expect(error.message).toContain('Build the index again');
  });

  it('because it is something else is called so', () => {
    expect(broken('{"name":"app","version":1}').message).toContain('is not an askpage index');
  });

  it('because of its version tells both versions', async () => {
    const { message } = broken(JSON.stringify({ ...(await manifest()), version: 7 }));
    expect(message).toMatch(/version 7\b.*reads 1\b/);
  });
});

describe('parts that can not be used', () => {
  const refused = async (change: (manifest: Manifest) => Manifest, files?: IndexFiles) => {
    const good = files ?? (await sampleIndex(3));
    const reading = read(good, change(good.manifest));
    await expect(reading).rejects.toMatchObject({ code: 'bad-index' });
    await expect(reading).rejects.toThrow(/build the index again/i);
    return (await reading.catch((thrown: unknown) => thrown)) as AskPageError;
  };

  it.each(['texts', 'vectors', 'keywords'])('because there are no %s', async (kind) => {
    const { message } = await refused((manifest) => ({
      ...manifest,
      parts: manifest.parts.filter((part) => part.kind !== kind),
    }));
    expect(message).toContain('manifest.json');
    expect(message).toContain(kind);
  });

  it('because they hold more or fewer rows than they should', async () => {
    const withIds = (kind: string, ids: Part['ids']) => (manifest: Manifest) => ({
      ...manifest,
      parts: manifest.parts.map((part) => (part.kind === kind ? { ...part, ids } : part)),
    });
    await refused(withIds('texts', [0, 4]));
    expect((await refused(withIds('texts', [0, 2]))).message).toMatch(/texts-\w+\.json lacks/);
    await refused(withIds('vectors', [1, 3]));
    await refused(withIds('vectors', [0, 2]));
  });

  it('because one covers the rows of another', async () => {
    const { parts, manifest } = await sampleIndex(2);
    const half = { ...(await sampleIndex(1)) };
    const texts = half.manifest.parts.find(({ kind }) => kind === 'texts');
    if (!texts) throw new Error('no texts');
    await refused(
      (good) => ({
        ...good,
        parts: [...good.parts.filter(({ kind }) => kind !== 'texts'), texts, texts],
      }),
      { manifest, parts: [...parts, ...half.parts] },
    );
  });

  it('because the bytes are of something else', async () => {
    const files = await sampleIndex(3);
    const spoil = (kind: string, bytes: Uint8Array<ArrayBuffer>) => ({
      ...files,
      parts: files.parts.map((part) => (part.file.startsWith(kind) ? { ...part, bytes } : part)),
    });
    const text = (value: string) => new TextEncoder().encode(value);
    await refused((manifest) => manifest, spoil('texts', text('{"sections":[')));
    await refused((manifest) => manifest, spoil('texts', text('<!doctype html>')));
    await refused((manifest) => manifest, spoil('vectors', text('short')));
    await refused((manifest) => manifest, spoil('keywords', text('short')));
  });
});
