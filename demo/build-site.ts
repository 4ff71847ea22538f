import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';
import { FASTIFY, readDocuments } from './documents.ts';
import { examplesPage } from './examples-page.ts';
import { enginesPage } from './engines-page.ts';
import { renderPage, type Site } from './layout.ts';
import { documentPage, licencePage, renderArticle, strictPage, type ImageFinder } from './pages.ts';

export interface BuildSiteOptions {
  /** Folder that receives the site; what else lies in it stays. */
  out: string;
  /** Folder of askpage's script below the site's root. Default: `askpage`. */
  assets?: string;
}

/** Those of the page `engines.html`, and of the example without an element. */
const SCRIPTS = ['engines', 'device-rows', 'openai-engine', 'examples/headless/main'];
const COPIED = [
  ...['style.css', 'favicon.svg'],
  ...['examples/headless/index.html', 'examples/headless/style.css', 'examples/style.css'],
];

/** Writes the demonstration site and returns its pages' paths below `out`. */
export async function buildSite({
  out,
  assets = 'askpage',
}: BuildSiteOptions): Promise<{ pages: string[] }> {
  const documents = await readDocuments();
  const byPath = new Map(documents.map((document) => [document.path, document]));
  const site: Site = { documents, version: await fastifyVersion(), assets };
  const images = new Set<string>();
  const findImage = imageFinder(images);
  const pages = [
    ...documents.map((document) => documentPage(document, byPath, findImage)),
    await strictPage(),
    await licencePage(),
    enginesPage(),
    examplesPage(),
  ];
  const files = new Map(pages.map((page) => [page.path, renderPage(page, site)]));
  files.set('article.html', renderArticle(site, byPath, findImage));
  for (const [path, text] of files) await write(join(out, path), text);
  for (const image of images) await copy(join(FASTIFY, 'docs', image), join(out, image));
  for (const file of COPIED) {
    await copy(join(import.meta.dirname, file), join(out, file));
  }
  for (const script of SCRIPTS) await writeScript(script, out);
  return { pages: [...files.keys()] };
}

/** Remote pictures are never loaded; local ones are remembered, to be copied. */
function imageFinder(used: Set<string>): ImageFinder {
  return (src, from) => {
    if (/^[a-z]+:|^\/\//i.test(src)) return undefined;
    const path = posix.join(posix.dirname(from.path), src);
    if (!path.startsWith('resources/')) return undefined;
    used.add(path);
    return path;
  };
}

/** As a browser runs it: without types. */
async function writeScript(name: string, out: string): Promise<void> {
  const source = await readFile(join(import.meta.dirname, `${name}.ts`), 'utf8');
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      rewriteRelativeImportExtensions: true,
    },
  });
  await write(join(out, `${name}.js`), outputText);
}

async function fastifyVersion(): Promise<string> {
  const text = await readFile(join(FASTIFY, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to);
}
