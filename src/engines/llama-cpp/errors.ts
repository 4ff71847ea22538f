import { AskPageError, describeThrown, type ErrorCode } from '../../core/errors.ts';
import { WASM_FORBIDDEN, wasmForbidden } from '../wasm-policy.ts';

/** What llama.cpp said before it failed, beside what was thrown. */
export interface LlamaFailure {
  thrown?: unknown;
  /** Last lines of its log. */
  lines: readonly string[];
}

interface Rule {
  pattern: RegExp;
  code: ErrorCode;
  sentence: (name: string) => string;
}

export const FORBIDDEN_WORKER =
  "This page's security policy does not let the language model's worker start. The site's owner has to allow \"worker-src blob:\".";
export const TRUSTED_TYPES =
  "This page's security policy (require-trusted-types-for 'script') does not let the language model's worker start: llama.cpp makes it from a plain address. The site's owner can allow that with a default Trusted Types policy.";

const TRUSTED: Rule = {
  pattern: /TrustedScriptURL|trusted ?types/i,
  code: 'worker-failed',
  sentence: () => TRUSTED_TYPES,
};

const POLICY: Rule = {
  pattern: WASM_FORBIDDEN,
  code: 'worker-failed',
  sentence: () => wasmForbidden('llama.cpp'),
};

const NO_MEMORY: Rule = {
  pattern:
    /insufficient memory|failed to allocate|out of memory|bad_alloc|cannot enlarge memory|allocation failed|Cannot allocate|\(OOM\)/i,
  code: 'engine-failed',
  sentence: (name) =>
    `There is not enough memory for the model ${name}. Close other tabs, or choose a smaller model, then try again.`,
};

const STRANGE: Rule = {
  pattern: /unknown model architecture|unsupported model|unknown (pre-)?tokenizer|vocab type/i,
  code: 'engine-failed',
  sentence: (name) =>
    `The model ${name} is of a kind that this llama.cpp does not know. The site's owner has to choose another one.`,
};

const OTHER_VERSION: Rule = {
  pattern: /does not match the expected version/,
  code: 'worker-failed',
  sentence: () =>
    "llama.cpp's WebAssembly file is of another version than its script. The site's owner has to put both from the same release on the server.",
};

const DAMAGED: Rule = {
  pattern: /error loading model|failed to load model|corrupted|incomplete|non-empty Blob/i,
  code: 'model-invalid',
  sentence: (name) =>
    `The files of the model ${name} can't be used: they are damaged, incomplete or no GGUF files. They were removed from this browser; try again, or tell the site's owner.`,
};

const OVERFLOW: Rule = {
  pattern: /exceeds the available context size|context size has been exceeded|kv_cache_full/i,
  code: 'context-overflow',
  sentence: (name) => `Question and passages are longer than the model ${name} can read at once.`,
};

const REFUSED: Rule = {
  pattern: /roles must alternate|system role not supported|jinja|chat template|raise_exception/i,
  code: 'bad-option',
  sentence: (name) =>
    `The model ${name} takes no such request: its chat template refuses the messages or their order.`,
};

const ENDED: Rule = {
  pattern: /model_not_loaded|model was unloaded/,
  code: 'engine-failed',
  sentence: () => 'The model was unloaded meanwhile. Ask again.',
};

function mapError(name: string, failure: LlamaFailure, rules: readonly Rule[]): AskPageError {
  const { thrown, lines } = failure;
  if (thrown instanceof AskPageError) return thrown;
  const { type = '' } = Object(thrown) as { type?: unknown };
  const said = thrown === undefined ? '' : `${String(type)} ${describeThrown(thrown)}`;
  const text = [said, ...lines].join('\n');
  const rule = rules.find(({ pattern }) => pattern.test(text));
  const numbers = /\((\d+) tokens\) exceeds the available context size \((\d+) tokens\)/.exec(text);
  const detail = numbers ? ` They are ${numbers[1]} tokens, and ${numbers[2]} fit.` : '';
  const plain = `The model ${name} failed: ${said.trim() || (lines.at(-1) ?? 'no reason was given')}`;
  const sentence = rule?.sentence(name) ?? plain;
  return new AskPageError(rule?.code ?? 'engine-failed', sentence + detail, { cause: thrown });
}

/** Why a model could not be loaded. A full memory brings other errors in its wake. */
export const loadError = (name: string, failure: LlamaFailure): AskPageError =>
  mapError(name, failure, [TRUSTED, POLICY, OTHER_VERSION, NO_MEMORY, STRANGE, DAMAGED]);

/** Why a reply failed. */
export const replyError = (name: string, failure: LlamaFailure): AskPageError =>
  mapError(name, failure, [OVERFLOW, ENDED, NO_MEMORY, REFUSED]);
