import type { TreeElement, TreeNode } from '../core/documents/tree.ts';

/** The live page as a read-only tree. Nothing is computed or laid out: only the markup is read. */
export function readDom(element: Element): TreeElement {
  return {
    kind: 'element',
    name: element.localName,
    attribute: (name) => element.getAttribute(name) ?? undefined,
    *children(): Generator<TreeNode> {
      for (const child of element.childNodes) {
        if (child.nodeType === Node.TEXT_NODE) yield { kind: 'text', text: child.nodeValue ?? '' };
        else if (child.nodeType === Node.ELEMENT_NODE) yield readDom(child as Element);
      }
    },
  };
}
