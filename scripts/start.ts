import { parseArgs } from 'node:util';
import { buildWidget } from './build.ts';
import { buildDemo, DEMO_MOUNTS } from './demo.ts';
import { serveFolders } from './static-server.ts';

const { values } = parseArgs({ options: { port: { type: 'string' } } });

await buildWidget({ quiet: true });
await buildDemo((line) => console.log(line));
const port = Number(values.port ?? process.env.PORT ?? 4173);
const server = await serveFolders({ mounts: DEMO_MOUNTS, port }).catch((cause: unknown) => {
  if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
  // Somebody else has the usual port: any other will do.
  return serveFolders({ mounts: DEMO_MOUNTS });
});
console.log(`
The demo is served at ${server.url}

  ${server.url}                     the Fastify documentation, with a prebuilt index
  ${server.url}article.html         one long page without an index
  ${server.url}strict.html          a page under a strict content security policy

Press Ctrl+K (⌘K) there, or the button at the bottom right. Ctrl+C here ends the server.`);
