import type { Engine, GenerateOptions, Message } from '../src/core/ports.ts';

export interface OpenAiOptions {
  /** Address below which `chat/completions` lies, such as `https://llm.example.org/v1`. */
  url: string;
  /** The model's name on that server. */
  model: string;
  /** Tokens that prompt and reply share, as the server is set up. */
  contextWindow: number;
  /** Sent with every request. What stands here, every reader of the page can read. */
  headers?: Readonly<Record<string, string>>;
  /** Shown to readers. Default: "see the model's own terms". */
  licence?: string;
  /** Tokens of the model's chat template, such as `<|im_start|>`; documents lose them. Default: none. */
  controlTokens?: readonly string[];
  /** Milliseconds without a word after which a reply is given up. Default 60,000. */
  patience?: number;
}

/** The parts of a streamed or whole completion that are used. */
interface Completion {
  choices?: {
    delta?: { content?: string | null };
    message?: { content?: string | null };
    finish_reason?: string | null;
  }[];
  error?: { message?: string } | string;
}

/**
 * An engine for askpage that asks a server with OpenAI's interface (`POST chat/completions`, streamed):
 * llama.cpp's server, vLLM, Ollama and others have it. The question and the passages that were found leave
 * the reader's device for that server, which the widget names. For servers of your own: a key in a page is
 * public. Copy this file, and change it as you need.
 */
export function createOpenAiEngine(options: OpenAiOptions): Engine {
  const { model, contextWindow, controlTokens = [] } = options;
  const base = new URL(
    options.url.endsWith('/') ? options.url : `${options.url}/`,
    document.baseURI,
  );
  const running = new Set<AbortController>();
  return {
    id: 'openai',
    contextWindow,
    controlTokens,
    describe: () =>
      Promise.resolve({
        model,
        bytes: 0,
        licence: options.licence ?? "see the model's own terms",
        origin: base.host,
        availability: 'ready',
      }),
    // The server is asked when there is a question for it.
    load: () => Promise.resolve(),
    countTokens: (texts) => Promise.resolve(texts.map(estimateTokens)),
    async *generate(messages, wanted = {}) {
      const stop = new AbortController();
      running.add(stop);
      try {
        yield* reply({ options, base, messages, wanted, stop });
      } finally {
        running.delete(stop);
      }
    },
    interrupt: () => running.forEach((stop) => stop.abort(ENDED)),
    unload: () => Promise.resolve(),
  };
}

/** Why a reply ends that was interrupted: it counts as finished. */
const ENDED = new Error('The reply was ended.');

/** On the high side, whatever the tokenizer: one for three bytes. */
const estimateTokens = (text: string): number =>
  Math.ceil(new TextEncoder().encode(text).length / 3);

interface Request {
  options: OpenAiOptions;
  base: URL;
  messages: readonly Message[];
  wanted: GenerateOptions;
  stop: AbortController;
}

async function* reply({ options, base, messages, wanted, stop }: Request): AsyncGenerator<string> {
  const { signal } = wanted;
  const { patience = 60_000 } = options;
  const late = new Error(`${base.host} sent nothing for ${Math.round(patience / 1000)} seconds.`);
  let timer = setTimeout(() => stop.abort(late), patience);
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  try {
    const response = await send({ options, base, messages, wanted }, either);
    for await (const { text, isLast } of completions(response, base.host)) {
      clearTimeout(timer);
      timer = setTimeout(() => stop.abort(late), patience);
      if (text) yield text;
      if (isLast) return;
    }
    throw new Error(`${base.host} broke off in the middle of its reply.`);
  } catch (thrown) {
    signal?.throwIfAborted();
    if (stop.signal.reason === ENDED) return;
    throw stop.signal.aborted ? stop.signal.reason : thrown;
  } finally {
    clearTimeout(timer);
  }
}

async function send(
  { options, base, messages, wanted }: Omit<Request, 'stop'>,
  signal: AbortSignal,
): Promise<Response> {
  const { maxTokens, temperature, stop } = wanted;
  const response = await fetch(new URL('chat/completions', base), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...options.headers },
    referrerPolicy: 'no-referrer',
    body: JSON.stringify({
      ...{ model: options.model, messages, stream: true },
      ...{ max_tokens: maxTokens, temperature },
      // Servers take four at most.
      ...(stop?.length && { stop: stop.slice(0, 4) }),
    }),
    signal,
  }).catch((thrown: unknown) => {
    signal.throwIfAborted();
    throw new Error(
      `${base.host} can't be reached. Check the connection, and that it allows this site.`,
      {
        cause: thrown,
      },
    );
  });
  if (response.ok) return response;
  const text = await response.text().catch(() => '');
  throw new Error(`${base.host} answered with HTTP ${response.status}${detail(text)}`);
}

/** What a server says of its refusal, shortened; HTML pages say nothing. */
function detail(text: string): string {
  try {
    const { error } = JSON.parse(text) as Completion;
    const message = typeof error === 'string' ? error : error?.message;
    return message ? `: ${message.slice(0, 200)}` : '.';
  } catch {
    return '.';
  }
}

/** The reply's pieces, whether the server streams or not. */
async function* completions(response: Response, host: string) {
  const isWhole = response.headers.get('content-type')?.includes('application/json');
  if (isWhole || !response.body) {
    const [choice] = ((await response.json()) as Completion).choices ?? [];
    yield { text: choice?.message?.content, isLast: true };
    return;
  }
  for await (const data of eventsOf(response.body)) {
    if (data === '[DONE]') {
      yield { text: '', isLast: true };
      return;
    }
    const { choices: [choice] = [], error } = parse(data, host);
    if (error) throw new Error(`${host} failed${detail(data)}`);
    yield { text: choice?.delta?.content, isLast: Boolean(choice?.finish_reason) };
  }
}

function parse(data: string, host: string): Completion {
  try {
    return JSON.parse(data) as Completion;
  } catch (thrown) {
    throw new Error(`${host} sent what is no completion: ${data.slice(0, 80)}`, { cause: thrown });
  }
}

/** The data of server-sent events (html.spec.whatwg.org, 9.2.6), each on one line, as these servers write it. */
async function* eventsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value = '' } = await reader.read();
      const lines = (rest + value).split(/\r\n|\n|\r(?!$)/);
      rest = done ? '' : (lines.pop() ?? '');
      for (const line of lines) if (line.startsWith('data:')) yield line.slice(5).trim();
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
