import { fenceFor } from './documents/units.ts';
import type { Quote } from './grounding/quote.ts';
import type { SupportReport } from './grounding/support-report.ts';

/** What a question led to. `text` is Markdown with citations like `[2]`, numbers of the sources. */
export type Answer =
  | { kind: 'extractive'; text: string; citations: number[]; quotes: Quote[] }
  | GeneratedAnswer
  | { kind: 'abstained'; text: string; citations: number[] };

/** What a model wrote. */
export interface GeneratedAnswer {
  kind: 'generated';
  text: string;
  citations: number[];
  model: string;
  /** Nothing on the site answers the question; the model answered from what it knows. */
  isOwnKnowledge: boolean;
  /**
   * What of `text` its sources say, by whose numbers. Verdict `unsupported`: the reader is shown the
   * quotation instead, and this only on demand. Missing where it was not checked.
   */
  support?: SupportReport;
}

/** Quotes that stand in one source, under its heading. */
export interface QuoteGroup {
  source: number;
  heading: string;
  quotes: Quote[];
}

export function groupQuotes(quotes: readonly Quote[]): QuoteGroup[] {
  const groups: QuoteGroup[] = [];
  for (const quote of quotes) {
    const last = groups.at(-1);
    if (last?.source === quote.source) last.quotes.push(quote);
    else groups.push({ source: quote.source, heading: quote.heading, quotes: [quote] });
  }
  return groups;
}

/** An extractive answer in Markdown, for copying and for programs. */
export function quoteMarkdown(quotes: readonly Quote[]): string {
  return groupQuotes(quotes)
    .flatMap(({ heading, quotes: grouped }) => [`**${heading}**`, ...grouped.map(pieceMarkdown)])
    .join('\n\n');
}

function pieceMarkdown({ kind, text, language, source }: Quote): string {
  if (kind === 'sentence') return `${text} [${source}]`;
  const fence = fenceFor(text);
  return `${fence}${language}\n${text}\n${fence}\n[${source}]`;
}
