import { quoteUnits } from '../grounding/quote-units.ts';
import type { Hit, Passage } from '../ports.ts';

/** Words of a sentence that the fit learns from: fewer say too little, more are lists or data. */
const FEWEST_WORDS = 4;
const MOST_WORDS = 60;

/**
 * What the light query encoder is fitted to: the sentences, list items and table rows of a site and
 * its headings, without code, of 4 to 60 words, each once, in order.
 */
export function lightSentences(passages: readonly Passage[]): string[] {
  const sentences = new Set<string>();
  for (const passage of passages) {
    for (const text of [passage.section.title, ...passage.section.headings, ...bodyOf(passage)]) {
      if (hasFitLength(text)) sentences.add(text);
    }
  }
  return [...sentences];
}

function bodyOf(passage: Passage): string[] {
  const hit: Hit = { passage, score: 0, keywordScore: 0, fused: 0, rank: 1 };
  return quoteUnits([hit]).flatMap(({ kind, text }) => (kind === 'sentence' ? [text] : []));
}

function hasFitLength(text: string): boolean {
  const words = text.split(/\s+/).length;
  return words >= FEWEST_WORDS && words <= MOST_WORDS;
}
