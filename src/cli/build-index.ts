import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseHtml } from '../core/documents/html-tree.ts';
import { readMarkdown } from '../core/documents/markdown.ts';
import { embeddingText, passagesOf } from '../core/documents/passages.ts';
import { readSections } from '../core/documents/sections.ts';
import { AskPageError } from '../core/errors.ts';
import type { Manifest } from '../core/index-file/manifest.ts';
import { writeIndex } from '../core/index-file/write.ts';
import type { Section } from '../core/ports.ts';
import type { EmbedderFiles, EmbeddingModel } from '../worker/embed-api.ts';
import { BuildVectors, type OnProgress } from './build-vectors.ts';
import { listFiles } from './files.ts';
import { fitLight } from './light-site.ts';
import { VectorFile } from './vector-file.ts';

export interface BuildOptions {
  /** Folder of built HTML (or Markdown) files. */
  site: string;
  /** Folder for the index; usually within `site`. */
  out: string;
  /** Address of the site's root as seen from `out`, such as `../`. Default: `../`. */
  base?: string;
  /** File or folder names that are not read, matched as parts of the path. */
  exclude?: readonly string[];
  model: EmbeddingModel;
  files: EmbedderFiles;
  /** Where vectors are kept between builds, without extension; default: nowhere. */
  cache?: string;
  /** Fits the light query encoder, see docs/index-format.md. Default true. */
  light?: boolean;
  onProgress?: OnProgress;
  signal?: AbortSignal;
}

/**
 * Reads a folder of built pages and writes the index that the widget loads instead of embedding in
 * the browser.
 * @throws {AskPageError} `no-documents` where the folder holds no text.
 */
export async function buildIndex(options: BuildOptions): Promise<Manifest> {
  const { site, out, model, base = '../' } = options;
  const sections = await readSite(options);
  const passages = sections.flatMap(passagesOf);
  if (passages.length === 0) {
    throw new AskPageError(
      'no-documents',
      `No HTML or Markdown file with text was found in ${site}.`,
    );
  }
  const cache = options.cache ? await VectorFile.open(options.cache, model.dimensions) : undefined;
  const { files, onProgress, signal, light: wantsLight = true } = options;
  const work = { model, files, cache, onProgress, signal };
  const texts = passages.map((passage) => model.passagePrefix + embeddingText(passage));
  const vectors = await new BuildVectors(work).ofTexts('passages', texts);
  const light = wantsLight ? await fitLight({ ...work, passages }) : undefined;
  const { manifest, parts } = await writeIndex(
    { passages, vectors, light, model, site: base },
    (bytes) => Promise.resolve(createHash('sha256').update(bytes).digest('hex')),
  );
  await mkdir(out, { recursive: true });
  for (const { file, bytes } of parts) await writeFile(join(out, file), bytes);
  await writeFile(join(out, 'manifest.json'), JSON.stringify(manifest, null, 1));
  await removeOldParts(out, new Set(parts.map(({ file }) => file)));
  return manifest;
}

/** All sections of the pages below `site`, in the order of their paths. */
export async function readSite({
  site,
  exclude = [],
}: Pick<BuildOptions, 'site' | 'exclude'>): Promise<Section[]> {
  const paths = await listFiles(site, (path) => {
    const isPage = /\.(?:html?|md|mdx)$/i.test(path) && !/(?:^|\/)(?:node_modules|\.)/.test(path);
    return isPage && !exclude.some((part) => path.includes(part));
  });
  const sections: Section[] = [];
  for (const path of paths) {
    const text = await readFile(join(site, path), 'utf8');
    const url = path.split('/').map(encodeURIComponent).join('/');
    const isHtml = /\.html?$/i.test(path);
    sections.push(
      ...(isHtml ? readSections(parseHtml(text), url) : readMarkdown({ url, markdown: text })),
    );
  }
  return sections;
}

/** Parts of earlier builds: pages that still have the old manifest fetch the new one. */
async function removeOldParts(out: string, current: ReadonlySet<string>): Promise<void> {
  const old = await listFiles(out, (path) =>
    /^(?:texts|vectors|keywords|light)-[0-9a-f]{16}\.\w+$/.test(path),
  );
  for (const file of old) if (!current.has(file)) await rm(join(out, file));
}
