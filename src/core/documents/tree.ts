/**
 * A read-only view of an HTML document, so that one set of rules reads the live page in the browser
 * and parsed files in a worker or in Node. `src/page/dom-tree.ts` and `html-tree.ts` adapt to it.
 */
export interface TreeText {
  kind: 'text';
  text: string;
}

export interface TreeElement {
  kind: 'element';
  /** Local name in lower case. */
  name: string;
  /** The attribute's value, or `undefined` where it is missing. */
  attribute(name: string): string | undefined;
  /** Child elements and texts in document order; comments are left out. */
  children(): Iterable<TreeNode>;
}

export type TreeNode = TreeText | TreeElement;

/** Every element below `root` in document order, `root` itself left out. */
export function* descendants(root: TreeElement): Generator<TreeElement> {
  for (const child of root.children()) {
    if (child.kind !== 'element') continue;
    yield child;
    yield* descendants(child);
  }
}

export function findElement(
  root: TreeElement,
  matches: (element: TreeElement) => boolean,
): TreeElement | undefined {
  for (const element of descendants(root)) if (matches(element)) return element;
  return undefined;
}

/** All text below `node`, as it stands in the source. */
export function textContent(node: TreeNode): string {
  if (node.kind === 'text') return node.text;
  let text = '';
  for (const child of node.children()) text += textContent(child);
  return text;
}

/** Runs of white space become one space; none at the ends. */
export function collapseSpace(text: string): string {
  return text.replace(/[\s\u00a0\u200b\ufeff]+/g, ' ').trim();
}
