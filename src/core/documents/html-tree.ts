import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import type { TreeElement, TreeNode } from './tree.ts';

/** Parses a whole HTML document as a browser would; broken markup is mended, never refused. */
export function parseHtml(html: string): TreeElement {
  const root = parse(html).childNodes.find((node) => 'tagName' in node);
  if (!root) throw new TypeError('parse5 gave a document without an html element');
  return adapt(root);
}

function adapt(element: DefaultTreeAdapterTypes.Element): TreeElement {
  return {
    kind: 'element',
    name: element.tagName,
    attribute: (name) => element.attrs.find((attr) => attr.name === name)?.value,
    *children(): Generator<TreeNode> {
      for (const child of element.childNodes) {
        if ('tagName' in child) yield adapt(child);
        else if ('value' in child) yield { kind: 'text', text: child.value };
      }
    },
  };
}
