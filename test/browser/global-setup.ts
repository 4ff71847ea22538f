import { buildDemo } from '../../scripts/demo.ts';
import { buildWidget } from '../../scripts/build.ts';

/** The browser tests run against the built files, as a site would serve them. */
export default async function setup(): Promise<void> {
  await buildWidget({ quiet: true });
  await buildDemo(() => {});
}
