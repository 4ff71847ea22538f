import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MODELS_FOLDER } from '../../scripts/demo.ts';
import { buildIndex } from '../../src/cli/build-index.ts';
import { DEFAULT_MODEL } from '../../src/worker/embed-api.ts';
import { HOSTILE_FOLDER, textOf, type HostileCase } from '../hostile/documents.ts';
import { pageFrom } from '../hostile/pages.ts';
import { pageOf, type Site } from './site.ts';

const INDEX_PATH = '/hostile-index/';

/** All hostile documents in one index, as `askpage index` makes it, in a folder of its own. */
export async function buildHostileIndex(): Promise<string> {
  const out = await mkdtemp(join(tmpdir(), 'askpage-hostile-'));
  await buildIndex({
    ...{ site: HOSTILE_FOLDER, out, base: '../hostile/', model: DEFAULT_MODEL },
    files: { base: MODELS_FOLDER },
    cache: '.cache/hostile-vectors',
  });
  return out;
}

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true });

/**
 * From now on the site has the index, and pages of its own that ask it and hold nothing hostile: by the
 * embedding model once that is there, and by token vectors alone.
 */
export function serveHostileIndex(site: Site, folder: string): void {
  site.fault(new RegExp(`^${INDEX_PATH}`), (response, request) => {
    const name = (request.url ?? '').slice(INDEX_PATH.length).replace(/\?.*$/, '');
    void readFile(join(folder, name)).then((bytes) => response.end(bytes));
  });
  const body = '<h1>Help</h1><p>Ask here.</p>';
  const attributes = `debug index="${INDEX_PATH}manifest.json"`;
  site.page('/asking.html', pageOf({ body, attributes }));
  site.page('/light.html', pageOf({ body, attributes: `${attributes} encoder="light"` }));
}

/**
 * Keeps the page's own scripts and images from running and loading, as far as a policy can, so that
 * whatever runs or loads is the widget's doing.
 */
const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

/** From now on the site has the document as a page, which the widget reads by itself. */
export function serveHostilePage(site: Site, hostile: HostileCase): string {
  const { title, body } = pageFrom(textOf(hostile));
  const path = `/hostile/${hostile.file.replace(/md$/, 'html')}`;
  const head = '<script type="module" src="/askpage/askpage.js"></script>';
  // First of all, so that nothing in the document can swallow it.
  const parts = { title, head, body: `<ask-page debug></ask-page>${body}`, widget: '' };
  site.page(path, pageOf(parts));
  site.headers['content-security-policy'] = POLICY;
  return path;
}
