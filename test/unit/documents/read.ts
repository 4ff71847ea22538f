import { parseHtml } from '../../../src/core/documents/html-tree.ts';
import { readMarkdown } from '../../../src/core/documents/markdown.ts';
import { passagesOf } from '../../../src/core/documents/passages.ts';
import { readSections } from '../../../src/core/documents/sections.ts';
import type { Section } from '../../../src/core/ports.ts';

export const sectionsOf = (html: string, url = 'guide/page.html') =>
  readSections(parseHtml(html), url);

/** All text of a page, sections one after the other. */
export const textOf = (html: string) =>
  sectionsOf(html)
    .map(({ text }) => text)
    .join('\n\n');

/** The only section of a page: its text. */
export const body = (inner: string) => textOf(`<main>${inner}</main>`);

export const markdown = (text: string, url = 'guide/page.md') =>
  readMarkdown({ url, markdown: text });

export const passages = (sections: readonly Section[]) => sections.flatMap(passagesOf);

/** Words of a text, whatever marks stand between them. */
export const words = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
