import { pageOf } from '../core/page-url.ts';
import type { Passage } from '../core/ports.ts';
import type { PassageStore } from './passage-store.ts';
import type { MissingVector } from './retrieve-api.ts';

/**
 * Puts passages in place of what is there of the same pages. Answers with the texts that have no vector.
 * @param pages Addresses of the pages, also of those that have no text any more.
 * @param options See `PassageStore.add`.
 */
export function replacePages(
  store: PassageStore,
  { passages, pages }: { passages: readonly Passage[]; pages: ReadonlySet<string> },
  options: { isLate?: boolean } = {},
): MissingVector[] {
  const before = new Set(store.passages.filter(({ section }) => pages.has(pageOf(section.url))));
  // In this order, because a text that has stayed keeps its vector.
  const missing = store.add(passages, options);
  store.remove((passage) => before.has(passage));
  return missing;
}
