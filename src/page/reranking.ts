import { describeThrown } from '../core/errors.ts';
import type { Retriever, SearchOptions, SearchResult } from '../core/ports.ts';
import { reranked } from '../core/ranking/rerank.ts';
import type { Assets } from './assets.ts';
import type { OwnParts } from './config.ts';
import { RerankWorker } from './rerank-worker.ts';
import { startWorker } from './start-worker.ts';

export interface RerankingOptions {
  own: OwnParts;
  assets: Assets;
  retriever: Retriever;
  /** Its progress has changed. */
  onChange: () => void;
  /** Hears what has failed without the reader noticing it. */
  onFaults: (faults: readonly string[]) => void;
}

/** A retriever with the owner's reranker behind it, or as it is without one. */
export class Reranking implements Retriever {
  /** One line while the model is loaded; else empty. */
  progress = '';
  readonly #worker: RerankWorker | undefined;
  readonly #retriever: Retriever;

  constructor({ own: { reranker }, assets, retriever, onChange, onFaults }: RerankingOptions) {
    this.#retriever = retriever;
    if (!reranker) return;
    this.#worker = new RerankWorker({
      start: () => startWorker(assets.embedWorker, 'askpage-rerank'),
      ...{ id: reranker.id, files: assets.embedder },
      onProgress: (progress) => {
        this.progress = progress?.text ?? '';
        onChange();
      },
    });
    this.#retriever = reranked(retriever, this.#worker, (thrown) => {
      const fault = `The reranker failed, the order of the search stands: ${describeThrown(thrown)}`;
      console.warn(`askpage: ${fault}`);
      onFaults([fault]);
    });
  }

  search(question: string, options?: SearchOptions): Promise<SearchResult> {
    return this.#retriever.search(question, options);
  }

  /** Begins to load the model. What fails is told at the first search. */
  warm(): void {
    this.#worker?.load().catch(() => {});
  }

  stop(): void {
    this.#worker?.stop();
  }
}
