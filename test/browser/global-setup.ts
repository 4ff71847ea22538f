import { buildDemo } from '../../scripts/demo.ts';
import { buildWidget } from '../../scripts/build.ts';

/** The browser tests run against the built files, as a site would serve them. */
export default async function setup(): Promise<void> {
  const { NODE_ENV } = process.env;
  // Vitest says "test", by which Vite would build Lit and our addresses for development.
  process.env.NODE_ENV = 'production';
  await buildWidget({ quiet: true });
  if (NODE_ENV !== undefined) process.env.NODE_ENV = NODE_ENV;
  await buildDemo(() => {});
}
