import type { AskPageError } from '../core/errors.ts';
import { connect } from '../core/rpc.ts';
import type { Client } from '../core/rpc-types.ts';
import type { WebllmApi, WorkerHandle } from './webllm-api.ts';

/** A running worker and the calls to it. */
export interface WebllmLink {
  client: Client<WebllmApi>;
  /** Ends the worker; pending and later calls reject with `error`. Only the first call counts. */
  end(error: AskPageError): void;
}

/** @param onEnd Called once, when the worker is ended or failed by itself. */
export function openLink(handle: WorkerHandle, onEnd: () => void): WebllmLink {
  const client = connect<WebllmApi>(handle.port);
  let ended = false;
  const end = (error: AskPageError) => {
    if (ended) return;
    ended = true;
    client.close(error);
    handle.terminate();
    onEnd();
  };
  handle.onFailure(end);
  return { client, end };
}

/** The same items; calls `onSilence` when `ms` milliseconds pass without the next one. */
export async function* watched<T>(
  items: AsyncIterable<T>,
  ms: number,
  onSilence: () => void,
): AsyncGenerator<T, void, void> {
  let timer = setTimeout(onSilence, ms);
  try {
    for await (const item of items) {
      // The time that the reader of the items takes is not the worker's.
      clearTimeout(timer);
      yield item;
      timer = setTimeout(onSilence, ms);
    }
  } finally {
    clearTimeout(timer);
  }
}
