import type { Hit, Passage } from '../../../src/core/ports.ts';

/** A hit whose passage is `text`; the first of a list counts most. */
export function hit(text: string, more: Partial<Passage['section']> = {}, fused = 1): Hit {
  return {
    passage: {
      id: text.slice(0, 30),
      section: { url: 'guide.html', title: 'Guide', headings: ['Start'], ...more },
      text,
      tokens: text.length / 4,
    },
    score: fused,
    keywordScore: fused,
    fused,
    rank: 1,
  };
}
