import { AskPageError } from '../../core/errors.ts';
import type { StorableModel } from './api.ts';
import { MODEL_CACHES } from './caches.ts';
import { badFileError, fileWords } from './errors.ts';
import { provide, type Job, type WantedFile } from './fetch.ts';
import { listedFacts, readHashes, type Hashes } from './hashes.ts';
import { modelFilesUrl } from '../webllm/record.ts';

export type StorableWebllm = StorableModel & { kind: 'webllm' };

/** Names of the list of weight files: WebLLM 0.2.80 and later, and before. */
export const WEIGHT_LISTS = ['tensor-cache.json', 'ndarray-cache.json'] as const;

interface WeightFile {
  dataPath: string;
  nbytes: number;
  md5sum?: string;
}

interface Plan {
  model: StorableWebllm;
  /** Address of the folder of the model's files. */
  folder: string;
  hashes: Hashes;
  job: Job;
}

/**
 * Makes sure that every file of a WebLLM model is kept and right: configuration, weight list, library,
 * tokenizer, weights. Returns them.
 * @throws As `ModelStore.download`.
 */
export async function provideWebllm(model: StorableWebllm, job: Job): Promise<WantedFile[]> {
  job.reporter.say('Looking for the model');
  const hashes = await readHashes(model.hashes, job.net);
  const plan: Plan = { model, folder: modelFilesUrl(model.record.model), hashes, job };
  const config = wanted(plan, 'mlc-chat-config.json', { form: 'json', cache: 'config' });
  const { tokenizer_files: tokenizers } = await provideJson(plan, config, isConfig);
  const { file: list, weights } = await provideWeightList(plan);
  const rest = [
    ...libraryFile(plan),
    ...tokenizerNames(tokenizers ?? []).map((name) =>
      wanted(plan, name, { form: name.endsWith('.json') ? 'json' : 'bytes' }),
    ),
    ...weights.map(({ dataPath, nbytes, md5sum }) =>
      wanted(plan, dataPath, { form: 'bytes', bytes: nbytes, ...(md5sum && { md5: md5sum }) }),
    ),
  ];
  await provide(rest, job);
  return [config, list, ...rest];
}

type Known = Pick<WantedFile, 'form' | 'bytes' | 'md5'> & { cache?: 'config' | 'library' };

function wanted(plan: Plan, name: string, known: Known): WantedFile {
  const url = new URL(name, plan.folder).href;
  // The list is the host's: it must not reach beyond the model's folder.
  if (!isPlainPath(name) || !url.startsWith(plan.folder))
    throw badFileError(fileWords(plan.model.name, plan.folder + name), 'lies outside its folder');
  const cache = MODEL_CACHES[known.cache ?? 'model'];
  return { ...known, url, name, cache, ...listedFacts(plan.hashes, url) };
}

/** A path of names that stays below its folder. */
export const isPlainPath = (path: string): boolean =>
  /^[^/\\:?#]+(\/[^/\\:?#]+)*$/.test(path) && !path.split('/').some((part) => /^\.+$/.test(part));

function libraryFile({ model, hashes, job }: Plan): WantedFile[] {
  const { model_lib: url } = model.record;
  if (!job.keeper.keepsLibrary(url)) return [];
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  const facts = listedFacts(hashes, url);
  return [{ url, name, cache: MODEL_CACHES.library, form: 'wasm', ...facts }];
}

/** WebLLM reads one of the files that the configuration names, and in this order. */
function tokenizerNames(named: readonly string[]): readonly string[] {
  const read = ['tokenizer.json', 'tokenizer.model'].find((name) => named.includes(name));
  return read === undefined ? named : [read];
}

/** @throws `model-invalid` where the file's JSON has another shape; it is not kept then. */
async function provideJson<T>(
  { model, job }: Plan,
  file: WantedFile,
  hasShape: (value: unknown) => value is T,
): Promise<T> {
  await provide([file], job);
  const value = parsed(await job.keeper.text(file));
  if (hasShape(value)) return value;
  await job.keeper.drop(file);
  throw badFileError(fileWords(model.name, file.url), 'is not what its name says');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isConfig = (value: unknown): value is { tokenizer_files?: string[] } =>
  isObject(value) &&
  (value.tokenizer_files === undefined ||
    (Array.isArray(value.tokenizer_files) &&
      value.tokenizer_files.every((name) => typeof name === 'string')));

const isWeightFile = (value: unknown): value is WeightFile =>
  isObject(value) && typeof value.dataPath === 'string' && typeof value.nbytes === 'number';

const isWeightList = (value: unknown): value is { records: WeightFile[] } =>
  isObject(value) && Array.isArray(value.records) && value.records.every(isWeightFile);

async function provideWeightList(plan: Plan) {
  let firstError: unknown;
  for (const name of WEIGHT_LISTS) {
    const file = wanted(plan, name, { form: 'json' });
    try {
      const { records } = await provideJson(plan, file, isWeightList);
      return { file, weights: records };
    } catch (thrown) {
      if (!isMissing(thrown)) throw thrown;
      firstError ??= thrown;
      await plan.job.keeper.drop(file);
    }
  }
  throw firstError;
}

/** A server may answer with a page instead of a status. */
const isMissing = (thrown: unknown): boolean =>
  thrown instanceof AskPageError && ['model-not-found', 'model-invalid'].includes(thrown.code);
