import { AskPageError } from '../../core/errors.ts';
import type { LoadProgress } from '../../core/ports.ts';
import type { ModelStore } from '../model-store/api.ts';
import type { LoadedModel, WorkerHandle } from './api.ts';
import { forgetSmallFiles } from './cache.ts';
import {
  openLink,
  replyRules,
  silenceRules,
  type WebllmLink,
  type WebllmPatience,
} from './link.ts';
import type { ChosenModel } from './record.ts';
import { watched } from './watch.ts';

/** What a load needs. */
export interface LoadPlan {
  startWorker: () => WorkerHandle;
  /** Called once for each worker that has ended. */
  onEnd: (link: WebllmLink) => void;
  store: ModelStore;
  choice: ChosenModel;
  patience: Required<WebllmPatience>;
  /** Writes one token at the end, so that the first question doesn't wait for compiled pipelines. */
  warmUp: boolean;
  onProgress?: ((progress: LoadProgress) => void) | undefined;
  signal: AbortSignal;
}

/** A model that is ready to write. */
export interface RunningModel {
  link: WebllmLink;
  model: LoadedModel;
}

/** The download's part of a load, and where the warm-up begins. */
const DOWNLOAD_SHARE = 0.8;
const WARM_UP_FROM = 0.95;

const isInvalid = (thrown: unknown): boolean =>
  thrown instanceof AskPageError && thrown.code === 'model-invalid';

/** The same plan, with a fraction that never falls. */
function rising(plan: LoadPlan): LoadPlan {
  let last = 0;
  const onProgress = (progress: LoadProgress) => {
    last = Math.max(last, progress.fraction);
    plan.onProgress?.({ ...progress, fraction: last });
  };
  return { ...plan, onProgress };
}

/**
 * Fetches what is missing of a model, and starts it. Files that WebLLM can't use are deleted, and where
 * all of them had been stored before, fetched once more: what lay there may have been damaged since.
 * @throws What `ModelStore.download` and `WebllmApi` throw, or the signal's reason.
 */
export async function downloadAndStart(given: LoadPlan): Promise<RunningModel> {
  const plan = rising(given);
  for (let isRetry = false; ; isRetry = true) {
    const { share, fetchedBytes } = await download(plan);
    try {
      return await startModel(plan, share);
    } catch (thrown) {
      if (!isInvalid(thrown) || isRetry || fetchedBytes > 0) throw thrown;
    }
  }
}

/**
 * Starts a model whose files are here, and fetches nothing.
 * @throws `engine-failed` where a file is gone; what `WebllmApi` throws; the signal's reason.
 */
export async function startStored(plan: LoadPlan): Promise<RunningModel> {
  const { store, choice } = plan;
  if (await store.isStored(choice.model)) return startModel(rising(plan), 0);
  throw new AskPageError(
    'engine-failed',
    `The files of the model ${choice.told.model} are no longer in this browser. Load the model again.`,
  );
}

async function download({ store, choice, signal, onProgress }: LoadPlan) {
  const isStored = await store.isStored(choice.model).catch(() => false);
  // A look at what is stored takes no time worth a share of the bar.
  const share = isStored ? 0 : DOWNLOAD_SHARE;
  const { fetchedBytes } = await store.download(choice.model, {
    signal,
    onProgress: (step) => onProgress?.({ ...step, fraction: share * step.fraction }),
  });
  signal.throwIfAborted();
  return { share, fetchedBytes };
}

async function startModel(plan: LoadPlan, from: number): Promise<RunningModel> {
  const { signal, onProgress } = plan;
  const link = openLink(plan.startWorker(), plan.onEnd);
  try {
    await moveToCard(plan, link, from);
    if (plan.warmUp) await warmUp(plan, link);
    const model = await link.client.call('info', {}, { signal });
    onProgress?.({ fraction: 1, text: 'The model is ready' });
    return { link, model };
  } catch (thrown) {
    link.end(AskPageError.from(thrown, 'engine-failed'));
    throw thrown;
  }
}

async function moveToCard(plan: LoadPlan, link: WebllmLink, from: number): Promise<void> {
  const { choice, signal, onProgress, patience } = plan;
  const silent = `model ${choice.told.model} made no progress towards the graphics card`;
  const silence = { first: patience.loadSilence, next: patience.loadSilence };
  const rules = silenceRules(link, silence, silent);
  let hasReadWeights = false;
  try {
    const { record } = choice.model;
    const steps = link.client.stream('load', { record }, { signal });
    for await (const { fraction, text } of watched(steps, rules)) {
      hasReadWeights = true;
      onProgress?.({ fraction: from + (WARM_UP_FROM - from) * fraction, text });
    }
  } catch (thrown) {
    if (isInvalid(thrown)) await forget(plan, hasReadWeights).catch(() => {});
    throw thrown;
  }
}

/** Unusable files would fail each retry the same way. */
async function forget({ store, choice }: LoadPlan, withWeights: boolean): Promise<void> {
  const { record } = choice.model;
  if (withWeights) await store.remove({ for: 'webllm', id: record.model_id });
  else await forgetSmallFiles(record, caches);
}

async function warmUp(plan: LoadPlan, link: WebllmLink): Promise<void> {
  const { signal, onProgress, patience, choice } = plan;
  onProgress?.({ fraction: WARM_UP_FROM, text: 'Warming up' });
  const rules = replyRules(link, choice.told.model, patience);
  const params = {
    messages: [{ role: 'user' as const, content: 'Hi' }],
    maxTokens: 1,
    temperature: 0,
  };
  const reply = watched(link.client.stream('generate', params, { signal }), rules);
  // What it writes is of no interest.
  while (!(await reply.next()).done);
}
