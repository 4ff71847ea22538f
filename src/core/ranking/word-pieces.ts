/** Rows of a vocabulary's tokens; pieces that continue a word begin with `##`. */
export type WordPieceVocabulary = ReadonlyMap<string, number>;

/** Longer words are data, not language: BERT's tokenizer gives them up, too. */
const MAX_WORD_LENGTH = 100;

/** Control and format characters, and what stands for a character that could not be read. */
const DROPPED = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]/gu;
/** Han ideographs as BERT lists them: each is a word. Kana and Hangul are not among them. */
const IDEOGRAPH = /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/g;
const ACCENT = /\p{Mn}/gu;
/** All ASCII signs count as punctuation, also those that Unicode calls symbols. */
const SIGN = '\\p{P}!-\\/:-@\\[-`\\{-~';
const WORD = new RegExp(`[^\\s${SIGN}]+|[${SIGN}]`, 'gu');
const ASCII = /^[\t\n\r -~]*$/;

/**
 * The words of a text as BERT's uncased models see them: in lower case, without accents, each sign of
 * punctuation and each Han character by itself.
 * Source: Devlin et al. 2019 (BERT), whose reference tokenizer sets the rules.
 */
export function splitWords(text: string): string[] {
  return normaliseText(text).match(WORD) ?? [];
}

function normaliseText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const spaced = text.replace(DROPPED, '').replace(IDEOGRAPH, ' $& ');
  return spaced.toLowerCase().normalize('NFD').replace(ACCENT, '');
}

/**
 * Rows of the pieces of a word, the longest that the vocabulary has taken first; nothing where a part
 * of the word is in no piece.
 * Source: Wu et al. 2016 (WordPiece); greedy longest match as in BERT.
 */
export function wordPieces(word: string, vocabulary: WordPieceVocabulary): number[] | undefined {
  if (word.length > MAX_WORD_LENGTH && Array.from(word).length > MAX_WORD_LENGTH) return undefined;
  const rows: number[] = [];
  for (let start = 0; start < word.length;) {
    const prefix = start > 0 ? '##' : '';
    let end = word.length;
    let row: number | undefined;
    while (end > start) {
      row = vocabulary.get(prefix + word.slice(start, end));
      if (row !== undefined) break;
      end--;
    }
    if (row === undefined) return undefined;
    rows.push(row);
    start = end;
  }
  return rows;
}
