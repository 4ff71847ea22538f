import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FOLDER = '.cache/bundled';

/** A package that is in the distribution. */
export interface BundledPackage {
  /** Path as the lockfile has it, such as `node_modules/lit`. */
  path: string;
  /** As the package calls itself; an alias may have another. */
  name: string;
  version: string;
  /** By the package's own word. */
  licence: string;
  /** Texts of its licence files; none where it brings none. */
  texts: string[];
}

/**
 * Notes the packages that a build really put into its output, those of workers and of files that are only
 * copied included, under `name` for later steps.
 */
export function createInventory(name: string): { plugin: Plugin; save: () => void } {
  const paths = new Set<string>();
  const note = (file: string) => {
    const found = packageOf(file);
    if (found) paths.add(found);
  };
  const plugin: Plugin = {
    name: 'askpage:inventory',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        const files =
          output.type === 'chunk'
            ? Object.entries(output.modules).flatMap(([id, { renderedLength }]) =>
                renderedLength > 0 ? [id] : [],
              )
            : output.originalFileNames;
        files.forEach(note);
      }
    },
  };
  const save = () => {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, `${name}.json`), JSON.stringify([...paths].sort()));
  };
  return { plugin, save };
}

/** Path of the package that a file belongs to; the innermost, where one lies in another. */
function packageOf(file: string): string | undefined {
  const path = file.replaceAll('\\', '/');
  return /(?:^|\/)(node_modules\/.*)$/
    .exec(path)?.[1]
    ?.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/?]+/)?.[0];
}

/** All packages that the named builds noted. */
export function readInventory(names: readonly string[]): BundledPackage[] {
  const paths = names.flatMap(
    (name) => JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as string[],
  );
  return [...new Set(paths)].sort().map(readPackage);
}

function readPackage(path: string): BundledPackage {
  const told = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Record<
    'name' | 'version' | 'license',
    string
  >;
  const files = readdirSync(path).filter((file) => /^(?:licen[cs]e|notice|copying)/i.test(file));
  const texts = files.map((file) => readFileSync(join(path, file), 'utf8').trim());
  return { path, name: told.name, version: told.version, licence: told.license, texts };
}
