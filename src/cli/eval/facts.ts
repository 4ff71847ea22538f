import { headingPath } from '../../core/documents/passages.ts';
import type { Hit, Passage } from '../../core/ports.ts';
import type { ReportedPassage } from '../../core/prompt/report.ts';
import { inPageOrder } from '../../core/prompt/select.ts';

/** Facts that none of the texts holds; case and white space don't count. */
export function missingFacts(facts: readonly string[], texts: readonly string[]): string[] {
  const bare = texts.map(bareText);
  return facts.filter((fact) => !bare.some((text) => text.includes(bareText(fact))));
}

/**
 * Passages as a model is shown them: heading path and text, with the neighbours that were joined to them.
 * @param passages What the prompt's report says of the hits, in their order.
 */
export function injectedTexts(
  hits: readonly Hit[],
  passages: readonly ReportedPassage[],
): string[] {
  return hits.flatMap(({ passage, around }, index) => {
    const { kept, joined = [] } = passages[index] ?? { kept: false };
    if (!kept) return [];
    const isShown = ({ id }: Passage) => id === passage.id || joined.includes(id);
    const shown = inPageOrder(passage, around ?? { before: [], after: [] }).filter(isShown);
    return [`${headingPath(passage.section)}\n${shown.map(({ text }) => text).join('\n\n')}`];
  });
}

const bareText = (text: string) => text.toLowerCase().replace(/\s+/gu, '');
