import { AskPageError } from '../../core/errors.ts';
import type { ModelStore, StoredModel } from './api.ts';
import { dropEmptyCaches, findStored, MODEL_CACHES, sizeOf, type StoreParts } from './caches.ts';
import {
  deleteReceipt,
  isSameModel,
  keyOf,
  modelId,
  namedFiles,
  readReceipts,
  sourceOf,
  type KeptFile,
  type Receipt,
} from './receipts.ts';

/** What can be done with stored models without fetching: it needs no worker. */
export type ModelShelf = Omit<ModelStore, 'download'>;

type Parts = StoreParts & { caches: CacheStorage };

/** Looks at, hands out and deletes what is stored. Where nothing can be stored, nothing is. */
export function createModelShelf(parts: StoreParts): ModelShelf {
  const { caches } = parts;
  if (!caches)
    return {
      isStored: () => Promise.resolve(false),
      list: () => Promise.resolve([]),
      remove: () => Promise.resolve(),
      files: (model) => Promise.reject(incompleteError(model.name)),
    };
  const within = { ...parts, caches };
  return {
    // Where the browser forbids a look, nothing is there.
    isStored: (model) => isStored(model, caches).catch(() => false),
    list: () => list(caches).catch(() => []),
    remove: (model) => remove(model, within),
    files: (model) => readFiles(model, caches),
  };
}

export async function isStored(
  model: Parameters<ModelStore['isStored']>[0],
  caches: CacheStorage,
): Promise<boolean> {
  const receipt = await findReceipt(model, caches);
  return receipt !== undefined && receipt.isComplete && areThere(receipt.files, caches);
}

/** The receipt of the very model: by id and by what it was fetched from. */
async function findReceipt(model: Parameters<ModelStore['isStored']>[0], caches: CacheStorage) {
  const wanted = { for: model.kind, id: modelId(model) };
  const receipts = await readReceipts(caches);
  return receipts.find(
    (receipt) => isSameModel(receipt, wanted) && receipt.source === sourceOf(model),
  );
}

async function areThere(files: readonly KeptFile[], caches: CacheStorage): Promise<boolean> {
  for (const file of files) if (!(await findStored(caches, file))) return false;
  return files.length > 0;
}

async function list(caches: CacheStorage): Promise<StoredModel[]> {
  const models: StoredModel[] = [];
  for (const receipt of await readReceipts(caches)) models.push(await describe(receipt, caches));
  return models.filter(({ bytes }) => bytes > 0);
}

/** The browser may have deleted some of what the receipt names. */
async function describe(receipt: Receipt, caches: CacheStorage): Promise<StoredModel> {
  const { for: kind, id, name, origin, files, isComplete } = receipt;
  let [bytes, missing] = [0, 0];
  for (const file of namedFiles([receipt]).values()) {
    const stored = await findStored(caches, file);
    if (stored) bytes += await sizeOf(stored);
    else if (files.includes(file)) missing += 1;
  }
  return { for: kind, id, name, origin, bytes, isComplete: isComplete && missing === 0 };
}

async function remove(model: Pick<StoredModel, 'for' | 'id'>, parts: Parts): Promise<void> {
  const { caches } = parts;
  const receipts = await readReceipts(caches);
  const own = receipts.find((receipt) => isSameModel(receipt, model));
  if (own) {
    const others = namedFiles(receipts.filter((receipt) => receipt !== own));
    for (const file of await everythingOf(own, caches))
      if (!others.has(keyOf(file))) await (await caches.open(file.cache)).delete(file.url);
    await deleteReceipt(own, parts);
  }
  await dropEmptyCaches(caches);
}

/** What the receipt names, and what WebLLM itself may have put beside it: the other weight list. */
async function everythingOf(receipt: Receipt, caches: CacheStorage) {
  const files: { cache: string; url: string }[] = [...namedFiles([receipt]).values()];
  const config = receipt.files.find(({ cache }) => cache === MODEL_CACHES.config);
  const folder = config && new URL('.', config.url).href;
  if (folder === undefined || !(await caches.has(MODEL_CACHES.model))) return files;
  for (const { url } of await (await caches.open(MODEL_CACHES.model)).keys())
    if (url.startsWith(folder)) files.push({ cache: MODEL_CACHES.model, url });
  return files;
}

const incompleteError = (name: string) =>
  new AskPageError(
    'model-invalid',
    `The model ${name} is not all on this device any more. Load it again.`,
  );

async function readFiles(
  model: Parameters<ModelStore['files']>[0],
  caches: CacheStorage,
): Promise<Blob[]> {
  const receipt = await findReceipt(model, caches);
  if (!receipt?.isComplete) throw incompleteError(model.name);
  return Promise.all(
    model.urls.map(async (url) => {
      const pieces = receipt.files
        .flatMap((file) => (file.piece?.of === url ? [{ ...file, index: file.piece.index }] : []))
        .sort((a, b) => a.index - b.index);
      const blobs = await Promise.all(
        pieces.map(async (piece) => (await findStored(caches, piece))?.blob()),
      );
      const whole = blobs.filter((blob) => blob !== undefined);
      if (whole.length < blobs.length || whole.length === 0) throw incompleteError(model.name);
      // A blob of blobs: nothing is copied.
      return new Blob(whole);
    }),
  );
}
