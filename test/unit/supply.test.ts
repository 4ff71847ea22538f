import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Locked {
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>;
};
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
const own = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>;

const REGISTRY = 'https://registry.npmjs.org/';

/** Packages with an install script, and why nothing is missing where it doesn't run. */
const SCRIPTS: Readonly<Record<string, string>> = {
  'node_modules/esbuild': 'looks whether its program runs; the program itself is a package',
  'node_modules/onnxruntime-node': 'downloads graphics libraries, which are not used here',
  'node_modules/protobufjs': 'warns of versions',
  'node_modules/rs-module-lexer':
    'looks whether its program for this machine is there; the program itself is a package',
};

describe('the lockfile', () => {
  it('holds packages of the npm registry alone, each with a strong hash', () => {
    expect(packages.length).toBeGreaterThan(100);
    const odd = packages.filter(
      ([, { resolved, integrity }]) =>
        !(resolved ?? REGISTRY).startsWith(REGISTRY) || !/^sha512-/.test(integrity ?? ''),
    );
    expect(odd).toEqual([]);
    // Where an entry names no address, npm asks the registry that is configured.
    expect(readFileSync('.npmrc', 'utf8')).not.toMatch(/registry\s*=/);
  });

  it('needs no install script but those that are known to be spared', () => {
    const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(scripted.map(([path]) => path).sort()).toEqual(Object.keys(SCRIPTS).sort());
  });

  it('goes with exact versions', () => {
    const versions = Object.entries({ ...own.dependencies, ...own.devDependencies });
    const loose = versions.filter(([, version]) => !/^(?:npm:@?[\w/-]+@)?\d[\w.-]*$/.test(version));
    expect(loose).toEqual([]);
  });
});
