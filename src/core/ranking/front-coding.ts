/** A sorted list of words, each without the letters that it shares with the one before. */
export interface FrontCoded {
  /** The words' own endings. */
  endings: string[];
  /** UTF-16 units shared with the word before, at most 255. */
  shared: Uint8Array;
}

const MAX_SHARED = 255;

/** Front coding: sorted words repeat each other's beginnings, which need not be written. */
export function frontCode(words: readonly string[]): FrontCoded {
  const shared = Uint8Array.from(words, (word, id) => sharedUnits(words[id - 1] ?? '', word));
  return { endings: words.map((word, id) => word.slice(shared[id])), shared };
}

export function frontDecode({ endings, shared }: FrontCoded): string[] {
  let before = '';
  return endings.map((ending, id) => (before = before.slice(0, shared[id]) + ending));
}

function sharedUnits(before: string, word: string): number {
  const most = Math.min(before.length, word.length, MAX_SHARED);
  let shared = 0;
  while (shared < most && before[shared] === word[shared]) shared++;
  // The halves of a surrogate pair can't be written apart.
  return /[\ud800-\udbff]$/.test(word.slice(0, shared)) ? shared - 1 : shared;
}
