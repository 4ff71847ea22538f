import type { LoadProgress } from '../../../src/core/ports.ts';
import type {
  LlamaRequest,
  LlamaRuntime,
  ReplySinks,
  RuntimePlan,
  StartRuntime,
} from '../../../src/engines/llama-cpp/api.ts';
import type { ModelStore } from '../../../src/engines/model-store/api.ts';

/** What the next start or reply of the fake does. */
export interface FakeLlamaPlan {
  /** Start by start: what is thrown, or undefined for a start that works; the last one stays. */
  starts: unknown[];
  pieces: string[];
  /** Shares of the request that are read before the first piece, one after the other. */
  reads?: number[];
  /** After its pieces the reply waits: until it is stopped, or for good. */
  thenWaits?: 'until-stopped' | 'for-good';
  thenThrows?: unknown;
  keptBytes?: number;
  /** Its worker has died while nothing ran. */
  isDead?: boolean;
}

/** A fake of the runtime that wllama is behind; it keeps what it was asked. */
export class FakeLlama {
  plan: FakeLlamaPlan;
  readonly started: RuntimePlan[] = [];
  readonly requests: LlamaRequest[] = [];
  ended = 0;

  constructor(plan: Partial<FakeLlamaPlan> = {}) {
    this.plan = { starts: [], pieces: ['At ', 'nine.'], ...plan };
  }

  readonly start: StartRuntime = (plan) => {
    this.started.push(plan);
    const { starts } = this.plan;
    const failure = starts.length > 1 ? starts.shift() : starts[0];
    if (failure === 'never') return new Promise(() => {});
    return failure === undefined ? Promise.resolve(this.#runtime(plan)) : Promise.reject(failure);
  };

  #runtime({ contextWindow, threads, useGpu }: RuntimePlan): LlamaRuntime {
    let fail: (error: Error) => void = () => {};
    const over = new Promise<never>((_resolve, reject) => (fail = reject));
    over.catch(() => {});
    return {
      ...{ contextWindow, threads, usesGpu: useGpu, controlTokens: ['<|im_end|>'] },
      keptBytes: this.plan.keptBytes ?? 0,
      isDead: this.plan.isDead ?? false,
      countTokens: (text) => Promise.race([over, Promise.resolve(text.length)]),
      reply: (request, sinks) => Promise.race([over, this.#reply(request, sinks)]),
      end: () => {
        this.ended++;
        fail(new Error('The model was unloaded'));
      },
    };
  }

  async #reply(request: LlamaRequest, { signal, onPiece, onSign, onReading }: ReplySinks) {
    const isWarmUp = request.maxTokens === 1;
    if (isWarmUp) return undefined;
    this.requests.push(request);
    const { pieces, reads = [], thenWaits, thenThrows } = this.plan;
    reads.forEach(onReading);
    for (const piece of pieces) {
      await Promise.resolve();
      if (signal.aborted) return undefined;
      onSign();
      onPiece(piece);
    }
    if (thenWaits)
      await new Promise<void>((resolve) => {
        if (thenWaits === 'until-stopped') signal.addEventListener('abort', () => resolve());
      });
    if (thenThrows !== undefined) throw thenThrows;
    return { cachedTokens: 5, promptTokens: 10, promptMs: 100, replyTokens: 2, replyMs: 100 };
  }
}

/** A fake store with one model, which is there or not. */
export class FakeModelStore implements ModelStore {
  readonly calls: string[] = [];
  isHere: boolean;

  constructor(isHere = false) {
    this.isHere = isHere;
  }

  download: ModelStore['download'] = (_model, { onProgress } = {}) => {
    this.calls.push('download');
    const fetchedBytes = this.isHere ? 0 : 1000;
    const step: LoadProgress = {
      ...{ fraction: 0.5, text: 'half' },
      download: { doneBytes: 500, totalBytes: 1000 },
    };
    if (!this.isHere) onProgress?.(step);
    this.isHere = true;
    return Promise.resolve({ fetchedBytes });
  };

  files = () => {
    this.calls.push('files');
    return Promise.resolve([new Blob(['GGUF'])]);
  };

  isStored = () => Promise.resolve(this.isHere);

  list = () => Promise.resolve([]);

  remove: ModelStore['remove'] = ({ id }) => {
    this.calls.push(`remove ${id}`);
    this.isHere = false;
    return Promise.resolve();
  };
}
