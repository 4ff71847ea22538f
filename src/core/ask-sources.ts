import type { Hit, Passage } from './ports.ts';
import type { Prompt } from './prompt/assemble.ts';

/**
 * What the numbers in a request name, and what those in its answer. In persistent and sticky turns the
 * two differ: a request then holds more than the hits, and a reader's list begins with the hits.
 */
export interface Sources {
  /** By their numbers in the request. */
  byNumber: ReadonlyMap<number, Hit>;
  /** The hits, then what else may be cited; an answer cites by the place in this list, from 1. */
  list: readonly Hit[];
  /** From a number in the request to the answer's. */
  places: ReadonlyMap<number, number>;
}

interface Numbered {
  prompt: Prompt;
  /** What the request's passages are, in their order. */
  candidates: readonly Hit[];
  hits: readonly Hit[];
  /** Earlier exchanges; some may stand in the request with their passages. */
  history: readonly { sources?: ReadonlyMap<number, Hit> | undefined }[];
}

export function sourcesOf({ prompt, candidates, hits, history }: Numbered): Sources {
  const { injected, report } = prompt;
  const own = report.passages.map(({ number }, index) => [number, candidates[index]] as const);
  const all = new Map([...history.flatMap(({ sources = [] }) => [...sources]), ...own]);
  const byNumber = new Map<number, Hit>();
  const list = [...hits];
  const places = new Map<number, number>();
  for (const number of injected) {
    const hit = all.get(number);
    if (!hit) continue;
    byNumber.set(number, hit);
    places.set(number, placeIn(list, hit));
  }
  return { byNumber, list, places };
}

/** The place of a hit's passage in a list, from 1; where it is missing it is appended. */
function placeIn(list: Hit[], hit: Hit): number {
  const place = list.findIndex(({ passage }) => isSame(passage, hit.passage));
  return place < 0 ? list.push({ ...hit, rank: list.length + 1 }) : place + 1;
}

const isSame = (a: Passage, b: Passage) => a.id === b.id && a.section.url === b.section.url;
