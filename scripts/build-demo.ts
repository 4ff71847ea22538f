import { fileURLToPath } from 'node:url';
import { buildSite } from '../demo/build-site.ts';

const out = fileURLToPath(new URL('../demo/dist/', import.meta.url));
const { pages } = await buildSite({ out });
console.log(`${pages.length} pages in demo/dist`);
