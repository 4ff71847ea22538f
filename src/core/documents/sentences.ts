/** Abbreviations after which a full stop ends no sentence. */
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|Mr|Mrs|Dr|No|Fig|resp|incl)|\b[A-Z])\.$/;

/** Characters before a boundary that can hold an abbreviation and the border before it. */
const LOOK_BACK = 10;

const BOUNDARY = /(?<=[.!?…]["'”’)\]`]*)\s+(?=["'“‘([`]*[\p{Lu}\p{N}`])|(?<=[。！？])\s*/gu;

/**
 * Sentences of a paragraph, trimmed, in order. A rule of our own and not `Intl.Segmenter`: its
 * boundaries differ between browsers, and passages must come out the same everywhere.
 */
export function splitSentences(paragraph: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  let counted = 0;
  let ticks = 0;
  for (const { index, 0: gap } of paragraph.matchAll(BOUNDARY)) {
    ticks += paragraph.slice(counted, index).split('`').length - 1;
    counted = index;
    const end = paragraph.slice(Math.max(start, index - LOOK_BACK), index);
    const isInsideCode = ticks % 2 === 1;
    if (isInsideCode || ABBREVIATION.test(end)) continue;
    sentences.push(paragraph.slice(start, index).trim());
    start = index + gap.length;
  }
  sentences.push(paragraph.slice(start).trim());
  return sentences.filter((sentence) => sentence !== '');
}
