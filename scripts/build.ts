import { build } from 'vite';

/** Builds the script that a page loads, with everything that it loads later, into `dist/`. */
export async function buildWidget({ quiet = false } = {}): Promise<void> {
  await build({ logLevel: quiet ? 'warn' : 'info' });
}

if (process.argv[1]?.endsWith('build.ts')) await buildWidget();
