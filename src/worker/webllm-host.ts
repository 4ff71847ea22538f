import * as webllm from '@mlc-ai/web-llm';
import { AskPageError } from '../core/errors.ts';
import type { GenerateParams, LoadedModel, ModelSource, WebllmApi } from '../engines/webllm-api.ts';
import { modelFolder, recordInFolder, type WebllmRecord } from '../engines/webllm-record.ts';
import { hostOf, loadError, replyError, type ModelWords } from './webllm-errors.ts';
import { downloadModel, forgetModel, type ModelConfig } from './webllm-files.ts';
import { DOWNLOAD_SHARE, gpuProgress, reported, type Report } from './webllm-progress.ts';
import { readDeltas, takeTurns, withoutThinking, type Chunk } from './webllm-stream.ts';
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
  contextWindow: number;
  counter: Promise<TokenCounter | undefined>;
}

// 0.2.79 exports no name for its list of weights, and reads one of another name.
const WEIGHT_LIST =
  'TENSOR_CACHE_MANIFEST_FILENAME' in webllm ? 'tensor-cache.json' : 'ndarray-cache.json';

function findRecord(source: ModelSource): WebllmRecord {
  if (source.kind === 'record') return source.record;
  const listed = webllm.prebuiltAppConfig.model_list.find(({ model_id }) => model_id === source.id);
  if (!listed)
    throw new AskPageError(
      'model-not-found',
      `WebLLM lists no model "${source.id}". Choose another one, or give a record of your own.`,
    );
  const record = listed as typeof listed & WebllmRecord;
  return source.base === undefined
    ? record
    : recordInFolder(record, modelFolder(source.base, source.id));
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

async function loadModel(
  record: WebllmRecord,
  makeEngine: (options: MlcOptions) => Mlc,
  { report, signal }: { report: Report; signal: AbortSignal },
): Promise<Loaded> {
  const words = { model: record.model_id, host: hostOf(record.model) };
  let isReadingWeights = false;
  try {
    const files = await downloadModel(record, { weightList: WEIGHT_LIST, report, signal });
    signal.throwIfAborted();
    const share = files.fetchedBytes > 0 ? DOWNLOAD_SHARE : 0;
    const onProgress = ({ text }: { text: string }) => {
      isReadingWeights = true;
      report(gpuProgress(text, share));
    };
    const mlc = makeEngine(engineOptions(record, onProgress));
    await mlc.reload(record.model_id);
    const counter = readTokenizer(files.tokenizer);
    return { mlc, record, words, contextWindow: windowOf(record, files.config), counter };
  } catch (thrown) {
    const error = loadError(thrown, words);
    // Files that can't be used would fail each retry the same way.
    if (error.code === 'model-invalid')
      await forgetModel(record, { keepWeights: !isReadingWeights }).catch(() => {});
    throw error;
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

async function* reply(loaded: Loaded, params: GenerateParams, signal: AbortSignal) {
  const { mlc, words } = loaded;
  const stop = () => void mlc.interruptGenerate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const chunks = await mlc.chat.completions.create(requestOf(loaded, params));
    yield* withoutThinking(readDeltas(chunks, { stop, signal }));
  } catch (thrown) {
    throw replyError(thrown, words);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/**
 * The worker's side of `WebllmApi`, over the real WebLLM.
 * @param makeEngine Replaces the making of WebLLM's engine.
 */
export function createWebllmHost(
  makeEngine: (options: MlcOptions) => Mlc = (options) => new webllm.MLCEngine(options),
): WebllmApi {
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
    load: ({ model }, signal) =>
      reported(async (report) => {
        await unload();
        loaded = await loadModel(findRecord(model), makeEngine, { report, signal });
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
    interrupt: async () => loaded?.mlc.interruptGenerate(),
    countTokens: ({ texts }) => countTokens(current, texts),
    unload,
  };
}
