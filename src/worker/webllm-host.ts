import * as webllm from '@mlc-ai/web-llm';
import { AskPageError } from '../core/errors.ts';
import type { GenerateParams, LoadedModel, WebllmApi } from '../engines/webllm/api.ts';
import { readStored, type ModelConfig, type StoredFiles } from '../engines/webllm/cache.ts';
import type { WebllmRecord } from '../engines/webllm/record.ts';
import { takeTurns } from '../engines/waiting.ts';
import { watchDevice, type DeviceWatch } from './webllm-device.ts';
import { loadError, replyError, type ModelWords } from './webllm-errors.ts';
import { gpuProgress, reported, type Report } from './webllm-progress.ts';
import { readDeltas, withoutThinking, type Chunk } from './webllm-stream.ts';
import { estimateTokens, readTokenizer, type TokenCounter } from './webllm-tokens.ts';

/** The part of `MLCEngine` that is used here, of 0.2.79 as of 0.2.86. */
export interface Mlc {
  reload(id: string): Promise<void>;
  unload(): Promise<void>;
  interruptGenerate(): Promise<void>;
  chat: { completions: { create(request: Request): Promise<AsyncIterable<Chunk>> } };
}

interface Request {
  stream: true;
  messages: { role: 'system' | 'user' | 'assistant'; content: string }[];
  max_tokens: number;
  temperature: number;
  stop?: string[];
  extra_body?: { enable_thinking: boolean };
}

export interface MlcOptions {
  appConfig: webllm.AppConfig;
  logLevel: 'WARN';
  initProgressCallback: (report: { progress: number; text: string }) => void;
}

interface Loaded {
  mlc: Mlc;
  record: WebllmRecord;
  words: ModelWords;
  device: DeviceWatch;
  contextWindow: number;
  counter: Promise<TokenCounter | undefined>;
}

/** What a host works with; each part can be replaced. */
export interface HostOptions {
  /** Makes WebLLM's engine. */
  makeEngine?: (options: MlcOptions) => Mlc;
  /** Default: `navigator.gpu`. */
  gpu?: Pick<GPU, 'requestAdapter'> | undefined;
}

const wordsOf = (record: WebllmRecord): ModelWords => ({
  model: record.model_id,
  host: new URL(record.model).host,
});

/** WebLLM's lists don't say which models need the feature, and would have it fail much later. */
function withFeatures(record: WebllmRecord, { quantization = '' }: ModelConfig): WebllmRecord {
  const { required_features = [] } = record as { required_features?: string[] };
  const needed = quantization.includes('f16') ? ['shader-f16'] : [];
  return { ...record, required_features: [...required_features, ...needed] } as WebllmRecord;
}

function engineOptions(record: WebllmRecord, onProgress: MlcOptions['initProgressCallback']) {
  // 0.2.79 knows only the second of the two cache switches, 0.2.86 only the first.
  const appConfig = { model_list: [record], cacheBackend: 'cache', useIndexedDBCache: false };
  return {
    appConfig: appConfig as webllm.AppConfig,
    logLevel: 'WARN',
    initProgressCallback: onProgress,
  } satisfies MlcOptions;
}

function windowOf({ overrides = {} }: WebllmRecord, config: ModelConfig): number {
  const { context_window_size, sliding_window_size } = { ...config, ...overrides };
  const window = Number(context_window_size);
  // A sliding window sets the other figure to −1.
  return window > 0 ? window : Number(sliding_window_size);
}

/** @throws `model-invalid` where a file is missing: WebLLM would fetch it unseen. */
async function readFiles(record: WebllmRecord) {
  const { config, tokenizer, library }: StoredFiles = await readStored(record, caches);
  // WebLLM never looks into its cache for a library whose address has this word.
  const hasLibrary = library !== undefined || record.model_lib.includes('localhost');
  if (config && hasLibrary) return { config, tokenizer };
  throw new AskPageError(
    'model-invalid',
    `The files of the model ${record.model_id} are not all in this browser. Load the model again.`,
  );
}

async function loadModel(
  record: WebllmRecord,
  { makeEngine, gpu }: Required<HostOptions>,
  report: Report,
): Promise<Loaded> {
  const words = wordsOf(record);
  const device = watchDevice(gpu);
  try {
    const { config, tokenizer } = await readFiles(record);
    const onProgress = ({ text }: { text: string }) => report(gpuProgress(text));
    const mlc = makeEngine(engineOptions(withFeatures(record, config), onProgress));
    await device.orLost(mlc.reload(record.model_id));
    const contextWindow = windowOf(record, config);
    return { mlc, record, words, device, contextWindow, counter: readTokenizer(tokenizer) };
  } catch (thrown) {
    throw loadError(thrown, words);
  } finally {
    device.close();
  }
}

function requestOf({ record }: Loaded, params: GenerateParams): Request {
  return {
    stream: true,
    messages: params.messages.map(({ role, content }) => ({ role, content })),
    max_tokens: params.maxTokens,
    temperature: params.temperature,
    ...(params.stop && { stop: [...params.stop] }),
    // Small thinking models spend the reader's minutes on it; others must not get the switch.
    ...(/qwen3/i.test(record.model_id) && { extra_body: { enable_thinking: false } }),
  };
}

async function describeLoaded(current: () => Loaded): Promise<LoadedModel> {
  const { contextWindow, counter } = current();
  return { contextWindow, controlTokens: (await counter)?.controlTokens ?? [] };
}

async function countTokens(current: () => Loaded, texts: readonly string[]): Promise<number[]> {
  const counter = await current().counter;
  return texts.map((text) => counter?.count(text) ?? estimateTokens(text));
}

/** The same chunks; fails at once when the graphics device is lost. */
function untilLost(chunks: AsyncIterable<Chunk>, device: DeviceWatch): AsyncIterable<Chunk> {
  const iterator = chunks[Symbol.asyncIterator]();
  return { [Symbol.asyncIterator]: () => ({ next: () => device.orLost(iterator.next()) }) };
}

async function* reply(loaded: Loaded, params: GenerateParams, signal: AbortSignal) {
  const { mlc, words, device } = loaded;
  const stop = () => void mlc.interruptGenerate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const chunks = await device.orLost(mlc.chat.completions.create(requestOf(loaded, params)));
    yield* withoutThinking(readDeltas(untilLost(chunks, device), { stop, signal }));
  } catch (thrown) {
    throw replyError(thrown, words);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The worker's side of `WebllmApi`, over the real WebLLM. */
export function createWebllmHost({
  makeEngine = (options) => new webllm.MLCEngine(options),
  gpu = (navigator as { gpu?: GPU }).gpu,
}: HostOptions = {}): WebllmApi {
  let loaded: Loaded | undefined;
  const myTurn = takeTurns();

  const current = (): Loaded => {
    if (!loaded) throw new AskPageError('engine-failed', 'No model is loaded. Load it first.');
    return loaded;
  };

  async function unload(): Promise<void> {
    const { mlc } = loaded ?? {};
    loaded = undefined;
    await mlc?.unload();
  }

  return {
    load: ({ record }) =>
      reported(async (report) => {
        await unload();
        loaded = await loadModel(record, { makeEngine, gpu }, report);
      }),
    info: () => describeLoaded(current),
    // WebLLM has one interrupt flag for all: a waiting call that is aborted must not set it.
    async *generate(params, signal) {
      const done = await myTurn();
      try {
        if (!signal.aborted) yield* reply(current(), params, signal);
      } finally {
        done();
      }
    },
    settle: async () => (await myTurn())(),
    ping: () => Promise.resolve(loaded !== undefined && !loaded.device.isLost),
    countTokens: ({ texts }) => countTokens(current, texts),
    unload,
  };
}
