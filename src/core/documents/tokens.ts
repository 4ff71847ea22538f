const PIECE = /\p{L}+|\p{N}+|[^\s\p{L}\p{N}]/gu;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Estimated WordPiece tokens of a text, on the high side: passages are cut before any tokenizer is
 * loaded, and must stay below the embedder's 256. A run of letters counts one token for its first
 * six letters and one for every three more, CJK one a character, digits one for every two.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECE)) tokens += pieceTokens(piece);
  return tokens;
}

function pieceTokens(piece: string): number {
  if (WIDE.test(piece)) return piece.length;
  if (/^\p{N}/u.test(piece)) return Math.ceil(piece.length / 2);
  return 1 + Math.ceil(Math.max(0, piece.length - 6) / 3);
}
