import { AskPageError } from '../../core/errors.ts';
import { connect } from '../../core/rpc.ts';
import type { Client } from '../../core/rpc-types.ts';
import type { WebllmApi, WorkerHandle } from './api.ts';
import { within } from '../waiting.ts';
import type { WatchRules } from './watch.ts';

/** A running worker and the calls to it. */
export interface WebllmLink {
  client: Client<WebllmApi>;
  /** Ends the worker; pending and later calls reject with `error`. Only the first call counts. */
  end(error: AskPageError): void;
}

/** How patient the engine is, in milliseconds; the defaults leave room for slow machines. */
export interface WebllmPatience {
  /** Without progress, until a load is given up. Default 120,000. */
  loadSilence?: number;
  /** Until a reply's first token; the prompt is read before it. Default 300,000. */
  firstTokenSilence?: number;
  /** Between two tokens of a reply. Default 120,000. */
  replySilence?: number;
  /** From a stop until the worker must have freed the model; then it is ended. Default 5,000. */
  stopPatience?: number;
  /** Between two signs of life that are asked of a working worker. Default 10,000. */
  pingEvery?: number;
}

export const PATIENCE: Required<WebllmPatience> = {
  loadSilence: 120_000,
  firstTokenSilence: 300_000,
  replySilence: 120_000,
  stopPatience: 5_000,
  pingEvery: 10_000,
};

/** @param onEnd Called once, when the worker is ended or failed by itself. */
export function openLink(handle: WorkerHandle, onEnd: (link: WebllmLink) => void): WebllmLink {
  const client = connect<WebllmApi>(handle.port);
  let ended = false;
  const end = (error: AskPageError) => {
    if (ended) return;
    ended = true;
    client.close(error);
    handle.terminate();
    onEnd(link);
  };
  const link = { client, end };
  handle.onFailure(end);
  return link;
}

const seconds = (ms: number): string => `${Math.max(1, Math.round(ms / 1000))} seconds`;

/** Ends a link that says nothing for too long; `silent` completes "The …". */
export function silenceRules(
  link: WebllmLink,
  silence: WatchRules['silence'],
  silent: string,
): WatchRules {
  const onSilent = (ms: number) =>
    link.end(
      new AskPageError(
        'engine-failed',
        `The ${silent} for ${seconds(ms)} and was ended. Try again, or choose a smaller model.`,
      ),
    );
  return { silence, onSilent };
}

/** For a reply: the same, and ends a link whose worker is dead. */
export function replyRules(
  link: WebllmLink,
  model: string,
  { firstTokenSilence, replySilence, pingEvery }: Required<WebllmPatience>,
): WatchRules {
  const silence = { first: firstTokenSilence, next: replySilence };
  const onDeaf = (ms: number) =>
    link.end(
      new AskPageError(
        'worker-failed',
        `The language model's worker has not answered for ${seconds(ms)} and was ended. Ask again to start it anew.`,
      ),
    );
  return {
    ...silenceRules(link, silence, `language model ${model} wrote nothing`),
    life: { ping: () => link.client.call('ping', {}), every: pingEvery, onDeaf },
  };
}

/**
 * Whether an idle worker is alive and its model still there. Nothing blocks an idle worker, so the time
 * of one ping is enough.
 */
export const isHealthy = ({ client }: WebllmLink, pingEvery: number): Promise<boolean> =>
  within(
    client.call('ping', {}).then((isThere) => {
      if (!isThere) throw new Error('The model is gone.');
    }),
    pingEvery,
  );
