/** Abbreviations after which a full stop ends no sentence. */
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|Mr|Mrs|Dr|No|Fig|resp|incl)|\b[A-Z])\.$/;

const BOUNDARY = /(?<=[.!?…]["'”’)\]`]*)\s+(?=["'“‘([`]*[\p{Lu}\p{N}`])|(?<=[。！？])\s*/gu;

/**
 * Sentences of a paragraph, trimmed, in order. A rule of our own and not `Intl.Segmenter`: its
 * boundaries differ between browsers, and passages must come out the same everywhere.
 */
export function splitSentences(paragraph: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const boundary of paragraph.matchAll(BOUNDARY)) {
    const candidate = paragraph.slice(start, boundary.index);
    if (ABBREVIATION.test(candidate) || isInsideCode(candidate)) continue;
    sentences.push(candidate.trim());
    start = boundary.index + boundary[0].length;
  }
  sentences.push(paragraph.slice(start).trim());
  return sentences.filter((sentence) => sentence !== '');
}

const isInsideCode = (text: string) => (text.match(/`/g)?.length ?? 0) % 2 === 1;
