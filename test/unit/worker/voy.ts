import { readFile } from 'node:fs/promises';
import { loadVoy } from '../../../src/worker/voy-index.ts';

/** The real Voy, from the package's own WASM. */
export const realVoy = async () =>
  loadVoy(await readFile('node_modules/voy-search/voy_search_bg.wasm'));
