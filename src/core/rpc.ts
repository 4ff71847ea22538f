import { AskPageError } from './errors.ts';
import { Inbox, type Reply } from './rpc-inbox.ts';
import type { CallOptions, Client, Method } from './rpc-types.ts';

/**
 * Calls across threads. A contract is an interface whose methods take one plain object and an
 * `AbortSignal` and return a promise or an async iterable; `serve` binds it on one side of a port,
 * `connect` calls it from the other. Signals, `AskPageError`s and streams are carried over, and
 * `close` rejects what is pending: a dead worker never answers by itself.
 */
export interface Port {
  postMessage(message: unknown, transfer: Transfer): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

type Transfer = ArrayBuffer[];
type Request = { id: number; method: string; params: unknown } | { id: number; abort: true };

const transfers = new WeakMap<object, Transfer>();

/** Marks buffers inside a method's result that are moved to the other thread instead of copied. */
export function transferring<T extends object>(value: T, buffers: ArrayBuffer[]): T {
  transfers.set(value, buffers);
  return value;
}

/** Tells the other side something that it did not ask for; `hear` is the other end. */
export function tell(port: Pick<Port, 'postMessage'>, topic: string, news: unknown): void {
  port.postMessage({ topic, news }, []);
}

export function hear(port: Port, topic: string, listener: (news: unknown) => void): void {
  port.addEventListener('message', ({ data }) => {
    const told = data as { topic?: string; news?: unknown };
    if (told.topic === topic) listener(told.news);
  });
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

export function serve<Api extends { [K in keyof Api]: Method }>(port: Port, api: Api): void {
  const running = new Map<number, AbortController>();
  const send = (reply: Reply, value?: unknown) =>
    port.postMessage(reply, (isObject(value) && transfers.get(value)) || []);

  async function run(id: number, method: string, params: unknown): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const result = api[method as keyof Api](params as never, controller.signal);
      if (Symbol.asyncIterator in result) {
        for await (const item of result) send({ id, item }, item);
        send({ id, value: undefined });
      } else {
        const value = await result;
        send({ id, value }, value);
      }
    } catch (thrown) {
      // After an abort the caller has its own reason already and no longer listens.
      send({ id, error: AskPageError.from(thrown).toPlain() });
    } finally {
      running.delete(id);
    }
  }

  port.addEventListener('message', ({ data }) => {
    const request = data as Request;
    if ('abort' in request) running.get(request.id)?.abort();
    else void run(request.id, request.method, request.params);
  });
}

export function connect<Api>(port: Port): Client<Api> {
  const pending = new Map<number, Inbox>();
  let lastId = 0;
  let closed: AskPageError | undefined;

  port.addEventListener('message', ({ data }) => {
    const reply = data as Reply;
    pending.get(reply.id)?.put(reply);
  });

  async function* replies(method: string, params: unknown, options: CallOptions = {}) {
    const { signal, transfer = [] } = options;
    signal?.throwIfAborted();
    if (closed) throw closed;
    const id = ++lastId;
    const inbox = new Inbox();
    const onAbort = () => inbox.put({ reason: signal?.reason });
    pending.set(id, inbox);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      port.postMessage({ id, method, params } satisfies Request, transfer);
      return yield* read(inbox, () => pending.delete(id));
    } finally {
      signal?.removeEventListener('abort', onAbort);
      // Still pending here means that the caller left before the answer.
      if (pending.delete(id)) port.postMessage({ id, abort: true } satisfies Request, []);
    }
  }

  return {
    call: async (method, params, options) =>
      (await replies(method, params, options).next()).value as never,
    stream: (method, params, options) => replies(method, params, options) as AsyncIterable<never>,
    close(error) {
      closed ??= error;
      for (const [id, inbox] of pending) inbox.put({ id, error: closed.toPlain() });
    },
  };
}

async function* read(inbox: Inbox, onAnswered: () => void) {
  for (;;) {
    const reply = await inbox.take();
    if ('reason' in reply) throw reply.reason;
    if ('item' in reply) {
      yield reply.item;
      continue;
    }
    onAnswered();
    if ('error' in reply) throw AskPageError.fromPlain(reply.error);
    return reply.value;
  }
}
