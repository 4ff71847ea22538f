import type { ModelStore } from '../engines/model-store/api.ts';
import { progressStream } from '../core/progress-stream.ts';
import type { StoreApi, StoreEvent } from './store-api.ts';

/** The worker's side of `StoreApi`. */
export function createStoreHost(store: Pick<ModelStore, 'download'>): StoreApi {
  return {
    download: ({ model, patience }, signal) =>
      progressStream<StoreEvent>(async (tell) => {
        const outcome = await store.download(model, {
          signal,
          patience,
          onProgress: (progress) => tell({ kind: 'progress', progress }),
        });
        tell({ kind: 'done', outcome });
      }),
  };
}
