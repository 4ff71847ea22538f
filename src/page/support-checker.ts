import type { SupportChecker } from '../core/ask-support.ts';
import { hearEntailment, type EntailmentModel } from '../core/grounding/entailment.ts';
import type { SupportQuery, TextVectors } from '../core/grounding/support.ts';
import { isFull, vectorsOf } from '../core/grounding/text-vectors.ts';
import type { Embedder } from '../core/ports.ts';
import { within } from '../engines/waiting.ts';
import type { RetrieveLink } from './retrieve-link.ts';

export interface SupportParts {
  link: RetrieveLink;
  /** What is at hand without a wait. */
  embedder: () => Embedder | undefined;
  entailment?: EntailmentModel;
}

/** Texts that are embedded at most for one check: with more, words decide. About 3 seconds' work on two cores. */
const MOST_TEXTS = 400;

/** Milliseconds that a check waits for vectors. */
const PATIENCE = 10_000;

/** Checks answers in the retrieve worker, by the vectors of the embed worker where they are at hand. */
export function createSupportChecker({ link, embedder, entailment }: SupportParts): SupportChecker {
  return {
    async check(query, { signal } = {}) {
      const model = embedder();
      const vectors = isFull(model) ? await vectorsFor(query, { link, model, signal }) : undefined;
      const report = await link.call((client) =>
        client.call('support', { ...query, vectors }, { signal }),
      );
      if (!entailment) return report;
      return hearEntailment(report, entailment, signal ? { signal } : {});
    },
  };
}

interface Means {
  link: RetrieveLink;
  model: Embedder;
  signal: AbortSignal | undefined;
}

/** Nothing where there are too many texts, or the model takes too long. */
async function vectorsFor(
  query: SupportQuery,
  { link, model, signal }: Means,
): Promise<TextVectors | undefined> {
  const texts = await link.call((client) => client.call('supportTexts', query, { signal }));
  if (texts.length > MOST_TEXTS) return undefined;
  const embedding = vectorsOf(texts, model, signal);
  return (await within(embedding, PATIENCE, signal)) ? embedding : undefined;
}
