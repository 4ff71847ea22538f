import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { LoadProgress } from '../core/ports.ts';
import type { Patience } from '../engines/model-store/api.ts';
import type { Job, WantedFile } from '../engines/model-store/fetch.ts';
import type { HashList } from '../engines/model-store/hashes.ts';
import { HASH_LIST } from '../engines/webllm/record.ts';
import { PATIENCE } from '../engines/model-store/net.ts';
import { DownloadReporter } from '../engines/model-store/reporter.ts';
import { provideWebllm, type StorableWebllm } from '../engines/model-store/webllm.ts';
import { createFolderKeeper, fileSize, hashFile, writeWhole } from './models-folder.ts';

export interface PullOptions {
  /** Folder that the model's own goes into. */
  to: string;
  signal: AbortSignal;
  onProgress: (progress: LoadProgress) => void;
  patience?: Patience;
}

export interface Pulled {
  /** The model's folder. */
  folder: string;
  files: number;
  bytes: number;
  /** Bytes that were not there before. */
  fetchedBytes: number;
}

/**
 * Copies a model's files to a folder named by its id, checks them, and writes the list of their hashes
 * beside them. Weights that are there already are not fetched again.
 * @throws `network`, `stalled`, `model-not-found`, `model-invalid`, `bad-file`; the signal's reason.
 */
export async function pullModel(model: StorableWebllm, options: PullOptions): Promise<Pulled> {
  const { to, signal, onProgress, patience = {} } = options;
  const folder = join(to, model.record.model_id);
  const reporter = new DownloadReporter(onProgress);
  const job: Job = {
    net: {
      ...{ fetch: globalThis.fetch, isOnline: () => true, signal, model: model.name },
      patience: { ...PATIENCE, ...patience },
    },
    keeper: createFolderKeeper(folder),
    reporter,
    checkRoom: () => Promise.resolve(),
    fetchedBytes: 0,
  };
  try {
    const files = await provideWebllm(model, job);
    reporter.say('Checking the model');
    const list = await listFiles(model.record.model_id, folder, files);
    signal.throwIfAborted();
    const text = `${JSON.stringify(list, undefined, 2)}\n`;
    await writeWhole(join(folder, HASH_LIST), Readable.from([text]));
    const bytes = list.files.reduce((sum, file) => sum + file.bytes, 0);
    return { folder, files: list.files.length, bytes, fetchedBytes: job.fetchedBytes };
  } finally {
    reporter.end(false);
  }
}

/** Reads back what lies on the disk: the list says what is served. */
async function listFiles(
  id: string,
  folder: string,
  files: readonly WantedFile[],
): Promise<HashList> {
  const listed: HashList = { version: 1, id, files: [] };
  for (const { name: path } of files) {
    const bytes = (await fileSize(join(folder, path))) ?? 0;
    listed.files.push({ path, bytes, sha256: await hashFile(join(folder, path), 'sha256') });
  }
  return listed;
}
