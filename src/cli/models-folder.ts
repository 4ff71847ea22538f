import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { AskPageError, describeThrown } from '../core/errors.ts';
import type { Keeper, WantedFile } from '../engines/model-store/fetch.ts';

export async function hashFile(path: string, algorithm: 'md5' | 'sha256'): Promise<string> {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Bytes of a file; undefined where there is none. */
export async function fileSize(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}

/** Writes a file under another name first, so that half a file never has the right one. */
export async function writeWhole(path: string, content: Readable): Promise<void> {
  const part = `${path}.part`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await pipeline(content, createWriteStream(part));
    await rename(part, path);
  } catch (thrown) {
    await rm(part, { force: true });
    throw thrown;
  }
}

/** Keeps a model's files in a folder of the disk. */
export function createFolderKeeper(folder: string): Keeper {
  const pathOf = ({ name }: WantedFile) => join(folder, name);
  const look = async (file: WantedFile) => {
    const keptBytes = await fileSize(pathOf(file));
    // What nothing is known of is fetched again: it could be of another version.
    const isSame = keptBytes !== undefined && keptBytes === file.bytes && (await hasHash(file));
    return isSame ? { file, keptBytes } : { file };
  };
  const hasHash = async (file: WantedFile) =>
    file.md5 !== undefined && (await hashFile(pathOf(file), 'md5')) === file.md5.toLowerCase();

  return {
    keepsLibrary: () => true,
    expect: (files) => Promise.all(files.map(look)),
    async put(file, stream) {
      try {
        await writeWhole(pathOf(file), Readable.fromWeb(stream as NodeStream));
      } catch (thrown) {
        const sentence = `${pathOf(file)} could not be written: ${describeThrown(thrown)}`;
        throw new AskPageError('bad-file', sentence, { cause: thrown });
      }
    },
    text: (file) => readFile(pathOf(file), 'utf8'),
    drop: (file) => rm(pathOf(file), { force: true }),
  };
}
