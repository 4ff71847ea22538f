import MiniSearch from 'minisearch';
import type { Corpus } from './corpus.ts';

const DEPTH = 100;

/**
 * MiniSearch with the settings of VitePress' local search: one document a section, its heading, the
 * headings above it and its text as fields, words found by prefix and with misspellings.
 * @returns Addresses of sections for a query, best first.
 */
export function createMiniSearch({ pages }: Corpus): (query: string) => string[] {
  const index = new MiniSearch({
    fields: ['title', 'titles', 'text'],
    searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
  });
  const sections = [...pages.values()].flat();
  index.addAll(
    sections.map(({ title, headings, text }, id) => {
      const path = [title, ...headings];
      return { id, title: path.at(-1), titles: path.slice(0, -1).join(' '), text };
    }),
  );
  return (query) =>
    index
      .search(query)
      .slice(0, DEPTH)
      .flatMap(({ id }) => sections[Number(id)]?.url ?? []);
}
