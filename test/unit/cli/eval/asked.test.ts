import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../../../../src/core/documents/markdown.ts';
import { createAsker } from '../../../../src/cli/eval/asked.ts';
import { toCorpus } from '../../../../src/cli/eval/corpus.ts';
import type { EvalEncoder } from '../../../../src/cli/eval/encoder.ts';
import { PassageStore } from '../../../../src/worker/passage-store.ts';
import { Retrieval } from '../../../../src/worker/retrieval.ts';

const page = (number: number) =>
  `# Page ${number}\n\nThe port of machine ${number} is ${3000 + number}. ${'It listens quietly. '.repeat(25)}`;

const byWords: EvalEncoder = {
  kind: 'keyword',
  encode: () => Promise.resolve(undefined),
  embedder: undefined,
};

const askerOf = (pages: Readonly<Record<string, string>>) => {
  const store = new PassageStore(2);
  const sections = Object.entries(pages).flatMap(([url, markdown]) =>
    readMarkdown({ url, markdown }),
  );
  store.add(toCorpus('docs', sections).passages);
  return createAsker(new Retrieval(store), byWords);
};

describe('asking as the widget does', () => {
  const many = askerOf(
    Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`p${index}`, page(index)])),
  );

  it('ranks beyond the hits that are shown', async () => {
    const { ranking } = await many.ask('which port does the machine have?', []);
    expect(ranking).toHaveLength(12);
  });

  it('injects the first passages that fit, three or five', async () => {
    const { ranking, injected } = await many.ask('which port does the machine have?', []);
    const texts = ranking.map(({ passage: { section, text } }) => `${section.title}\n${text}`);
    expect(injected.injected).toEqual(texts.slice(0, 3));
    expect(injected.injected5).toEqual(texts.slice(0, 5));
  });

  it('quotes and injects even what the threshold refuses', async () => {
    const asked = await many.ask('quietly', []);
    const unknown = await many.ask('zebra crossing near the port of Rotterdam at night', []);
    expect(unknown.isRefused).toBe(true);
    expect(unknown.confidence).toBeLessThan(asked.confidence);
    expect(unknown.injected.injected.length).toBeGreaterThan(0);
    expect(unknown.quote).toMatch(/port/);
  });

  const few = askerOf({
    ports: '# Ports\n\nThe default port is 3000.',
    logs: '# Logs\n\nThe default level is info.',
  });

  it('asks a follow-up with its history', async () => {
    const bare = await few.ask('and the default?', []);
    const after = await few.ask('and the default?', ['level of the logs']);
    expect(after.ranking[0]?.passage.section.url).toBe('logs#logs');
    expect(after.ranking[0]?.keywordScore).toBeGreaterThan(bare.ranking[0]?.keywordScore ?? 0);
  });

  it('answers a question about the answer before from the same passages', async () => {
    const { ranking } = await few.ask('explain that', ['level of the logs']);
    expect(ranking[0]?.passage.section.url).toBe('logs#logs');
    expect((await few.ask('explain that', [])).ranking).toEqual([]);
  });

  it('gives equal answers to equal questions', async () => {
    const twice = [await few.ask('which port?', []), await few.ask('which port?', [])];
    expect(twice[0]).toEqual(twice[1]);
  });
});
