import {
  AutoModelForSequenceClassification,
  AutoTokenizer,
  type PreTrainedModel,
  type PreTrainedTokenizer,
  type Tensor,
} from '@xenova/transformers';
import { AskPageError } from '../core/errors.ts';
import type { LoadProgress, Reranker } from '../core/ports.ts';
import type { EmbedderFiles } from './embed-api.ts';
import { createQueue } from './queue.ts';
import { loadFrom } from './transformers-files.ts';

/** Tokens of a question and a text together, beyond which the text is cut. */
const LONGEST = 512;

/**
 * A model that reads a question and a text together and says how well they go with each other
 * (Nogueira and Cho, 2019), through transformers.js. It has one output, or its last one counts.
 */
export class CrossEncoder implements Reranker {
  readonly #tokenizer: PreTrainedTokenizer;
  readonly #model: PreTrainedModel;
  readonly #inTurn = createQueue();

  private constructor(tokenizer: PreTrainedTokenizer, model: PreTrainedModel) {
    this.#tokenizer = tokenizer;
    this.#model = model;
  }

  /** @throws {AskPageError} `model-not-found` where a file is missing, `model-invalid` where it is no model. */
  static load(
    id: string,
    files: EmbedderFiles,
    onProgress?: (progress: LoadProgress) => void,
  ): Promise<CrossEncoder> {
    return loadFrom({ id, files, onProgress }, async () => {
      const [tokenizer, model] = await Promise.all([
        AutoTokenizer.from_pretrained(id),
        AutoModelForSequenceClassification.from_pretrained(id, { dtype: 'q8' }),
      ]);
      const encoder = new CrossEncoder(tokenizer, model);
      await encoder.#selfTest(id);
      return encoder;
    });
  }

  /** One text at a time: batches gain nothing on one thread. */
  score(
    question: string,
    texts: readonly string[],
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<number[]> {
    return this.#inTurn(async () => {
      const scores: number[] = [];
      for (const text of texts) {
        signal?.throwIfAborted();
        scores.push(await this.#scoreOne(question, text));
      }
      return scores;
    });
  }

  async #scoreOne(question: string, text: string): Promise<number> {
    const inputs: unknown = this.#tokenizer(question, {
      ...{ text_pair: text, truncation: true, max_length: LONGEST },
    });
    const { logits } = (await this.#model(inputs)) as { logits: Tensor };
    const score = Number((logits.data as Float32Array).at(-1));
    logits.dispose();
    return score;
  }

  /** A model that loads but computes nonsense is worse than none: near must be nearer than far. */
  async #selfTest(id: string): Promise<void> {
    const texts = ['Starting a web server', 'The cat sleeps on the sofa.'];
    const [near = NaN, far = NaN] = await this.score('How do I start the server?', texts);
    if (near > far) return;
    throw new AskPageError(
      'model-invalid',
      `The model "${id}" is no reranker, or computes wrong scores on this device.`,
    );
  }
}
