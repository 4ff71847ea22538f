/** Each two terms that follow one another. */
export const pairsOf = (terms: readonly string[]): string[] =>
  terms.slice(1).map((term, index) => `${terms[index] ?? ''} ${term}`);
