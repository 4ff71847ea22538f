import { AskPageError } from '../core/errors.ts';

/**
 * Compiles the smallest module, which a policy without `'wasm-unsafe-eval'` refuses: known before anything
 * is fetched that could not run.
 * @param what Completes "…, which … needs".
 * @throws `worker-failed`
 */
export function checkWasm(what: string): void {
  try {
    new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  } catch (cause) {
    const message = `This page's security policy forbids WebAssembly, which ${what} needs. The site's owner has to allow 'wasm-unsafe-eval' in script-src.`;
    throw new AskPageError('worker-failed', message, { cause });
  }
}
