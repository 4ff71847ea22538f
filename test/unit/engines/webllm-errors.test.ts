import { describe, expect, it } from 'vitest';
import { AskPageError } from '../../../src/core/errors.ts';
import { loadError, replyError } from '../../../src/worker/webllm-errors.ts';

const words = { model: 'Tiny-1B', host: 'models.example.com' };

function named(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

const exitStatus = { name: 'ExitStatus', message: 'Program terminated with exit(1)', status: 1 };

describe('what a failed load says', () => {
  it.each([
    [named('TypeError', "Failed to execute 'add' on 'Cache': Request failed"), 'network'],
    [
      named(
        'NetworkError',
        "Failed to execute 'add' on 'Cache': Cache.add() encountered a network error",
      ),
      'network',
    ],
    [named('TypeError', 'Failed to fetch'), 'network'],
    [named('TypeError', 'NetworkError when attempting to fetch resource.'), 'network'],
    [named('TypeError', 'Load failed'), 'network'],
    [exitStatus, 'model-invalid'],
    [
      named('SyntaxError', 'Unexpected token \'<\', "<!doctype "... is not valid JSON'),
      'model-invalid',
    ],
    [named('RuntimeError', 'Aborted(). Build with -sASSERTIONS for more info.'), 'model-invalid'],
    [
      named('CompileError', 'WebAssembly.instantiate(): expected magic word 00 61 73 6d'),
      'model-invalid',
    ],
    [
      named('CompileError', 'section (code 11, "Data") extends past end of the module'),
      'model-invalid',
    ],
    [
      named(
        'LinkError',
        'Import #2 "env" "TVMWasmPackedCFunc": function import requires a callable',
      ),
      'model-invalid',
    ],
    [named('IntegrityError', 'Integrity verification failed for https://x/y'), 'model-invalid'],
    [
      named('WebGPUNotAvailableError', 'WebGPU is not supported in your current environment'),
      'no-webgpu',
    ],
    [named('Error', 'Unable to find a compatible GPU. This issue might be …'), 'no-webgpu'],
    [named('OperationError', 'requestDevice refused'), 'no-webgpu'],
    [
      named('ShaderF16SupportError', 'This model requires WebGPU extension shader-f16'),
      'no-webgpu',
    ],
    [named('FeatureSupportError', 'This model requires feature subgroups'), 'no-webgpu'],
    [
      named('Error', 'Cannot initialize runtime because of requested maxBufferSize exceeds limit.'),
      'no-webgpu',
    ],
    [
      named('DeviceLostError', 'The WebGPU device was lost while loading the model.'),
      'device-lost',
    ],
    [
      named('RangeError', "Failed to execute 'createBuffer' on 'GPUDevice': size is too large"),
      'device-lost',
    ],
    [named('GPUOutOfMemoryError', 'not enough memory left'), 'device-lost'],
    [named('RangeError', 'Array buffer allocation failed'), 'engine-failed'],
    [named('GPUPipelineError', '[Invalid ShaderModule (unlabeled)] is invalid.'), 'no-webgpu'],
    [
      named(
        'CompileError',
        "WebAssembly.instantiate(): Refused to compile because 'wasm-unsafe-eval' is not allowed by the Content Security Policy",
      ),
      'worker-failed',
    ],
    [named('Error', 'Cannot find global function vm.builtin.new'), 'model-invalid'],
    [named('QuotaExceededError', 'Quota exceeded.'), 'quota-exceeded'],
    [
      named('ModelNotFoundError', 'Cannot find model record in appConfig for Tiny-1B.'),
      'model-not-found',
    ],
    ['out of cheese', 'engine-failed'],
    [{ strange: true }, 'engine-failed'],
    ['[object Object]', 'engine-failed'],
  ])('%s → %s', (thrown, code) => {
    const error = loadError(thrown, words);
    expect(error).toBeInstanceOf(AskPageError);
    expect(error.code).toBe(code);
    expect(error.message).toContain('Tiny-1B');
    expect(error.message).not.toContain('[object Object]');
    expect(error.cause).toBe(thrown);
  });

  it.each([
    [named('WebGPUNotAvailableError', 'no'), 'over https'],
    [named('Error', 'Unable to find a compatible GPU. This …'), 'Turn on graphics acceleration'],
    [named('ShaderF16SupportError', 'no'), '16-bit arithmetic'],
    [named('OperationError', 'requestDevice refused'), 'Update the browser'],
    [named('DeviceLostError', 'gone'), 'Close other tabs'],
    [named('RangeError', 'Array buffer allocation failed'), 'not enough memory'],
    [named('LinkError', 'function import requires a callable'), 'another version of WebLLM'],
    [named('CompileError', 'blocked by CSP'), "'wasm-unsafe-eval'"],
    [exitStatus, 'removed from this browser'],
    ['out of cheese', 'failed: out of cheese. Try again'],
    ['[object Object]', 'failed without saying why. Try again'],
    [new Error(), 'failed without saying why. Try again'],
  ])('%s: says what to do', (thrown, remedy) =>
    expect(loadError(thrown, words).message).toContain(remedy),
  );

  it('names the host where the network is at fault', () => {
    expect(loadError(new TypeError('Failed to fetch'), words).message).toContain(words.host);
  });

  it('keeps an error that says it all already', () => {
    const exact = new AskPageError('quota-exceeded', 'It needs 300 MB, and 20 MB are free.');
    expect(loadError(exact, words)).toBe(exact);
  });
});

describe('what a failed reply says', () => {
  const lost = 'device-lost';
  it.each([
    [exitStatus, lost],
    [new Error('Module has already been disposed'), lost],
    [new Error('The current Object has already been disposed'), lost],
    [new TypeError("Cannot read properties of undefined (reading 'release')"), lost],
    [named('ModelNotLoadedError', 'Model not loaded before trying to complete …'), lost],
    [
      named('MessageOrderError', 'Last message should be from either `user` or `tool`.'),
      'bad-option',
    ],
    [named('SystemMessageOrderError', 'System prompt should always be the first'), 'bad-option'],
    [named('DeviceLostError', 'The graphics device was lost (unknown)'), lost],
    [named('GPUOutOfMemoryError', 'no room'), lost],
    [new Error('Internal Error: filledKVCacheLength does not match'), 'engine-failed'],
  ])('%s → %s', (thrown, code) => expect(replyError(thrown, words).code).toBe(code));

  it('tells how much too long a prompt is', () => {
    const thrown = named(
      'ContextWindowSizeExceededError',
      'Prompt tokens exceed context window size: number of prompt tokens: 4525; context window size: 1024\nConsider …',
    );
    const error = replyError(thrown, words);
    expect(error.code).toBe('context-overflow');
    expect(error.message).toContain('4525 tokens, and 1024 fit');
  });
});
