import { createLlamaCppEngine } from '../src/engines/llama-cpp.ts';
import type { LlamaRuntime, StartRuntime } from '../src/engines/llama-cpp/api.ts';
import { startLlama } from '../src/engines/llama-cpp/runtime.ts';
import { createLocalModelStore } from '../src/engines/model-store.ts';
import { browserParts } from '../src/engines/model-store/caches.ts';
import type { EngineFiles } from './bench-engine-bare.ts';

/** Milliseconds of a start and of the first question after it. */
export interface FirstQuestion {
  /** From the stored files to a model that is ready. */
  readyMs: number;
  /** From the question, its tokens counted, to the first words. */
  wordsMs: number;
}

const QUESTION = [
  { role: 'system', content: 'Answer in one short sentence.' },
  { role: 'user', content: 'Which port does a web server listen on?' },
] as const;

/** The engine's own start, with or without its warm-up. The model has to be stored. */
export async function askFirst(
  { wasm, model }: EngineFiles,
  isWarm: boolean,
): Promise<FirstQuestion> {
  let isStarting = !isWarm;
  const startRuntime: StartRuntime = async (plan, signal) =>
    leaveOut(await startLlama(plan, signal), () => isStarting);
  const store = createLocalModelStore(browserParts());
  const engine = createLlamaCppEngine({ store, wasm, model: { urls: [model] }, startRuntime });
  const begun = performance.now();
  await engine.load();
  const ready = performance.now();
  isStarting = false;
  await engine.countTokens(QUESTION.map(({ content }) => content));
  const pieces = engine.generate(QUESTION, { maxTokens: 4 })[Symbol.asyncIterator]();
  const { done } = await pieces.next();
  const words = performance.now();
  await pieces.return?.();
  await engine.unload();
  if (done) throw new Error('The model wrote nothing.');
  return { readyMs: ready - begun, wordsMs: words - ready };
}

/** A runtime that computes nothing while `isOff`. */
function leaveOut(runtime: LlamaRuntime, isOff: () => boolean): LlamaRuntime {
  const own: Pick<LlamaRuntime, 'countTokens' | 'reply'> = {
    countTokens: (text) => (isOff() ? Promise.resolve(0) : runtime.countTokens(text)),
    reply: (request, sinks) =>
      isOff() ? Promise.resolve(undefined) : runtime.reply(request, sinks),
  };
  return Object.assign(Object.create(runtime) as LlamaRuntime, own);
}
