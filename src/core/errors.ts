/** What went wrong, as a stable word that code can switch on. */
export type ErrorCode =
  | 'bad-option'
  | 'bad-question'
  | 'bad-file'
  | 'bad-index'
  | 'no-documents'
  | 'network'
  /** The browser says that it has no network. */
  | 'offline'
  /** A download stood still, again and again. */
  | 'stalled'
  | 'worker-failed'
  | 'model-not-found'
  | 'model-invalid'
  | 'no-webgpu'
  | 'device-lost'
  | 'quota-exceeded'
  /** The browser lets this page keep nothing: a private window, a sandboxed frame, blocked storage. */
  | 'storage-unavailable'
  /** The page was not served over https. */
  | 'insecure-context'
  /** The page ended while the model was being loaded the last time. */
  | 'load-interrupted'
  /** Another tab of this site runs the model and doesn't answer. */
  | 'runs-elsewhere'
  /** What the model wrote was no language. */
  | 'gibberish'
  | 'context-overflow'
  | 'engine-failed'
  | 'unexpected';

/** The form in which an error crosses threads: cloning an `Error` loses its `code`. */
export interface PlainError {
  code: ErrorCode;
  message: string;
}

/**
 * The one error class. `message` names the value that was wrong and what to do about it, in words
 * that a reader of the page understands; `code` is for programs; `cause` is for developers.
 */
export class AskPageError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'AskPageError';
    this.code = code;
  }

  toPlain(): PlainError {
    return { code: this.code, message: this.message };
  }

  static fromPlain(plain: PlainError): AskPageError {
    return new AskPageError(plain.code, plain.message);
  }

  /** Any thrown value as an `AskPageError`; one that is an `AskPageError` already stays as it is. */
  static from(thrown: unknown, code: ErrorCode = 'unexpected'): AskPageError {
    if (thrown instanceof AskPageError) return thrown;
    const words = describeThrown(thrown);
    const message = UNLOADED.test(words) ? unloaded(words) : words;
    return new AskPageError(code, message, { cause: thrown });
  }
}

/** What Chromium, Firefox and Safari say of a module that `import()` could not fetch. */
const UNLOADED = /dynamically imported module|^Importing a module script failed/i;

const unloaded = (words: string): string =>
  `A file of askpage could not be loaded (${words.replace(/\.$/, '')}). Reload the page. If it stays away, tell ` +
  "the site's owner, who can check that the whole folder of askpage is on the server.";

/** The words of a thrown value: libraries here throw strings and plain objects as well as errors. */
export function describeThrown(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  if (typeof thrown === 'string') return thrown;
  try {
    return JSON.stringify(thrown) || String(thrown);
  } catch {
    return String(thrown);
  }
}
