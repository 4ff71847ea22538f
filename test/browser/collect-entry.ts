import { passagesOf } from '../../src/core/documents/passages.ts';
import { readSections } from '../../src/core/documents/sections.ts';
import { readDom } from '../../src/page/dom-tree.ts';

/** Bundled for a page by a test: the passages that the widget would make of it. */
Object.assign(globalThis, {
  collectPassages: () =>
    readSections(readDom(document.documentElement), location.href).flatMap(passagesOf),
});
