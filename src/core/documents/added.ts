import type { Section } from '../ports.ts';
import type { AddedDocument } from './added-document.ts';
import { parseHtml } from './html-tree.ts';
import { readMarkdown } from './markdown.ts';
import { readSections } from './sections.ts';

/** The sections of an added document. Parsers are heavy: this module is only loaded for documents. */
export function readDocument(document: AddedDocument): Section[] {
  const { lang, date, version } = document;
  return contentOf(document).map((section) => ({
    ...section,
    ...(lang !== undefined && { lang }),
    ...(date !== undefined && { date }),
    ...(version !== undefined && { version }),
  }));
}

function contentOf({ url, title, markdown, html, text }: AddedDocument): Section[] {
  const named = title === undefined ? {} : { title };
  if (markdown !== undefined) return readMarkdown({ url, markdown, ...named });
  if (html !== undefined) return readSections(parseHtml(html), url, title);
  return [{ url, title: title ?? url, headings: [], text: (text ?? '').replace(/\r\n?/g, '\n') }];
}
