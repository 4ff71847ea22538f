import type { SearchScope } from '../scope.ts';
import { sectionAt, withSubsections, type Outline, type OutlineSection } from './outline.ts';

/**
 * Rows of the passages that a scope holds; nothing where it holds all. A page or a section that the
 * site doesn't have holds none.
 */
export function rowsIn(outline: Outline, scope: SearchScope): ReadonlySet<number> | undefined {
  const sections = sectionsIn(outline, scope);
  return sections && new Set(sections.flatMap(rowsOf));
}

function sectionsIn(outline: Outline, scope: SearchScope): OutlineSection[] | undefined {
  switch (scope.kind) {
    case 'all':
      return undefined;
    case 'page':
      return outline.find(scope.url)?.sections ?? [];
    case 'section': {
      const page = outline.find(scope.url);
      const top = page && sectionAt(page, scope.url);
      return top ? withSubsections(page, top) : [];
    }
    default:
      return scope satisfies never;
  }
}

const rowsOf = ({ first, end }: OutlineSection): number[] =>
  Array.from({ length: end - first }, (_, place) => first + place);
