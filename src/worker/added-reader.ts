import type { AddedDocument } from '../core/documents/added-document.ts';
import { passagesOf } from '../core/documents/passages.ts';
import { pageOf } from '../core/page-url.ts';
import type { Passage } from '../core/ports.ts';

/** What stands on one page. */
export interface PagePassages {
  /** The page's address. */
  source: string;
  passages: Passage[];
}

/** Documents that are read before other calls have their turn: some 10 ms. */
const AT_ONCE = 5;

/** Reads documents. Their parsers are fetched here, by those that have documents to read. */
export async function readAdded(
  documents: readonly AddedDocument[],
  signal: AbortSignal,
): Promise<PagePassages[]> {
  const { readDocument } = await import('../core/documents/added.ts');
  const read: PagePassages[] = [];
  for (const [place, document] of documents.entries()) {
    if (place % AT_ONCE === AT_ONCE - 1) await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    const passages = readDocument(document).flatMap(passagesOf);
    read.push({ source: pageOf(document.url), passages });
  }
  return read;
}
