import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { DEMO_FOLDER, WIDGET_FOLDER } from '../../scripts/demo.ts';
import type { Manifest } from '../../src/core/index-file/manifest.ts';
import { hurried } from './haste.ts';
import { shows, until, useStage, type Reader } from './harness.ts';
import { FULL_MODEL, GARDEN, INDEX, notFound, pageOf, send, stalled } from './site.ts';

const stage = useStage();

const pages: Readonly<Record<string, string>> = {
  '/auto.html': INDEX,
  '/light.html': `${INDEX} encoder="light"`,
  '/full.html': FULL_MODEL,
  '/other.html': `${INDEX} encoder="heavy"`,
};

beforeEach(() => {
  for (const [path, attributes] of Object.entries(pages)) {
    stage.site.page(path, pageOf({ body: GARDEN, attributes }));
  }
});

const QUESTION = 'How do I set a custom error handler?';

const WEIGHTS = readFileSync(`${WIDGET_FOLDER}/models/all-MiniLM-L6-v2/onnx/model_quantized.onnx`);

/** Words of which the Fastify documentation has few. */
const STRANGE = 'Which giraffes nibble acacia leaves at dusk?';

/** What belongs to the full model: its files, its runtime and its worker. */
const ofModel = ({ requests }: Reader) =>
  requests.filter((url) => /\/models\/|askpage-(?:ort|embed)-/.test(url));

/** What encoded the last question. */
const encoder = (reader: Reader) =>
  reader.page.evaluate(() => {
    interface Inside {
      session: { ask: { result?: { encoder: string } } };
    }
    const scope = globalThis as unknown as Record<symbol, { entries: Map<string, Inside> }>;
    const [entry] = scope[Symbol.for('askpage')]?.entries.values() ?? [];
    return entry?.session.ask.result?.encoder;
  });

describe('with token vectors in the index', () => {
  it.each(['/auto.html', '/light.html'])(
    'a first visit to %s is answered by meaning without the model',
    async (path) => {
      const reader = await stage.visit(path);
      await reader.type('error');
      await reader.hits.first().waitFor();
      await reader.ask(QUESTION);
      await shows(reader.answer, 'setErrorHandler');
      expect(await encoder(reader)).toBe('light');
      expect(await reader.answer.first().innerText()).not.toContain('found by its words');
      expect(await reader.notices.count()).toBe(0);
      await reader.ask('And where does it log?');
      expect(await encoder(reader)).toBe('light');
      expect(ofModel(reader)).toEqual([]);
      expect(reader.page.workers().length).toBe(1);
    },
  );

  it('the full model is loaded where the owner asks for it, at the first letter', async () => {
    const reader = await stage.visit('/full.html');
    await reader.type('error');
    await until(
      () => ofModel(reader).length,
      (count) => count > 4,
    );
    await reader.ask(QUESTION);
    await shows(reader.answer, 'setErrorHandler');
    expect(await encoder(reader)).toBe('full');
  });

  it('a question of strange words loads the full model; the next does without it', async () => {
    const reader = await stage.visit('/auto.html');
    await reader.type('error');
    await reader.hits.first().waitFor();
    expect(ofModel(reader)).toEqual([]);
    await reader.ask(STRANGE);
    expect(await encoder(reader)).toBe('full');
    expect(ofModel(reader).length).toBeGreaterThan(4);
    await reader.ask(QUESTION);
    await shows(reader.answer, 'setErrorHandler');
    expect(await encoder(reader)).toBe('light');
  });

  it('a question of strange words is searched without them where the model is missing', async () => {
    const repair = stage.site.fault(/\/models\//, notFound);
    const reader = await stage.visit('/auto.html');
    await reader.ask(STRANGE);
    expect(await encoder(reader)).toBe('light');
    await shows(reader.notices, 'Some words of the question are nowhere on this site');
    await reader.ask(QUESTION);
    await shows(reader.answer, 'setErrorHandler');
    expect(await reader.notices.count()).toBe(0);
    repair();
    await reader.ask(STRANGE);
    expect(await encoder(reader)).toBe('full');
    expect(await reader.notices.count()).toBe(0);
  });

  it('the owner can leave the full model out for good', async () => {
    const reader = await stage.visit('/light.html');
    await reader.ask(STRANGE);
    expect(await encoder(reader)).toBe('light');
    await reader.ask('Zzyzx qwxkj?');
    expect(ofModel(reader)).toEqual([]);
    expect(await reader.notices.count()).toBe(0);
  });

  it('a model that comes late is offered for the question that could not wait', async () => {
    let arrive = () => {};
    const repair = stage.site.fault(/\.onnx$/, (response, request) => {
      arrive = () => send('application/octet-stream', WEIGHTS)(response, request);
    });
    // Ten seconds are waited.
    const reader = await stage.visit('/auto.html', { before: { content: hurried(5) } });
    await reader.ask(STRANGE);
    expect(await encoder(reader)).toBe('light');
    repair();
    arrive();
    await shows(reader.notices, 'The search model that may know the words left out is ready now.');
    await reader.notices.getByRole('button', { name: 'Ask again' }).click();
    await reader.told('ask-done', 2);
    expect(await encoder(reader)).toBe('full');
  });

  it('a value that is none falls back, with one warning', async () => {
    const reader = await stage.visit('/other.html');
    await reader.ask(QUESTION);
    expect(await encoder(reader)).toBe('light');
    expect(reader.console.filter((line) => line.includes('encoder="heavy"'))).toHaveLength(1);
  });
});

describe('without token vectors in the index', () => {
  beforeEach(() => {
    const text = readFileSync(`${DEMO_FOLDER}/askpage-index/manifest.json`, 'utf8');
    const manifest = JSON.parse(text) as Manifest;
    const parts = manifest.parts.filter(({ kind }) => kind !== 'light');
    const without = JSON.stringify({ ...manifest, parts });
    stage.site.fault(/manifest\.json/, send('application/json', without));
  });

  it('the full model is loaded at the first letter', async () => {
    const reader = await stage.visit('/auto.html');
    await reader.type('error');
    await until(
      () => ofModel(reader).length,
      (count) => count > 4,
    );
    await reader.ask(QUESTION);
    expect(await encoder(reader)).toBe('full');
  });

  it('words decide where the owner wants no model, and the console tells the owner', async () => {
    stage.site.fault(/\/models\//, stalled);
    const reader = await stage.visit('/light.html');
    await reader.ask(QUESTION);
    await shows(reader.answer, 'found by its words');
    expect(await encoder(reader)).toBe('keyword');
    expect(ofModel(reader)).toEqual([]);
    expect(reader.console.join('\n')).toContain('there are no token vectors');
  });
});
