import { buildDemo } from './demo.ts';

await buildDemo((line) => console.log(line));
