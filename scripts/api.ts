import { readFile, writeFile } from 'node:fs/promises';
import { API_DOCS, renderApiDocs } from './api-blocks.ts';
import { readManifest } from './api-manifest.ts';

// Writes the tables of docs/api.md anew, as the sources have them.
await writeFile(API_DOCS, await renderApiDocs(await readFile(API_DOCS, 'utf8'), readManifest()));
