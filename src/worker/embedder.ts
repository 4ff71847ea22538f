import {
  AutoModel,
  AutoTokenizer,
  FeatureExtractionPipeline,
  mean_pooling,
  Tensor,
} from '@xenova/transformers';
import { AskPageError } from '../core/errors.ts';
import type { LoadProgress } from '../core/ports.ts';
import type { EmbedderFiles, EmbeddingModel } from './embed-api.ts';
import { createQueue } from './queue.ts';
import { loadFrom } from './transformers-files.ts';

/**
 * The embedding model through transformers.js; the same code runs in the embed worker and in Node.
 */
export class ModelEmbedder {
  readonly dimensions: number;
  readonly #run: FeatureExtractionPipeline;
  readonly #pooling: 'mean' | 'cls';
  readonly #inTurn = createQueue();

  private constructor(model: EmbeddingModel, run: FeatureExtractionPipeline) {
    this.dimensions = model.dimensions;
    this.#run = run;
    this.#pooling = model.pooling ?? 'mean';
  }

  /** @throws {AskPageError} `model-not-found` where a file is missing, `model-invalid` where it is no model. */
  static async load(
    model: EmbeddingModel,
    files: EmbedderFiles,
    onProgress?: (progress: LoadProgress) => void,
  ): Promise<ModelEmbedder> {
    return loadFrom({ id: model.id, files, onProgress }, async () => {
      const run = await loadPipeline(model);
      const embedder = new ModelEmbedder(model, run);
      await embedder.#selfTest(model);
      return embedder;
    });
  }

  /** Unit vectors of `texts`, row after row. One text at a time: batches gain nothing on one thread. */
  embed(
    texts: readonly string[],
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<Float32Array<ArrayBuffer>> {
    return this.#inTurn(() => this.#embedNow(texts, signal));
  }

  /**
   * Unit vectors of single tokens, each between the model's own marks, row after row: texts would be
   * cut into tokens anew.
   * @param ids Numbers of the tokens in the model's vocabulary.
   */
  embedTokens(
    ids: readonly number[],
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<Float32Array<ArrayBuffer>> {
    return this.#inTurn(() => this.#embedTokensNow(ids, signal));
  }

  async #embedTokensNow(ids: readonly number[], signal: AbortSignal | undefined) {
    const vectors = new Float32Array(ids.length * this.dimensions);
    const { model, tokenizer } = this.#run;
    const marks = (tokenizer('') as { input_ids: Tensor }).input_ids.data as BigInt64Array;
    const tensor = (data: BigInt64Array) => new Tensor('int64', data, [1, data.length]);
    for (const [row, id] of ids.entries()) {
      signal?.throwIfAborted();
      const [open = 0n, close = 0n] = marks;
      const attention_mask = tensor(new BigInt64Array(3).fill(1n));
      const output = (await model({
        input_ids: tensor(BigInt64Array.of(open, BigInt(id), close)),
        attention_mask,
        token_type_ids: tensor(new BigInt64Array(3)),
      })) as { last_hidden_state: Tensor };
      const states = output.last_hidden_state;
      const isMean = this.#pooling === 'mean';
      const pooled = (
        isMean ? mean_pooling(states, attention_mask) : states.slice(null, 0)
      ).normalize(2, -1);
      vectors.set(pooled.data as Float32Array, row * this.dimensions);
      states.dispose();
    }
    return vectors;
  }

  async #embedNow(texts: readonly string[], signal: AbortSignal | undefined) {
    const vectors = new Float32Array(texts.length * this.dimensions);
    for (const [row, text] of texts.entries()) {
      signal?.throwIfAborted();
      const output = await this.#run(text, { pooling: this.#pooling, normalize: true });
      vectors.set(output.data as Float32Array, row * this.dimensions);
      output.dispose();
    }
    return vectors;
  }

  /** A model that loads but computes nonsense is worse than none: near must be nearer than far. */
  async #selfTest(model: EmbeddingModel): Promise<void> {
    const [near, far] = ['How do I start the server?', 'The cat sleeps on the sofa.'];
    const probe = await this.#run(['Starting a web server', near, far], {
      pooling: this.#pooling,
      normalize: true,
    });
    const size = probe.dims.at(-1);
    if (size !== model.dimensions) {
      throw new AskPageError(
        'model-invalid',
        `The embedding model "${model.id}" gives vectors of length ${String(size)}, but ` +
          `${model.dimensions} were configured. Correct "dimensions".`,
      );
    }
    const data = probe.data as Float32Array;
    const cosine = (row: number) =>
      data.subarray(0, size).reduce((sum, x, i) => sum + x * (data[row * size + i] ?? NaN), 0);
    if (!(cosine(1) > cosine(2))) {
      throw new AskPageError(
        'model-invalid',
        `The embedding model "${model.id}" computes wrong vectors on this device.`,
      );
    }
  }
}

/**
 * `pipeline()` would probe each file with a request of its own first, and takes an absolute address
 * for a missing file; its parts do not.
 */
async function loadPipeline({ id }: EmbeddingModel): Promise<FeatureExtractionPipeline> {
  // Without a device named, it is WASM in the browser and the processor in Node.
  const [tokenizer, model] = await Promise.all([
    AutoTokenizer.from_pretrained(id),
    // Given a callback for progress, it requests every file twice: once for the size alone.
    AutoModel.from_pretrained(id, { dtype: 'q8' }),
  ]);
  return new FeatureExtractionPipeline({ task: 'feature-extraction', model, tokenizer });
}
