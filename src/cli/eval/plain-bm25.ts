import type { Section } from '../../core/ports.ts';
import { collectTop } from '../../core/ranking/top-rows.ts';
import type { Corpus } from './corpus.ts';

const WINDOW = 200;
const K1 = 1.2;
const B = 0.75;
const DEPTH = 100;

interface Window {
  /** The section that most of its words come from. */
  url: string;
  counts: ReadonlyMap<string, number>;
  length: number;
}

/**
 * Textbook BM25 (Robertson and Zaragoza 2009; k1 1.2, b 0.75, idf kept above 0) over windows of 200
 * words, page by page: lower-cased words as they stand, no stems, no fields.
 * @returns Addresses of sections for a query, best first.
 */
export function createPlainBm25({ pages }: Corpus): (query: string) => string[] {
  const windows = [...pages.values()].flatMap(pageWindows);
  const documents = new Map<string, number>();
  for (const { counts } of windows) {
    for (const word of counts.keys()) documents.set(word, (documents.get(word) ?? 0) + 1);
  }
  const average = windows.reduce((sum, { length }) => sum + length, 0) / windows.length;
  const idf = (word: string) => {
    const count = documents.get(word) ?? 0;
    return Math.log(1 + (windows.length - count + 0.5) / (count + 0.5));
  };
  const score = ({ counts, length }: Window, words: readonly string[]) =>
    words.reduce((sum, word) => {
      const count = counts.get(word) ?? 0;
      const norm = K1 * (1 - B + (B * length) / average);
      return sum + (idf(word) * count * (K1 + 1)) / (count + norm);
    }, 0);
  return (query) => {
    const words = wordsOf(query);
    const top = collectTop(DEPTH);
    windows.forEach((window, row) => {
      const value = score(window, words);
      if (value > 0) top.add(row, value);
    });
    return top.sorted().flatMap(({ row }) => windows[row]?.url ?? []);
  };
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function pageWindows(sections: readonly Section[]): Window[] {
  const words = sections.flatMap(({ url, title, headings, text }, index) => {
    // The page's title once, each heading where it stands.
    const heading = index === 0 ? `${title} ${headings.at(-1) ?? ''}` : (headings.at(-1) ?? '');
    return wordsOf(`${heading} ${text}`).map((word) => ({ word, url }));
  });
  const starts = Array.from({ length: Math.ceil(words.length / WINDOW) }, (_, i) => i * WINDOW);
  return starts.map((start) => {
    const part = words.slice(start, start + WINDOW);
    return {
      url: mostFrequent(part.map(({ url }) => url)),
      counts: count(part.map(({ word }) => word)),
      length: part.length,
    };
  });
}

function count(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function mostFrequent(values: readonly string[]): string {
  const [first] = [...count(values)].sort(([, a], [, b]) => b - a);
  return first?.[0] ?? '';
}
