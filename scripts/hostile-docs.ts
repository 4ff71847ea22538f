import { readFile, writeFile } from 'node:fs/promises';
import { HOSTILE_DOCS, renderHostileDocs } from './hostile-blocks.ts';

// Writes the tables of docs/hostile.md anew, from the latest run of the bench.
await writeFile(HOSTILE_DOCS, await renderHostileDocs(await readFile(HOSTILE_DOCS, 'utf8')));
