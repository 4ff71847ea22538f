import { cp, mkdtemp, rm, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fitLight, type LightOptions } from '../../../src/cli/light-site.ts';
import { VectorFile } from '../../../src/cli/vector-file.ts';
import { passagesOf } from '../../../src/core/documents/passages.ts';
import { dot } from '../../../src/core/ranking/cosine.ts';
import { readLightEncoder } from '../../../src/core/ranking/light-encoder.ts';
import { DEFAULT_MODEL } from '../../../src/worker/embed-api.ts';
import { ModelEmbedder } from '../../../src/worker/embedder.ts';

const TEXTS = [
  'The server listens on port 3000 unless another port is given. Ports below 1024 need rights.',
  'The cat sleeps on the warm sofa. Cats eat fish in the evening.',
  '- Bins are emptied on Tuesdays.\n- Batteries are handed in at the depot.\n\n```js\nconst frobnicate = 1;\n```',
];
const passages = TEXTS.flatMap((text, i) =>
  passagesOf({ url: `p${i}.html`, title: `Page ${i}`, headings: [], text }),
);

let folder = '';
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'askpage-light-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const openCache = () => VectorFile.open(join(folder, 'vectors'), DEFAULT_MODEL.dimensions);

interface Told {
  done: number;
  total: number;
  what: string;
}

async function fit(more: Partial<LightOptions> = {}) {
  const told: Told[] = [];
  const bytes = await fitLight({
    ...{ passages, model: DEFAULT_MODEL, files: { base: 'public/models/' } },
    onProgress: (done, total, what) => told.push({ done, total, what }),
    ...more,
  });
  return { bytes, told };
}

describe('fitting the light encoder to a site', () => {
  it('puts sentences and questions where the full model puts them', async () => {
    const { encode } = readLightEncoder((await fit()).bytes);
    const full = await ModelEmbedder.load(DEFAULT_MODEL, { base: 'public/models/' });
    const texts = [
      'The cat sleeps on the warm sofa.',
      'Batteries are handed in at the depot.',
      'another server port',
    ];
    for (const text of texts) {
      const { vector, known } = encode(text);
      expect(known).toBe(1);
      const others = texts.filter((other) => other !== text);
      const own = dot(vector ?? new Float32Array(384), await full.embed([text]));
      expect(own).toBeGreaterThan(0.7);
      for (const other of others) {
        expect(own).toBeGreaterThan(
          dot(vector ?? new Float32Array(384), await full.embed([other])) + 0.2,
        );
      }
    }
    // Code is no sentence, and words of the model are no words of the site.
    expect(encode('frobnicate').known).toBeLessThan(1);
    expect(encode('elephants').known).toBe(0);
  }, 30_000);

  it('gives the same bytes again, and computes nothing that is in the cache', async () => {
    const first = await fit({ cache: await openCache() });
    const works = (told: Told[]) => [...new Set(told.map(({ what }) => what))];
    expect(works(first.told)).toEqual(['sentences', 'tokens', 'steps of the fit']);
    const sentences = first.told.filter(({ what }) => what === 'sentences');
    expect(sentences.at(-1)).toEqual({ what: 'sentences', done: 6, total: 6 });
    const again = await fit({ cache: await openCache() });
    expect(works(again.told)).toEqual(['steps of the fit']);
    expect(again.bytes).toEqual(first.bytes);
  }, 30_000);

  it.each(['sentences', 'tokens', 'steps of the fit'])(
    'can be stopped at its %s, and goes on from there',
    async (where) => {
      const stop = new AbortController();
      const cache = await openCache();
      const fitting = fit({
        cache,
        signal: stop.signal,
        onProgress: (done, _total, what) => {
          if (what === where && done === 2) stop.abort(new Error('stopped'));
        },
      });
      await expect(fitting).rejects.toThrow('stopped');
      const { told } = await fit({ cache });
      const left = told.find(({ what }) => what === where);
      if (where === 'steps of the fit') expect(told.every(({ what }) => what === where)).toBe(true);
      else
        expect(left?.total).toBe(
          ((await fit()).told.find(({ what }) => what === where)?.total ?? 0) - 2,
        );
    },
    30_000,
  );

  it('takes sentences from all over a large site', async () => {
    const { told, bytes } = await fit({ maxSentences: 3 });
    expect(told[0]).toEqual({ what: 'sentences', done: 0, total: 3 });
    const { encode } = readLightEncoder(bytes);
    expect(encode('server').known).toBe(1);
    expect(encode('bins').known).toBe(1);
  }, 30_000);

  it('refuses a model that cuts words in another way', async () => {
    await cp('public/models/all-MiniLM-L6-v2', join(folder, 'other'), { recursive: true });
    const path = join(folder, 'other/tokenizer.json');
    const json = JSON.parse(await readFile(path, 'utf8')) as { normalizer: unknown };
    await writeFile(path, JSON.stringify({ ...json, normalizer: { type: 'NFC' } }));
    const model = { ...DEFAULT_MODEL, id: 'other' };
    const fitting = fit({ model, files: { base: `${folder}/` } });
    await expect(fitting).rejects.toMatchObject({ code: 'model-invalid' });
    await expect(fitting).rejects.toThrow('--no-light');
    const gone = fit({ model: { ...DEFAULT_MODEL, id: 'gone' } });
    await expect(gone).rejects.toMatchObject({ code: 'model-not-found' });
  });
});
