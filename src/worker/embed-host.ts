import { AskPageError } from '../core/errors.ts';
import type { LoadProgress } from '../core/ports.ts';
import { transferring } from '../core/rpc.ts';
import type { EmbedApi } from './embed-api.ts';
import { ModelEmbedder } from './embedder.ts';
import { progressStream } from '../core/progress-stream.ts';
import { checkWasm } from '../engines/wasm-policy.ts';

/** The embed worker's side of its contract. One model for the worker's whole life. */
export function createEmbedHost(): EmbedApi {
  let loading: Promise<ModelEmbedder> | undefined;
  return {
    load: ({ model, files }) =>
      progressStream<LoadProgress>(async (report) => {
        checkWasm('the search model');
        loading ??= ModelEmbedder.load(model, files, report);
        try {
          await loading;
        } catch (thrown) {
          // Forgotten, so that a retry loads anew.
          loading = undefined;
          throw thrown;
        }
      }),
    async embed({ texts }, signal) {
      if (!loading) throw new AskPageError('worker-failed', 'The search model is not loaded.');
      const vectors = await (await loading).embed(texts, { signal });
      return transferring(vectors, [vectors.buffer]);
    },
  };
}
