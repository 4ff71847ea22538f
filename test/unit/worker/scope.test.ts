import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Hit, Section } from '../../../src/core/ports.ts';
import type { SearchScope } from '../../../src/core/scope.ts';
import { DEFAULT_THRESHOLD } from '../../../src/core/ranking/confidence.ts';
import { RetrieveHost } from '../../../src/worker/retrieve-host.ts';
import { MODEL, unitVectors } from '../index-file/sample.ts';

const section = (url: string, headings: string[], text: string): Section => ({
  ...{ url: `https://x.test/${url}`, title: url.replace(/\..*/, ''), headings, text, lang: 'en' },
});

const LONG = Array.from({ length: 150 }, (_, day) => `On day ${day} the pump gets oil.`).join(' ');

const VOY = `data:application/wasm;base64,${readFileSync('node_modules/voy-search/voy_search_bg.wasm', 'base64')}`;

const SECTIONS = [
  ...Array.from({ length: 60 }, (_, place) =>
    section(`shed-${place}.html`, [], `Pumps: pump number ${place} stands in the shed.`),
  ),
  section('pump.html', [], 'This page is about one machine.'),
  section('pump.html#care', ['Care'], LONG),
  section('pump.html#winter', ['Care', 'Winter'], 'Before frost the water is let out.'),
  section('pump.html#noise', ['Noise'], 'A loud bearing is worn out.'),
];

async function opened(vectors?: (count: number) => Float32Array<ArrayBuffer>) {
  const host = new RetrieveHost();
  const { missing } = await host.add({
    ...{ sections: SECTIONS, model: MODEL, source: 'https://x.test/', voyWasm: VOY },
  });
  const keys = missing.map(({ key }) => key);
  if (vectors) await host.setVectors({ keys, vectors: vectors(keys.length) });
  return host;
}

const page = { kind: 'page', url: 'https://x.test/pump.html' } as const;
const care = { kind: 'section', url: 'https://x.test/pump.html#care' } as const;
const urls = (hits: readonly Hit[]) => hits.map(({ passage }) => passage.section.url.slice(15));

describe('a search within a scope', () => {
  const search = (host: RetrieveHost, question: string, scope?: SearchScope) =>
    host.search({ question, history: [], limit: 6, scope, lang: 'de' });

  it('gives as many results as there are, though other pages would be nearer', async () => {
    const host = await opened();
    const question = 'pump number in the shed';
    expect(urls((await search(host, question)).hits)).not.toContain('pump.html#care');
    const { hits } = await search(host, question, page);
    expect(urls(hits)).toEqual(Array.from({ length: 6 }, () => 'pump.html#care'));
    const typed = await host.keywords({ query: 'wat', limit: 6, scope: page });
    expect(urls(typed)).toEqual(['pump.html#winter']);
  });

  it('keeps to a section and what is below it', async () => {
    const host = await opened();
    expect(urls((await search(host, 'frost', care)).hits)).toEqual(['pump.html#winter']);
    expect((await search(host, 'bearing', care)).hits).toEqual([]);
  });

  it('is as sure as the scope allows', async () => {
    const host = await opened();
    const sure = await search(host, 'What is let out before frost?', page);
    expect(sure.confidence).toBeGreaterThan(DEFAULT_THRESHOLD);
    const unsure = await search(host, 'Where does pump number 7 stand?', page);
    expect(unsure.confidence).toBeLessThan(DEFAULT_THRESHOLD);
    expect(await search(host, 'frost', { kind: 'page', url: 'https://x.test/no' })).toMatchObject({
      ...{ hits: [], confidence: 0 },
    });
  });

  it('finds by meaning what is nearest within it, however much of the site is nearer', async () => {
    const host = await opened((count) => Float32Array.from(unitVectors(count)));
    const vector = Float32Array.from(unitVectors(1));
    const params = { question: 'zzz', history: [], limit: 100, vector };
    const everywhere = await host.search(params);
    expect(urls(everywhere.hits)[0]).toBe('shed-0.html');
    const { hits, encoder } = await host.search({ ...params, scope: page });
    expect(encoder).toBe('full');
    const passages = await host.passages();
    const onPage = passages.filter(({ section: { url } }) => url.includes('/pump.html'));
    expect(hits.map(({ passage }) => passage.id).sort()).toEqual(onPage.map(({ id }) => id).sort());
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
  });
});
