import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AskPageError, describeThrown } from '../core/errors.ts';
import { parseHashList, type HashList } from '../engines/model-store/hashes.ts';
import { HASH_LIST } from '../engines/webllm/record.ts';
import { listFiles } from './files.ts';
import { fileSize, hashFile } from './models-folder.ts';

export interface Verified {
  /** Models whose files are all as listed. */
  models: { id: string; files: number; bytes: number }[];
  /** A line for each thing that is wrong. */
  problems: string[];
}

const CONFIG = 'mlc-chat-config.json';

/**
 * Compares every file of every model below `folder` with its list.
 * @throws {AskPageError} `bad-file` where the folder can't be read, or holds no model.
 */
export async function verifyModels(folder: string): Promise<Verified> {
  const paths = await listFiles(folder, (path) =>
    [HASH_LIST, CONFIG].includes(basename(path)),
  ).catch((thrown: unknown) => {
    throw new AskPageError('bad-file', `${folder} can't be read: ${describeThrown(thrown)}`);
  });
  const folders = [...new Set(paths.map(dirname))];
  if (folders.length === 0)
    throw new AskPageError('bad-file', `There is no model in ${folder}. Name the folder of --to.`);
  const verified: Verified = { models: [], problems: [] };
  for (const each of folders) await verifyModel(join(folder, each), verified);
  return verified;
}

async function verifyModel(folder: string, { models, problems }: Verified): Promise<void> {
  const text = await readFile(join(folder, HASH_LIST), 'utf8').catch(() => undefined);
  const list = text === undefined ? undefined : parseHashList(text);
  if (!list) {
    const what = text === undefined ? 'is missing: the pull was not finished' : 'can not be read';
    problems.push(`${join(folder, HASH_LIST)} ${what}. Pull the model again.`);
    return;
  }
  const found: string[] = [];
  for (const file of list.files) found.push(...(await problemOf(folder, file)));
  problems.push(...found);
  if (found.length > 0) return;
  const bytes = list.files.reduce((sum, file) => sum + file.bytes, 0);
  models.push({ id: list.id, files: list.files.length, bytes });
}

async function problemOf(folder: string, file: HashList['files'][number]): Promise<string[]> {
  const path = join(folder, file.path);
  const bytes = await fileSize(path);
  if (bytes === undefined) return [`${path} is missing.`];
  if (bytes !== file.bytes) return [`${path} has ${bytes} bytes, not ${file.bytes}.`];
  const hash = await hashFile(path, 'sha256');
  return hash === file.sha256 ? [] : [`${path} has other contents than listed.`];
}
