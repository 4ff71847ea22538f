import type { OwnParts, RuntimeConfig } from '../config.ts';
import { LocalItems } from './local-items.ts';

/**
 * Where questions and answers of a site are kept: local storage, where the owner wants a history, else
 * memory. Sites of one origin are told apart by the index's path, or without one by the page's.
 */
export function historyItems({ history, index }: RuntimeConfig, own: OwnParts): LocalItems {
  const site = own.retriever ? '/' : pathOf(index ?? location.href);
  return new LocalItems({
    // No address holds a space.
    prefix: `askpage:history ${site} `,
    storage: history ? () => localStorage : undefined,
  });
}

/** Of another origin the whole address. */
function pathOf(address: string): string {
  const { origin, pathname, host } = new URL(address, location.href);
  return origin === location.origin || host === '' ? pathname : `${origin}${pathname}`;
}
