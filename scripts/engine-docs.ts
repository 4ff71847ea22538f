import { readFile, writeFile } from 'node:fs/promises';
import { ENGINE_DOCS, renderEngineDocs } from './engine-blocks.ts';

// Writes the table of models in docs/engines.md anew, as the code has it.
await writeFile(ENGINE_DOCS, await renderEngineDocs(await readFile(ENGINE_DOCS, 'utf8')));
