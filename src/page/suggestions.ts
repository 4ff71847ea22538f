import { nameOf } from '../core/documents/neighbours.ts';
import { pageOf } from '../core/page-url.ts';
import { pageAddress } from './page-address.ts';
import type { Runtime } from './runtime.ts';

/** Questions made from headings. */
const LIMIT = 5;

/** What was found for one page. */
interface Found {
  page: string;
  /** How much was there to find them in; unknown while it is being read. */
  passages: number | undefined;
  questions: readonly string[];
}

const NOTHING: readonly string[] = [];
const known = new WeakMap<Runtime, Found>();

/**
 * Questions to begin with, headings of the page that the reader sees, else of the site, as they stand. Empty
 * until the documents are there; they are not fetched for this.
 * @param redraw Called when others have been found.
 */
export function suggestedQuestions(runtime: Runtime, redraw: () => void): readonly string[] {
  const { site } = runtime;
  const page = pageOf(pageAddress());
  const last = known.get(runtime);
  const here = last?.page === page ? last : undefined;
  if (site.kind !== 'ready' && site.kind !== 'embedding') return here?.questions ?? NOTHING;
  const passages = site.kind === 'ready' ? site.passages : here?.passages;
  if (here && here.passages === passages) return here.questions;
  const found: Found = { page, passages, questions: here?.questions ?? NOTHING };
  known.set(runtime, found);
  void find(runtime, found).then(redraw, () => known.delete(runtime));
  return found.questions;
}

async function find({ find }: Runtime, found: Found): Promise<void> {
  const openings = await find.headings({ url: found.page, limit: LIMIT });
  found.questions = openings.map(nameOf);
}
