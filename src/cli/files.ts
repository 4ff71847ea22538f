import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Paths of all files below `folder` that `matches` accepts, relative, with `/`, sorted. */
export async function listFiles(
  folder: string,
  matches: (path: string) => boolean,
): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(matches)
    .sort();
}
