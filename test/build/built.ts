import { buildPackage } from '../../scripts/build.ts';

/** Builds the package, unless `npm test` has done so for all. */
export async function ensurePackage(): Promise<void> {
  if (!process.env.ASKPAGE_BUILT) await buildPackage({ quiet: true });
}
