import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { isContent } from './content.ts';
import type { TreeElement, TreeNode } from './tree.ts';

/** Parses a whole HTML document as a browser would; broken markup is mended, never refused. */
export function parseHtml(html: string): TreeElement {
  const root = parse(html).childNodes.find((node) => 'tagName' in node);
  if (!root) throw new TypeError('parse5 gave a document without an html element');
  return adapt(root);
}

/** Browsers nest no deeper either; the readers of the tree are recursive. */
const MAX_DEPTH = 500;

function adapt(element: DefaultTreeAdapterTypes.Element, depth = 0): TreeElement {
  return {
    kind: 'element',
    name: element.tagName,
    attribute: (name) => element.attrs.find((attr) => attr.name === name)?.value,
    *children(): Generator<TreeNode> {
      for (const child of element.childNodes) {
        if (!('tagName' in child)) yield* adaptText(child);
        else if (depth < MAX_DEPTH) yield adapt(child, depth + 1);
        else yield* flatten(child);
      }
    },
  };
}

function* adaptText(node: DefaultTreeAdapterTypes.ChildNode): Generator<TreeNode> {
  if ('value' in node) yield { kind: 'text', text: node.value };
}

/** An element and all below it side by side, each with its own texts alone. */
function* flatten(root: DefaultTreeAdapterTypes.Element): Generator<TreeElement> {
  const waiting = [root];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { childNodes } = next;
    const flat: TreeElement = {
      ...adapt(next),
      *children() {
        for (const child of childNodes) yield* adaptText(child);
      },
    };
    if (!isContent(flat)) continue;
    yield flat;
    waiting.push(...childNodes.filter((child) => 'tagName' in child).reverse());
  }
}
