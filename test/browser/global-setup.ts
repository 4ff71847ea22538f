import { buildDemo } from '../../scripts/demo.ts';
import { buildWidget } from '../../scripts/build.ts';

/** The browser tests run against the built files, as a site would serve them. `ASKPAGE_BUILT`: they are there. */
export default async function setup(): Promise<void> {
  if (process.env.ASKPAGE_BUILT) return;
  await buildWidget({ quiet: true });
  await buildDemo(() => {});
}
