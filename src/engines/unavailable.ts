import { AskPageError, type ErrorCode } from '../core/errors.ts';
import type { Engine, ModelFacts } from '../core/ports.ts';

/** Why an engine can't run, for the reader. */
export interface Unavailability {
  code: ErrorCode;
  /** A sentence with a remedy. */
  reason: string;
  told: ModelFacts;
}

/**
 * An engine that says why it can't run. All else throws that.
 * @param id Of the engine that can't run.
 */
export function unavailableEngine(id: string, { code, reason, told }: Unavailability): Engine {
  const refuse = () => Promise.reject(new AskPageError(code, reason));
  return {
    ...{ id, contextWindow: 0, controlTokens: [] },
    describe: () => Promise.resolve({ ...told, availability: 'unavailable', reason }),
    load: refuse,
    countTokens: refuse,
    // eslint-disable-next-line require-yield -- it never gets that far
    async *generate() {
      await refuse();
    },
    interrupt: () => {},
    unload: () => Promise.resolve(),
  };
}
