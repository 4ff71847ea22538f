import { AskPageError, describeThrown, type ErrorCode } from '../../core/errors.ts';
import type { BuiltInState } from './state.ts';

/** By the names of the exceptions that the Prompt API's specification gives. */
const LOAD_FAILURES: Readonly<Record<string, [ErrorCode, string]>> = {
  NetworkError: [
    'network',
    'The browser could not download its language model. Check the connection and try again; the browser keeps what has arrived.',
  ],
  QuotaExceededError: [
    'quota-exceeded',
    "There is not enough free disk space for the browser's language model. Free some and try again.",
  ],
  NotAllowedError: [
    'engine-failed',
    'The browser starts its language model only right after a click. Press the button again; in a frame, the page around it must allow "language-model".',
  ],
  NotSupportedError: [
    'engine-failed',
    "The browser's language model does not take this page's language. Choose another model.",
  ],
};

const REPLY_FAILURES: Readonly<Record<string, [ErrorCode, string]>> = {
  QuotaExceededError: [
    'context-overflow',
    "The request is too long for the browser's language model. Ask a shorter question or begin a new conversation.",
  ],
  NotReadableError: [
    'engine-failed',
    "The browser held back its language model's reply. Ask in other words.",
  ],
};

const nameOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : '');

function errorFrom(
  thrown: unknown,
  known: Readonly<Record<string, [ErrorCode, string]>>,
  otherwise: string,
): AskPageError {
  if (thrown instanceof AskPageError) return thrown;
  const [code, message] = known[nameOf(thrown)] ?? [
    'engine-failed',
    `${otherwise} (${describeThrown(thrown)})`,
  ];
  return new AskPageError(code, message, { cause: thrown });
}

/** What `LanguageModel.create` threw, for the reader. */
export const loadError = (thrown: unknown): AskPageError =>
  errorFrom(
    thrown,
    LOAD_FAILURES,
    "The browser's language model did not start. Restart the browser, or choose another model.",
  );

/** What a session threw, for the reader. */
export const replyError = (thrown: unknown): AskPageError =>
  errorFrom(
    thrown,
    REPLY_FAILURES,
    "The browser's language model failed. Ask again, or choose another model.",
  );

/** Why there is no model; undefined where there is one. */
export function refusalOf(state: BuiltInState): AskPageError | undefined {
  const { isSecureContext } = globalThis as { isSecureContext?: boolean };
  if (state === 'missing' && isSecureContext === false)
    return new AskPageError(
      'insecure-context',
      'This page was not served over https, and browsers run a language model only on pages that were. Open the page by its https address, if it has one.',
    );
  if (state === 'missing')
    return new AskPageError(
      'model-not-found',
      'This browser has no language model of its own for pages. Chrome and Edge on desktop computers have one.',
    );
  if (state === 'unavailable')
    return new AskPageError(
      'model-not-found',
      "The browser's own language model can't run here. It wants a strong computer with much free disk space, and may be turned off in the browser's settings.",
    );
  return undefined;
}
