import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseHtml } from '../core/documents/html-tree.ts';
import { readMarkdown } from '../core/documents/markdown.ts';
import { embeddingText, passagesOf } from '../core/documents/passages.ts';
import { readSections } from '../core/documents/sections.ts';
import { AskPageError } from '../core/errors.ts';
import { fingerprint } from '../core/hash.ts';
import type { Manifest } from '../core/index-file/manifest.ts';
import { writeIndex } from '../core/index-file/write.ts';
import type { Passage, Section } from '../core/ports.ts';
import type { EmbedderFiles, EmbeddingModel } from '../worker/embed-api.ts';
import { listFiles } from './files.ts';
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
  onProgress?: (done: number, total: number) => void;
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
  const vectors = await embedPassages(passages, options);
  const space = {
    id: model.id,
    dimensions: model.dimensions,
    queryPrefix: model.queryPrefix,
    passagePrefix: model.passagePrefix,
  };
  const { manifest, parts } = await writeIndex(
    { passages, vectors, model: space, site: base },
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

async function embedPassages(
  passages: readonly Passage[],
  { model, files, cache, onProgress, signal }: BuildOptions,
): Promise<Float32Array> {
  const { dimensions, passagePrefix } = model;
  const known = cache ? await VectorFile.open(cache, dimensions) : undefined;
  const texts = passages.map((passage) => passagePrefix + embeddingText(passage));
  // Another model's vectors of the same text lie in another space.
  const keyOf = (text: string) => fingerprint(`${model.id}\n${text}`);
  const byKey = new Map(texts.map((text) => [keyOf(text), text]));
  const found = new Map([...byKey.keys()].map((key) => [key, known?.get(key)]));
  const missing = [...found].filter(([, vector]) => !vector).map(([key]) => key);
  if (missing.length > 0) {
    // transformers.js is heavy and loads its runtime at once, so only when there is work for it.
    const { ModelEmbedder } = await import('../worker/embedder.ts');
    const embedder = await ModelEmbedder.load(model, files);
    for (const [done, key] of missing.entries()) {
      onProgress?.(done, missing.length);
      const vector = await embedder.embed([byKey.get(key) ?? ''], signal ? { signal } : {});
      found.set(key, vector);
      known?.set(key, vector);
      // What is embedded stays embedded if the build is broken off.
      if (done % 500 === 499) await known?.save();
    }
    onProgress?.(missing.length, missing.length);
    await known?.save();
  }
  const vectors = new Float32Array(passages.length * dimensions);
  for (const [row, text] of texts.entries()) {
    const vector = found.get(keyOf(text));
    if (vector) vectors.set(vector, row * dimensions);
  }
  return vectors;
}

/** Parts of earlier builds: pages that still have the old manifest fetch the new one. */
async function removeOldParts(out: string, current: ReadonlySet<string>): Promise<void> {
  const old = await listFiles(out, (path) =>
    /^(?:texts|vectors|keywords)-[0-9a-f]{16}\.\w+$/.test(path),
  );
  for (const file of old) if (!current.has(file)) await rm(join(out, file));
}
