import { AskPageError } from '../core/errors.ts';
import type { ModelStore } from '../engines/model-store/api.ts';
import { browserParts, type StoreParts } from '../engines/model-store/caches.ts';
import { createModelShelf } from '../engines/model-store/shelf.ts';
import type { StoreApi } from '../worker/store-api.ts';
import type { WorkerHandle } from './start-worker.ts';
import { WorkerClient } from './worker-client.ts';

/**
 * The page's model store. What only looks and deletes runs here; downloads run in a worker, which lives
 * as long as they do.
 * @param startWorker Starts `worker/store.ts`.
 */
export function createModelStore(
  startWorker: () => WorkerHandle,
  parts: StoreParts = browserParts(),
): ModelStore {
  const worker = new WorkerClient<StoreApi>(startWorker);
  let running = 0;
  const download: ModelStore['download'] = async (model, options = {}) => {
    const { signal, onProgress, patience = {} } = options;
    signal?.throwIfAborted();
    running += 1;
    try {
      const events = worker.client.stream('download', { model, patience }, { signal });
      for await (const event of events) {
        if (event.kind === 'done') return event.outcome;
        onProgress?.(event.progress);
      }
      throw new AskPageError('worker-failed', 'The download ended without a result.');
    } finally {
      running -= 1;
      if (running === 0) worker.stop();
    }
  };
  return { ...createModelShelf(parts), download };
}
