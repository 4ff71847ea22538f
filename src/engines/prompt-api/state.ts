import { orTimeout } from '../waiting.ts';

/**
 * The part of the browser's Prompt API that askpage uses (webmachinelearning.github.io/prompt-api):
 * Chrome has it on pages since version 138. What was renamed since then is there under both names.
 */

export type BuiltInMessage = { role: 'system' | 'user' | 'assistant'; content: string };

export interface BuiltInOptions {
  initialPrompts?: readonly BuiltInMessage[];
  signal?: AbortSignal;
  monitor?: (monitor: EventTarget) => void;
  expectedInputs?: readonly BuiltInLanguages[];
  expectedOutputs?: readonly BuiltInLanguages[];
  /** How freely words are chosen; older browsers pass it over. */
  samplingMode?: 'most-predictable' | 'predictable' | 'balanced' | 'creative' | 'most-creative';
}

export interface BuiltInLanguages {
  type: 'text';
  /** BCP 47 language tags. */
  languages: readonly string[];
}

/** A session. */
export interface BuiltInModel {
  readonly contextWindow?: number;
  readonly inputQuota?: number;
  measureContextUsage?(input: string, options?: { signal?: AbortSignal }): Promise<number>;
  measureInputUsage?(input: string, options?: { signal?: AbortSignal }): Promise<number>;
  promptStreaming(
    input: string | readonly BuiltInMessage[],
    options?: { signal?: AbortSignal },
  ): ReadableStream<string>;
  clone(options?: { signal?: AbortSignal }): Promise<BuiltInModel>;
  destroy(): void;
}

/** The global `LanguageModel`. */
export interface BuiltInModels {
  availability(options?: BuiltInOptions): Promise<BuiltInAvailability>;
  create(options?: BuiltInOptions): Promise<BuiltInModel>;
}

type BuiltInAvailability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

/** What the browser says of its own language model; `missing` where it has none for pages. */
export type BuiltInState = BuiltInAvailability | 'missing';

const PATIENCE = 5_000;

/** The browser's own models, if it has any for pages. */
export const findBuiltIn = (): BuiltInModels | undefined =>
  (globalThis as { LanguageModel?: BuiltInModels }).LanguageModel;

/** Asks the browser; nothing is fetched. What fails, or takes more than five seconds, is `unavailable`. */
export async function readBuiltIn(
  models = findBuiltIn(),
  options: BuiltInOptions = {},
): Promise<BuiltInState> {
  if (!models) return 'missing';
  const asked = Promise.resolve(options).then((given) => models.availability(given));
  return (await orTimeout(asked, PATIENCE).catch(() => undefined)) ?? 'unavailable';
}
