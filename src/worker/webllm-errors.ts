import { AskPageError, describeThrown, type ErrorCode } from '../core/errors.ts';
import { WASM_FORBIDDEN, wasmForbidden } from '../engines/wasm-policy.ts';

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

/** WebLLM throws errors, strings and plain objects such as emscripten's `ExitStatus`. */
function wordsOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return describeThrown(thrown);
  const { name = '', message = describeThrown(thrown) } = thrown as Partial<Error>;
  return `${name}: ${message}`;
}

const POLICY: Rule = {
  pattern: WASM_FORBIDDEN,
  code: 'worker-failed',
  sentence: ({ model }) => wasmForbidden(`the model ${model}`),
};

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
  pattern:
    /DeviceLost|device.{0,8} lost|OutOfMemory|GPU.*out of memory|'createBuffer'|Invalid ?(Device|Buffer)/i,
  code: 'device-lost',
  sentence: ({ model }) =>
    `The graphics card gave up on the model ${model}, most often for want of memory. Close other tabs, or choose a smaller model, then try again.`,
};

const NO_MEMORY: Rule = {
  pattern: /out of memory|allocation failed|could not allocate|enlarge memory/i,
  code: 'engine-failed',
  sentence: ({ model }) =>
    `There is not enough memory for the model ${model}. Close other tabs, or choose a smaller model, then try again.`,
};

const NO_WEBGPU: Rule = {
  pattern: /WebGPUNotAvailable/,
  code: 'no-webgpu',
  sentence: ({ model }) =>
    `This browser has no WebGPU here, which the model ${model} needs. A current Chrome, Edge, Safari or Firefox has it, on pages served over https.`,
};

const NO_ADAPTER: Rule = {
  pattern: /Unable to find a compatible GPU|Cannot find adapter/,
  code: 'no-webgpu',
  sentence: ({ model }) =>
    `This browser found no graphics card that its WebGPU can use, which the model ${model} needs. Turn on graphics acceleration in its settings.`,
};

const NO_F16: Rule = {
  pattern: /ShaderF16|shader-f16/,
  code: 'no-webgpu',
  sentence: ({ model }) =>
    `The model ${model} needs 16-bit arithmetic on the graphics card, which this one does not offer. Choose another model.`,
};

const NO_GPU: Rule = {
  pattern:
    /FeatureSupportError|Cannot initialize runtime because of requested|requestDevice|^OperationError|GPUPipelineError|Invalid ?(ShaderModule|ComputePipeline)/i,
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
  // Of another age: what it imports is not there, or what WebLLM calls is not in it.
  pattern: /^LinkError|Cannot find .* in exports|Cannot find global function/i,
  code: 'model-invalid',
  sentence: ({ model }) =>
    `The library of the model ${model} was built for another version of WebLLM. The site's owner has to give the one that the installed version lists.`,
};

const INVALID: Rule = {
  pattern:
    /^(SyntaxError|CompileError|RuntimeError: Aborted|ExitStatus|IntegrityError|ArtifactManifest|UnsupportedTokenizer|WindowSize|AttentionSink)|size mismatch/i,
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
    /DeviceLost|device.{0,8} lost|Invalid ?Device|already been disposed|reading 'release'|ModelNotLoaded|ExitStatus|undefined \(reading|can't access property/i,
  code: 'device-lost',
  sentence: ({ model }) =>
    `The graphics card was reset while the model ${model} was in use. Ask again to load it anew.`,
};

// The first that matches; a lost device and a full disk bring other errors in their wake.
const WHILE_LOADING = [
  ...[QUOTA, POLICY, LOST, NO_MEMORY, NO_WEBGPU, NO_ADAPTER, NO_F16, NO_GPU],
  ...[NOT_FOUND, WRONG_LIBRARY, NETWORK, INVALID],
];
const WHILE_WRITING = [OVERFLOW, REFUSED, LOST_WHILE_WRITING, LOST, NO_MEMORY];

/** Words such as "[object Object]" say nothing to anybody. */
function unknownSentence(text: string, { model }: ModelWords): string {
  const isEmpty = /^(\w*: *)?(\[object \w+\]|\{\}|undefined|null)?$/.test(text.trim());
  const why = isEmpty ? ' without saying why' : `: ${text}`;
  return `The model ${model} failed${why}. Try again, or choose another model.`;
}

function mapError(thrown: unknown, rules: readonly Rule[], words: ModelWords): AskPageError {
  if (thrown instanceof AskPageError) return thrown;
  const text = wordsOf(thrown);
  const rule = rules.find(({ pattern }) => pattern.test(text));
  const sentence = rule?.sentence(words) ?? unknownSentence(text, words);
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
