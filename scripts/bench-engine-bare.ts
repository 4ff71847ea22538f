import { LogLevel, Wllama } from '@wllama/wllama';
import type { WorkerTap, RequestBody } from './bench-engine-tap.ts';
import { replyOf, type Reply } from './bench-engine-widget.ts';

/** Absolute addresses of what the widget loads, too. */
export interface EngineFiles {
  wasm: string;
  model: string;
}

/** wllama as its manual shows it, with the widget's files and options: what the widget is compared with. */
export interface BareEngine {
  readonly threads: number;
  reply(body: RequestBody): Promise<Reply>;
}

/** As `src/engines/llama-cpp/runtime.ts` loads a model on the processor. */
const OPTIONS = {
  ...{ log_level: LogLevel.WARN, warmup: false, n_parallel: 1, n_gpu_layers: 0 },
  ...{ n_batch: 64, n_ubatch: 64, n_ctx: 4096 },
};

export async function loadBare(
  { wasm, model }: EngineFiles,
  threads: number,
  tap: WorkerTap,
): Promise<BareEngine> {
  const file = await (await fetch(model)).blob();
  const llama = new Wllama({ default: wasm }, { suppressNativeLog: true });
  await llama.loadModel([file], { ...OPTIONS, n_threads: threads });
  return {
    threads: llama.getNumThreads(),
    async reply(body) {
      tap.reset();
      let drawnAt: number | undefined;
      const start = performance.now();
      await llama.createChatCompletion({
        ...body,
        stream: true,
        onData(chunk) {
          if (chunk.choices[0]?.delta.content) drawnAt ??= performance.now();
        },
      });
      return replyOf(tap.heard, { start, drawnAt, endedAt: performance.now() });
    },
  };
}
