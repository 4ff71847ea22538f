/** All ways in which a word of a question could stand in something that is sent or kept. */
export function formsOf(word: string): RegExp[] {
  const bytes = Buffer.from(word);
  // Base64 has three forms of a word, by where it begins; the letters at its ends are shared with others.
  const base64 = [0, 1, 2].map((skipped) => {
    const text = Buffer.concat([Buffer.alloc(skipped), bytes]).toString('base64');
    return text.replace(/=+$/, '').slice(skipped === 0 ? 0 : skipped + 1, -1);
  });
  const forms = [
    word,
    encodeURIComponent(word),
    Array.from(word).toReversed().join(''),
    bytes.toString('hex'),
    Buffer.from(word, 'utf16le').toString('hex'),
  ];
  const exact = base64.map((text) => new RegExp(escaped(text)));
  return [...forms.map((text) => new RegExp(escaped(text), 'i')), ...exact];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What of `texts` holds one of the words, in any form. */
export function speaking(texts: readonly string[], words: readonly string[]): string[] {
  const forms = words.flatMap(formsOf);
  return texts.filter((text) => forms.some((form) => form.test(text)));
}
