/** What is searched. */
export type SearchScope =
  | { kind: 'all' }
  /** One page, by its address; an anchor in it doesn't count. */
  | { kind: 'page'; url: string }
  /** What stands under one heading of a page, with its subsections: the address with that heading's anchor. */
  | { kind: 'section'; url: string };

export const ALL: SearchScope = { kind: 'all' };

/** What could be searched instead of all pages, where a reader stands. */
export interface ScopeOffers {
  /** How many pages there are. */
  pages: number;
  /** The page at that address; left out where it is not among those that are searched. */
  page?: { url: string; title: string };
  /** The section at that address's anchor; left out where there is none, or it is the whole page. */
  section?: { url: string; heading: string };
}

export const isSameScope = (one: SearchScope = ALL, other: SearchScope = ALL): boolean =>
  one.kind === other.kind && addressOf(one) === addressOf(other);

const addressOf = (scope: SearchScope): string => (scope.kind === 'all' ? '' : scope.url);
