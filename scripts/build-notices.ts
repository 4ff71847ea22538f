import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readInventory, type BundledPackage } from './build-inventory.ts';

const DIST = 'dist';
const INTEGRITY = 'integrity.json';

/**
 * Writes what a user may want to know of the built files: `licences.txt`, the CycloneDX list
 * `sbom.cdx.json`, and a hash of each file in `integrity.json`. Comes last.
 * @param builds Names of the builds whose packages are in `dist/`.
 */
export function writeNotices(builds: readonly string[]): void {
  const packages = readInventory(builds);
  writeFileSync(join(DIST, 'licences.txt'), licences(packages));
  writeFileSync(join(DIST, 'sbom.cdx.json'), `${JSON.stringify(bill(packages), null, 2)}\n`);
  writeFileSync(join(DIST, INTEGRITY), `${JSON.stringify(hashes(), null, 2)}\n`);
}

const HEAD = `This folder holds askpage, the embedding model all-MiniLM-L6-v2, and code of the packages below, each
under its own licence. The list is made from what the bundler put into the files. Some of these packages
were built from others beforehand; what they say of those is in their own repositories.`;

function licences(packages: readonly BundledPackage[]): string {
  const own = readFileSync('LICENSE', 'utf8').trim();
  const model = readFileSync('public/models/all-MiniLM-L6-v2/LICENSE', 'utf8').trim();
  const parts = [
    { title: 'askpage (MIT)', texts: [own] },
    { title: 'all-MiniLM-L6-v2, the embedding model (Apache-2.0)', texts: [model] },
    ...packages.map(({ name, version, licence, texts }) => ({
      title: `${name} ${version} (${licence})`,
      texts: texts.length > 0 ? texts : [`The package names ${licence} and brings no text.`],
    })),
  ];
  const line = '='.repeat(80);
  const sections = parts.map(
    ({ title, texts }) => `${line}\n${title}\n${line}\n\n${texts.join('\n\n')}`,
  );
  return `${[HEAD, ...sections].join('\n\n')}\n`;
}

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  scope?: string;
  licenses?: object[];
  properties?: { name: string; value: string }[];
}

interface Bill {
  serialNumber?: string;
  metadata: { timestamp?: string; lifecycles?: object[]; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * npm's list, of the bundled packages alone. It names them as needed in development only, which they are
 * in this repository; here they are part of the files. Without time and number, so that it changes only
 * with what it lists.
 */
function bill(packages: readonly BundledPackage[]): Bill {
  // Also where the environment says that development is left out, as Vite does while it builds.
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--include=dev'];
  const listed = execFileSync('npm', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
  });
  const all = JSON.parse(listed) as Bill;
  const bundled = new Map(
    packages.map(({ name, version, licence }) => [`${name}@${version}`, licence]),
  );
  const components = all.components.filter((component) => bundled.has(component['bom-ref']));
  const missing = bundled.size - components.length;
  if (missing > 0) throw new Error(`npm does not list ${missing} of the bundled packages.`);
  const { component: root } = all.metadata;
  delete all.serialNumber;
  delete all.metadata.timestamp;
  return {
    ...all,
    // npm takes the folder's name.
    metadata: {
      ...all.metadata,
      lifecycles: [{ phase: 'build' }],
      component: { ...root, name: 'askpage' },
    },
    components: components.map((component) => asBundled(component, bundled)),
    dependencies: all.dependencies
      .filter(({ ref }) => ref === root['bom-ref'] || bundled.has(ref))
      .map(({ ref, dependsOn }) => ({
        ref,
        dependsOn: dependsOn.filter((each) => bundled.has(each)),
      })),
  };
}

function asBundled(
  { properties, ...component }: Component,
  licenceOf: ReadonlyMap<string, string>,
): Component {
  const kept = properties?.filter(({ name }) => name !== 'cdx:npm:package:development') ?? [];
  // npm leaves out what is no SPDX expression.
  const licenses = [{ license: { name: licenceOf.get(component['bom-ref']) ?? 'unknown' } }];
  return { licenses, ...component, scope: 'required', properties: kept };
}

/** Hashes as the `integrity` attribute takes them, by path below `dist/`. */
function hashes(): Record<string, string> {
  const files = readdirSync(DIST, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(DIST.length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path !== INTEGRITY)
    .sort();
  return Object.fromEntries(files.map((path) => [path, hashOf(join(DIST, path))]));
}

const hashOf = (path: string): string =>
  `sha384-${createHash('sha384').update(readFileSync(path)).digest('base64')}`;
