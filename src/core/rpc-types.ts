import type { AskPageError } from './errors.ts';

/** What a contract's methods look like. */
export type Method = (
  params: never,
  signal: AbortSignal,
) => Promise<unknown> | AsyncIterable<unknown>;
type Params<M> = M extends (params: infer P, signal: AbortSignal) => unknown ? P : never;
type Returned<M> = M extends (params: never, signal: AbortSignal) => infer R ? R : never;
type Calls<Api> = { [K in keyof Api]: Returned<Api[K]> extends Promise<unknown> ? K : never };
type Streams<Api> = {
  [K in keyof Api]: Returned<Api[K]> extends AsyncIterable<unknown> ? K : never;
};
type Item<R> = R extends AsyncIterable<infer V> ? V : never;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  transfer?: ArrayBuffer[];
}

export interface Client<Api> {
  call<K extends Calls<Api>[keyof Api] & string>(
    method: K,
    params: Params<Api[K]>,
    options?: CallOptions,
  ): Promise<Awaited<Returned<Api[K]>>>;
  stream<K extends Streams<Api>[keyof Api] & string>(
    method: K,
    params: Params<Api[K]>,
    options?: CallOptions,
  ): AsyncIterable<Item<Returned<Api[K]>>>;
  /** Rejects every pending and later call with `error`. */
  close(error: AskPageError): void;
}
