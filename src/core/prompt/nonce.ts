import { removeInvisible } from './invisible.ts';

/** Hexadecimal digits in a nonce: 32 bits. */
const DIGITS = 8;

/**
 * A code that stands nowhere in `texts`, for delimiters that a document can't forge: its author
 * can't know a code that is drawn for each request.
 * @param random Random 32-bit numbers from the platform's cryptographic source.
 */
export function drawNonce(texts: readonly string[], random: () => number): string {
  for (;;) {
    const nonce = (random() >>> 0).toString(16).padStart(DIGITS, '0');
    if (!texts.some((text) => holdsNonce(text, nonce))) return nonce;
  }
}

/** Whether a code stands in a text, in any case, as the prompt will show it. */
export const holdsNonce = (text: string, nonce: string) =>
  removeInvisible(text).toLowerCase().includes(nonce);
