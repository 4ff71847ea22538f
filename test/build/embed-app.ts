import { cpSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensurePackage } from './built.ts';

/** What the package depends on, and what that depends on. */
const DEPENDENCIES = ['lit', 'lit-html', 'lit-element', '@lit', '@lit-labs'];

/**
 * A folder of its own with the files of a fixture, in which the built package is installed as npm would.
 * Returns its path.
 */
export async function installIn(fixture: string): Promise<string> {
  const app = mkdtempSync(join(tmpdir(), 'askpage-app-'));
  cpSync(fixture, app, { recursive: true });
  const modules = join(app, 'node_modules');
  mkdirSync(join(modules, 'askpage'), { recursive: true });
  await ensurePackage();
  for (const part of ['dist', 'package.json'])
    cpSync(part, join(modules, 'askpage', part), { recursive: true });
  for (const name of DEPENDENCIES) {
    symlinkSync(resolve('node_modules', name), join(modules, name));
  }
  return app;
}
