import { AskPageError } from '../core/errors.ts';

/** What forbids WebAssembly in a policy's own words, as the browser repeats them. */
export const WASM_FORBIDDEN =
  /wasm-unsafe-eval|unsafe-eval|content.security.policy|blocked by CSP/i;

/** @param what Completes "…, which … needs". */
export const wasmForbidden = (what: string): string =>
  `This page's security policy forbids WebAssembly, which ${what} needs. The site's owner has to allow 'wasm-unsafe-eval' in script-src.`;

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
    throw new AskPageError('worker-failed', wasmForbidden(what), { cause });
  }
}
