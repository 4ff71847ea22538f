import type { SupportChecker } from '../core/ask-support.ts';
import { hearEntailment, type EntailmentModel } from '../core/grounding/entailment.ts';
import { vectorsOf } from '../core/grounding/text-vectors.ts';
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
      const texts = await link.call((client) => client.call('supportTexts', query, { signal }));
      const embedding = vectorsOf(texts.length > MOST_TEXTS ? [] : texts, embedder(), signal);
      const vectors = (await within(embedding, PATIENCE, signal)) ? await embedding : undefined;
      const report = await link.call((client) =>
        client.call('support', { ...query, vectors }, { signal }),
      );
      if (!entailment) return report;
      return hearEntailment(report, entailment, signal ? { signal } : {});
    },
  };
}
