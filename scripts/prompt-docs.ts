import { readFile, writeFile } from 'node:fs/promises';
import { PROMPT_DOCS, renderPromptDocs } from './prompt-blocks.ts';

// Writes requests and tables of docs/prompt.md anew, as the code makes them.
await writeFile(PROMPT_DOCS, await renderPromptDocs(await readFile(PROMPT_DOCS, 'utf8')));
