import { pageOf } from '../../core/page-url.ts';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { readMarkdown } from '../../core/documents/markdown.ts';
import { passagesOf } from '../../core/documents/passages.ts';
import { AskPageError } from '../../core/errors.ts';
import type { Passage, Section } from '../../core/ports.ts';
import { readSite } from '../build-index.ts';
import { badLine, readJsonLines, textField, type JsonLine } from './json-lines.ts';

/** The documents that questions are asked of. */
export interface Corpus {
  name: string;
  /** Sections of each page, in order. A page is named by its sections' address without anchor. */
  pages: ReadonlyMap<string, readonly Section[]>;
  passages: readonly Passage[];
}

/**
 * A file with one document a line (`id`, `title`, `text` in Markdown), or a folder of built pages, as
 * `askpage index` reads it.
 * @throws {AskPageError} `bad-file` where the path or a line can't be used, `no-documents` without text.
 */
export async function readCorpus(path: string): Promise<Corpus> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const sections = isFolder
    ? await readSite({ site: path })
    : (await readJsonLines(path)).flatMap(documentSections);
  return toCorpus(corpusName(path), sections);
}

/** Groups sections by their page and cuts them into passages. */
export function toCorpus(name: string, sections: readonly Section[]): Corpus {
  if (sections.length === 0) {
    throw new AskPageError('no-documents', `The corpus ${name} holds no text. Check the path.`);
  }
  const pages = new Map<string, Section[]>();
  for (const section of sections) {
    const page = pageOf(section.url);
    const known = pages.get(page);
    if (known) known.push(section);
    else pages.set(page, [section]);
  }
  return { name, pages, passages: sections.flatMap(passagesOf) };
}

const corpusName = (path: string) => basename(path).replace(/\.jsonl$/i, '');

function documentSections(line: JsonLine): Section[] {
  const id = textField(line, 'id') ?? textField(line, '_id');
  if (!id) throw badLine(line.place, 'has no "id"');
  const title = textField(line, 'title');
  const markdown = textField(line, 'text');
  if (markdown === undefined) throw badLine(line.place, 'has no "text"');
  return readMarkdown({ url: id, markdown, ...(title && { title }) });
}
