import { posix } from 'node:path';
import type { Document } from './documents.ts';

/** Where a link in a document leads. */
export type Target =
  | { kind: 'external'; url: string }
  | { kind: 'document'; document: Document; fragment: string }
  | { kind: 'missing' };

/** Resolves `href` as written in `from`. */
export function resolveLink(
  href: string,
  from: Document,
  documents: ReadonlyMap<string, Document>,
): Target {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) return { kind: 'external', url: href };
  const [path = '', fragment = ''] = href.split('#');
  const document = path === '' ? from : documents.get(documentPath(path, from));
  if (document === undefined) return { kind: 'missing' };
  return { kind: 'document', document, fragment: matchFragment(fragment, document) };
}

/** Relative address of `to` seen from the page `from`, both below the site's root. */
export function relativeHref(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to);
}

function documentPath(path: string, from: Document): string {
  if (path.startsWith('/docs/')) return path.slice('/docs/'.length);
  return posix.join(posix.dirname(from.path), path);
}

/** GitHub, for which these files are written, finds ids without regard to case. */
function matchFragment(fragment: string, { outline }: Document): string {
  const lower = fragment.toLowerCase();
  if (outline.ids.has(fragment) || !outline.ids.has(lower)) return fragment;
  return lower;
}
