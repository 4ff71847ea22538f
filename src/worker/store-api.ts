import type { LoadProgress } from '../core/ports.ts';
import type { DownloadOutcome, Patience, StorableModel } from '../engines/model-store/api.ts';

/** What a download tells: progress, and what it came to as the last. */
export type StoreEvent =
  { kind: 'progress'; progress: LoadProgress } | { kind: 'done'; outcome: DownloadOutcome };

/** What the store's worker does: it fetches models, checks them and writes them to Cache Storage. */
export interface StoreApi {
  /** Throws as `ModelStore.download`. */
  download(
    params: { model: StorableModel; patience: Patience },
    signal: AbortSignal,
  ): AsyncIterable<StoreEvent>;
}
