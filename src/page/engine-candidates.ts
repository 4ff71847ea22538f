import { AskPageError } from '../core/errors.ts';
import type { Engine, EngineDescription } from '../core/ports.ts';

/** An engine that could run here. */
export interface EngineOption {
  engine: Engine;
  /** Used where it is on the device already, and never offered for download. */
  isOnlyIfReady?: boolean;
}

export interface Candidate extends EngineOption {
  description: EngineDescription;
}

/** Asks each engine what it is. One that can't tell counts as one that can't run. */
export function describeAll(options: readonly EngineOption[]): Promise<Candidate[]> {
  return Promise.all(
    options.map(async (option) => ({ ...option, description: await describe(option.engine) })),
  );
}

async function describe(engine: Engine): Promise<EngineDescription> {
  try {
    return await engine.describe();
  } catch (thrown) {
    return {
      ...{ model: 'language model', bytes: 0, licence: 'unknown', origin: 'this site' },
      ...{ availability: 'unavailable', reason: AskPageError.from(thrown).message },
    };
  }
}

/** Name of a candidate for the reader's choice: two engines may run the same model. */
export const keyOf = ({ engine, description }: Candidate): string =>
  `${engine.id}:${description.model}`;

/** Those that can run, what is on the device before what isn't, and the reader's choice before others. */
export function usable(candidates: readonly Candidate[], chosen: string | undefined): Candidate[] {
  const rank = (candidate: Candidate) =>
    (candidate.description.availability === 'ready' ? 0 : 2) +
    (keyOf(candidate) === chosen ? 0 : 1);
  return candidates
    .filter(({ description: { availability }, isOnlyIfReady }) =>
      isOnlyIfReady ? availability === 'ready' : availability !== 'unavailable',
    )
    .toSorted((one, other) => rank(one) - rank(other));
}

/** Why none of them can run: the reason of the one that was wanted most. */
export const reasonOf = (candidates: readonly Candidate[]): string =>
  candidates.find(({ description: { reason } }) => reason)?.description.reason ??
  'No language model can run here.';
