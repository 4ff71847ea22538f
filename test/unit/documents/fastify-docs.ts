import { readdirSync, readFileSync } from 'node:fs';
import { readMarkdown } from '../../../src/core/documents/markdown.ts';
import { outlineOf, type Outline } from '../../../src/core/documents/outline.ts';
import { passagesOf } from '../../../src/core/documents/passages.ts';

const ROOT = 'node_modules/fastify/docs';
export const SITE = 'https://docs.test/';

/** The documentation of a real project, as an index of its built site would hold it. */
export function fastifyDocs(): Outline {
  const files = ['Guides', 'Reference'].flatMap((folder) =>
    readdirSync(`${ROOT}/${folder}`)
      .sort()
      .map((name) => `${folder}/${name}`),
  );
  const passages = files.flatMap((file) => {
    const url = SITE + file.replace(/\.md$/, '.html');
    return readMarkdown({ url, markdown: readFileSync(`${ROOT}/${file}`, 'utf8') }).flatMap(
      passagesOf,
    );
  });
  return outlineOf(passages);
}
