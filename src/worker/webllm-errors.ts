import { AskPageError, describeThrown, type ErrorCode } from '../core/errors.ts';

/** What a sentence about a failure names. */
export interface ModelWords {
  /** Id of the model. */
  model: string;
  /** Host that its files come from. */
  host: string;
}

interface Rule {
  /** Matched against `Name: message` of what was thrown. */
  pattern: RegExp;
  code: ErrorCode;
  sentence: (words: ModelWords) => string;
}

export const hostOf = (url: string): string => new URL(url).host;

/** WebLLM throws errors, strings and plain objects such as emscripten's `ExitStatus`. */
function wordsOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return describeThrown(thrown);
  const { name = '', message = describeThrown(thrown) } = thrown as Partial<Error>;
  return `${name}: ${message}`;
}

const NETWORK: Rule = {
  // Cache.add's words, then those of fetch in Chromium, Firefox and Safari.
  pattern:
    /^NetworkError|'add' on 'Cache'|Failed to fetch|NetworkError when|Load failed|Cannot fetch|network error/i,
  code: 'network',
  sentence: ({ model, host }) =>
    `The model ${model} could not be fetched from ${host}. Check the connection, and that ${host} is not blocked, then try again.`,
};

const QUOTA: Rule = {
  pattern: /QuotaExceeded|quota.*exceeded/i,
  code: 'quota-exceeded',
  sentence: ({ model }) =>
    `There is not enough room to keep the model ${model} in this browser. Free some disk space, or leave private browsing, then try again.`,
};

const LOST: Rule = {
  pattern: /DeviceLost|device.{0,8} lost|out of memory|Invalid ?(Device|Buffer)/i,
  code: 'device-lost',
  sentence: ({ model }) =>
    `The graphics card gave up on the model ${model}, most often for want of memory. Close other tabs, or choose a smaller model, then try again.`,
};

const NO_GPU: Rule = {
  pattern:
    /WebGPUNot|FeatureSupportError|ShaderF16|Unable to find a compatible GPU|Cannot find adapter|Cannot initialize runtime because of requested|requestDevice|^OperationError/,
  code: 'no-webgpu',
  sentence: ({ model }) =>
    `This browser's graphics can't run the model ${model}. Update the browser, or choose another model.`,
};

const NOT_FOUND: Rule = {
  pattern: /^(ModelNotFound|MissingModel)/,
  code: 'model-not-found',
  sentence: ({ model }) => `The model ${model} is not known to WebLLM, or has no library.`,
};

const WRONG_LIBRARY: Rule = {
  pattern: /^LinkError/,
  code: 'model-invalid',
  sentence: ({ model }) =>
    `The library of the model ${model} was built for another version of WebLLM. Use the library that the installed version lists.`,
};

const INVALID: Rule = {
  pattern:
    /^(SyntaxError|CompileError|RuntimeError: Aborted|ExitStatus|IntegrityError|ArtifactManifest|UnsupportedTokenizer|WindowSize|AttentionSink)|size mismatch|Cannot find .* in exports|Cannot find global function/i,
  code: 'model-invalid',
  sentence: ({ model, host }) =>
    `The files of the model ${model} from ${host} can't be used: they are damaged, incomplete or of another kind. They were removed from this browser; try again, or tell the site's owner.`,
};

const OVERFLOW: Rule = {
  pattern: /ContextWindowSizeExceeded|exceed context window size/,
  code: 'context-overflow',
  sentence: ({ model }) =>
    `Question and passages are longer than the model ${model} can read at once.`,
};

const REFUSED: Rule = {
  pattern:
    /^(System)?Message\w*Error|^Unsupported(Fields|Role)|^ContentType|^(MinValue|NonNegative)/,
  code: 'bad-option',
  sentence: ({ model }) =>
    `The model ${model} takes no such request: one system message first, a user's last, and a length above 0.`,
};

const LOST_WHILE_WRITING: Rule = {
  // After a loss WebLLM unloads itself beneath the running reply, which then trips over what is gone.
  pattern:
    /already been disposed|reading 'release'|ModelNotLoaded|ExitStatus|undefined \(reading|can't access property/i,
  code: 'device-lost',
  sentence: ({ model }) =>
    `The graphics card was reset while the model ${model} was in use. Ask again to load it anew.`,
};

// The first that matches; a lost device and a full disk bring other errors in their wake.
const WHILE_LOADING = [QUOTA, LOST, NO_GPU, NOT_FOUND, WRONG_LIBRARY, NETWORK, INVALID];
const WHILE_WRITING = [OVERFLOW, REFUSED, LOST, LOST_WHILE_WRITING];

function mapError(thrown: unknown, rules: readonly Rule[], words: ModelWords): AskPageError {
  if (thrown instanceof AskPageError) return thrown;
  const text = wordsOf(thrown);
  const rule = rules.find(({ pattern }) => pattern.test(text));
  const sentence = rule?.sentence(words) ?? `The model ${words.model} failed: ${text}`;
  const numbers = /prompt tokens: (\d+); context window size: (\d+)/.exec(text);
  const detail = numbers ? ` They are ${numbers[1]} tokens, and ${numbers[2]} fit.` : '';
  return new AskPageError(rule?.code ?? 'engine-failed', sentence + detail, { cause: thrown });
}

/** What `MLCEngine.reload` threw, as an `AskPageError` that names model and remedy. */
export const loadError = (thrown: unknown, words: ModelWords): AskPageError =>
  mapError(thrown, WHILE_LOADING, words);

/** What a running reply threw, as an `AskPageError` that names model and remedy. */
export const replyError = (thrown: unknown, words: ModelWords): AskPageError =>
  mapError(thrown, WHILE_WRITING, words);

/** A fetch or a write to the cache that failed, for one `file` of the model. */
export function fileError(thrown: unknown, file: string, words: ModelWords): AskPageError {
  const error = mapError(thrown, [QUOTA, NETWORK], words);
  if (error.code !== 'engine-failed') return error;
  const sentence = `The file ${file} of the model ${words.model} could not be stored: ${describeThrown(thrown)}`;
  return new AskPageError('engine-failed', sentence, { cause: thrown });
}

/** An answer other than 2xx, for one `file` of the model. */
export function statusError(status: number, file: string, words: ModelWords): AskPageError {
  // The hub answers 401 for a model that does not exist.
  if ([401, 403, 404, 410].includes(status))
    return new AskPageError(
      'model-not-found',
      `${words.host} has no file ${file} for the model ${words.model} (status ${status}). Check the model's address.`,
    );
  return new AskPageError(
    'network',
    `${words.host} could not deliver ${file} of the model ${words.model} (status ${status}). Try again later.`,
  );
}

/** A file that arrived but is not what it should be. `problem` completes "it …". */
export function badFileError(file: string, problem: string, words: ModelWords): AskPageError {
  return new AskPageError(
    'model-invalid',
    `The file ${file} of the model ${words.model} from ${words.host} can't be used: it ${problem}. Check the model's address.`,
  );
}
