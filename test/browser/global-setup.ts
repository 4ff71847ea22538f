import { buildDemo } from '../../scripts/demo.ts';
import { buildWidget } from '../../scripts/build.ts';

/** The browser tests run against the built files, as a site would serve them. `ASKPAGE_BUILT`: they are there. */
export default async function setup(): Promise<void> {
  const { NODE_ENV, ASKPAGE_BUILT } = process.env;
  if (ASKPAGE_BUILT) return;
  // Vitest says "test", by which Vite would build Lit and our addresses for development.
  process.env.NODE_ENV = 'production';
  await buildWidget({ quiet: true });
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
  await buildDemo(() => {});
}
