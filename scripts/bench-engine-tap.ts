import type { ChatCompletionParams } from '@wllama/wllama';
import type { ReplyTimings } from '../src/engines/llama-cpp.ts';

/** A request as llama.cpp reads it. */
export type RequestBody = Omit<ChatCompletionParams, 'stream'>;

/** What went to and came from llama.cpp's worker for one request. Times are the page's clock. */
export interface Heard {
  /** When the request was handed to the worker. */
  handedAt?: number;
  body?: RequestBody;
  /** When the reply's first words came. */
  wordsAt?: number;
  timings?: ReplyTimings;
}

/** wllama's messages, as far as they are read here. */
interface ToWorker {
  verb?: string;
  args?: unknown[];
}

interface FromWorker {
  result?: unknown;
}

const WORDS = /"content":"[^"]/;
const TIMINGS = /"timings":(\{[^}]*\})/;

/** Listens to the workers that are started from now on: the same for the widget and for bare wllama. */
export class WorkerTap {
  heard: Heard = {};

  constructor() {
    const onRequest = (message: ToWorker) => this.#readRequest(message);
    const onAnswer = (message: FromWorker) => this.#readAnswer(message);
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.addEventListener('message', ({ data }) => onAnswer(data as FromWorker));
      }

      override postMessage(
        message: unknown,
        options?: StructuredSerializeOptions | Transferable[],
      ) {
        onRequest(message as ToWorker);
        // Both forms of the second argument are passed on as they are.
        super.postMessage(message, options as StructuredSerializeOptions);
      }
    };
  }

  /** Forgets the request before. */
  reset(): void {
    this.heard = {};
  }

  #readRequest({ verb, args = [] }: ToWorker): void {
    const [name, bytes] = args;
    if (verb !== 'wllama.action' || name !== 'completion') return;
    const text = new TextDecoder().decode(bytes as Uint8Array<ArrayBuffer>);
    const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
    // The widget counts tokens by requests without messages.
    if (!json.includes('"messages"')) return;
    const body = JSON.parse(json) as ChatCompletionParams;
    // It can't be written as JSON, and nothing is left of it.
    delete body.abortSignal;
    this.heard = { handedAt: performance.now(), body };
  }

  #readAnswer({ result }: FromWorker): void {
    if (!(result instanceof Uint8Array)) return;
    const text = new TextDecoder().decode(result);
    if (WORDS.test(text)) this.heard.wordsAt ??= performance.now();
    const [, json] = TIMINGS.exec(text) ?? [];
    if (json) this.heard.timings = readTimings(json);
  }
}

function readTimings(json: string): ReplyTimings {
  const told = JSON.parse(json) as Record<string, number>;
  const read = (name: string) => {
    const value = told[name];
    if (value === undefined) throw new Error(`llama.cpp's timings have no ${name}: ${json}`);
    return value;
  };
  return {
    cachedTokens: read('cache_n'),
    promptTokens: read('prompt_n'),
    promptMs: read('prompt_ms'),
    replyTokens: read('predicted_n'),
    replyMs: read('predicted_ms'),
  };
}
