import { AskPageError } from '../core/errors.ts';
import type { LoadProgress } from '../core/ports.ts';
import { transferring } from '../core/rpc.ts';
import { CrossEncoder } from './cross-encoder.ts';
import type { EmbedApi, RerankApi } from './embed-api.ts';
import { ModelEmbedder } from './embedder.ts';
import { progressStream } from '../core/progress-stream.ts';
import { checkWasm } from '../engines/wasm-policy.ts';

/** The embed worker's side of its contract. One model for the worker's whole life. */
export function createEmbedHost(): EmbedApi & RerankApi {
  const embedder = createOnce<ModelEmbedder>();
  const reranker = createOnce<CrossEncoder>();
  return {
    load: ({ model, files }) => embedder.load((report) => ModelEmbedder.load(model, files, report)),
    async embed({ texts }, signal) {
      const vectors = await (await embedder.get()).embed(texts, { signal });
      return transferring(vectors, [vectors.buffer]);
    },
    loadReranker: ({ id, files }) =>
      reranker.load((report) => CrossEncoder.load(id, files, report)),
    score: async ({ question, texts }, signal) =>
      (await reranker.get()).score(question, texts, { signal }),
  };
}

/** A model that is loaded once, and anew after it failed. */
function createOnce<Model>() {
  let loading: Promise<Model> | undefined;
  return {
    load: (start: (report: (progress: LoadProgress) => void) => Promise<Model>) =>
      progressStream<LoadProgress>(async (report) => {
        checkWasm('the search model');
        loading ??= start(report);
        try {
          await loading;
        } catch (thrown) {
          // Forgotten, so that a retry loads anew.
          loading = undefined;
          throw thrown;
        }
      }),
    get(): Promise<Model> {
      if (loading) return loading;
      throw new AskPageError('worker-failed', 'The search model is not loaded.');
    },
  };
}
