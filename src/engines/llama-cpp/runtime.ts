import {
  LogLevel,
  Wllama,
  type ChatCompletionChunk,
  type ChatCompletionParams,
} from '@wllama/wllama';
import { estimateTokens } from '../../core/documents/tokens.ts';
import type { LlamaRequest, LlamaRuntime, ReplySinks, ReplyTimings, RuntimePlan } from './api.ts';
import { loadError, replyError } from './errors.ts';
import { readVocabulary } from './header.ts';
import { createLlamaLog, type LlamaLog } from './log.ts';
import { cacheBytesPerToken, windowOf } from './metadata.ts';

/**
 * Tokens that are read at a time. On a processor 64 are read as fast as 512 are, and a stop is heard only
 * in between; 16 cost a fifth of the rate.
 */
const LOT = { processor: 64, graphics: 512 };

/** All layers; models have some tens. */
const ALL = 999;

interface Loaded {
  llama: Wllama;
  log: LlamaLog;
  plan: RuntimePlan;
}

/** As `StartRuntime` of `llama-cpp-api.ts`, by wllama. */
export async function startLlama(plan: RuntimePlan, signal: AbortSignal): Promise<LlamaRuntime> {
  signal.throwIfAborted();
  const log = createLlamaLog();
  const llama = new Wllama({ default: plan.wasm }, { logger: log.logger });
  // What it takes instead, in browsers that lack something, comes from a foreign host.
  llama.setCompat(null);
  const end = () => void llama.exit();
  signal.addEventListener('abort', end, { once: true });
  try {
    const vocabulary = await readVocabulary(plan.files[0] ?? new Blob());
    signal.throwIfAborted();
    await Promise.race([loadModel({ llama, log, plan }), log.died]);
    signal.throwIfAborted();
    return createRuntime({ llama, log, plan }, vocabulary?.controlTokens ?? []);
  } catch (thrown) {
    end();
    signal.throwIfAborted();
    throw loadError(plan.name, { thrown, lines: log.take() });
  } finally {
    signal.removeEventListener('abort', end);
  }
}

async function loadModel({ llama, log, plan }: Loaded): Promise<void> {
  const lot = plan.useGpu ? LOT.graphics : LOT.processor;
  await llama.loadModel([...plan.files], {
    ...{ log_level: LogLevel.WARN, warmup: false, n_parallel: 1, n_batch: lot, n_ubatch: lot },
    n_ctx: plan.contextWindow,
    n_threads: plan.threads,
    n_gpu_layers: plan.useGpu ? ALL : 0,
  });
  // A load that failed resolves like one that didn't.
  const { success } = llama.getLoadedContextInfo() as { success?: boolean };
  if (success === false)
    throw loadError(plan.name, { lines: ['failed to load model', ...log.take()] });
}

function createRuntime(loaded: Loaded, controlTokens: string[]): LlamaRuntime {
  const { llama, log, plan } = loaded;
  const { meta } = llama.getModelMetadata();
  const count = createCounter(loaded, controlTokens);
  const perToken = cacheBytesPerToken(meta);
  let kept = 0;
  let before = 0;
  return {
    contextWindow: windowOf(meta, llama.getLoadedContextInfo().n_ctx),
    controlTokens,
    threads: llama.getNumThreads(),
    usesGpu: plan.useGpu,
    get isDead() {
      return log.isDead;
    },
    get keptBytes() {
      return kept;
    },
    countTokens: (text) => Promise.race([count(text), log.died]),
    async reply(request, sinks) {
      const timings = await Promise.race([writeReply(loaded, request, sinks), log.died]);
      const cached = timings?.cachedTokens ?? 0;
      // What shares less than half of itself with the next request is put aside, and stays.
      if (cached < before / 2) kept += before * perToken;
      // A stopped reply brings no timings.
      before = timings
        ? cached + timings.promptTokens + timings.replyTokens
        : estimateTokens(request.messages.map(({ content }) => content).join('\n'));
      return timings;
    },
    end: () => void llama.exit(),
  };
}

/** Milliseconds in which a text is refused. */
const REFUSAL_PATIENCE = 5_000;

/**
 * wllama has no call for its tokenizer. llama.cpp refuses a request that is longer than its window, and
 * says how many tokens it has, before anything is computed: so each text is counted behind a window full
 * of others, which takes some milliseconds. What was read of the conversation is put aside meanwhile, and
 * found again by the next request. (To embed too long a text is refused as well, but forgets it.)
 */
function createCounter(
  { llama, log }: Loaded,
  controlTokens: readonly string[],
): (text: string) => Promise<number | undefined> {
  const window = llama.getLoadedContextInfo().n_ctx;
  // A control token parts the two, so that no word is made of both.
  const padding = ' a'.repeat(window + 64) + (controlTokens[0] ?? '\n');
  const measure = async (text: string): Promise<number | undefined> => {
    const abortSignal = AbortSignal.timeout(REFUSAL_PATIENCE);
    try {
      await llama.createCompletion({ prompt: padding + text, max_tokens: 1, abortSignal });
      return undefined;
    } catch (thrown) {
      const [, tokens] = /request \((\d+) tokens\) exceeds/.exec(String(thrown)) ?? [];
      return tokens === undefined ? undefined : Number(tokens);
    } finally {
      log.take();
    }
  };
  let alone: Promise<number | undefined> | undefined;
  return async (text) => {
    const empty = await (alone ??= measure(''));
    // Where the padding alone is taken, nothing can be counted so.
    const padded = empty === undefined ? undefined : await measure(text);
    return padded === undefined || empty === undefined ? undefined : padded - empty;
  };
}

async function writeReply(
  { llama, log, plan }: Loaded,
  request: LlamaRequest,
  { signal, onPiece, onSign, onReading }: ReplySinks,
): Promise<ReplyTimings | undefined> {
  let last: ChatCompletionChunk | undefined;
  log.take();
  try {
    await llama.createChatCompletion({
      ...paramsOf(request),
      stream: true,
      abortSignal: signal,
      onData(chunk) {
        last = chunk;
        onSign();
        const { prompt_progress: read } = chunk;
        if (read) onReading(read.processed / read.total);
        const piece = chunk.choices[0]?.delta.content;
        if (piece) onPiece(piece);
      },
    });
  } catch (thrown) {
    if (!signal.aborted) throw replyError(plan.name, { thrown, lines: log.take() });
  }
  return timingsOf(last);
}

/** `stop` is no part of wllama's types, but of the request that llama.cpp reads. */
function paramsOf(request: LlamaRequest): ChatCompletionParams & { stop?: string[] } {
  const { messages, maxTokens, temperature, stop } = request;
  return {
    messages: messages.map(({ role, content }) => ({ role, content })),
    max_tokens: maxTokens,
    temperature,
    ...(stop && { stop: [...stop] }),
    cache_prompt: true,
    return_progress: true,
    // Small thinking models spend the reader's minutes on it; templates without the switch pass it over.
    chat_template_kwargs: { enable_thinking: false },
  };
}

function timingsOf(chunk: ChatCompletionChunk | undefined): ReplyTimings | undefined {
  const timings = chunk?.timings;
  return (
    timings && {
      cachedTokens: timings.cache_n,
      promptTokens: timings.prompt_n,
      promptMs: timings.prompt_ms,
      replyTokens: timings.predicted_n,
      replyMs: timings.predicted_ms,
    }
  );
}
