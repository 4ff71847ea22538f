import type { Quote } from './grounding/quote.ts';

/** What a question led to. `text` is Markdown with citations like `[2]`, numbers of the sources. */
export type Answer =
  | {
      kind: 'extractive';
      text: string;
      citations: number[];
      heading: string | undefined;
      quotes: Quote[];
    }
  | { kind: 'generated'; text: string; citations: number[]; model: string }
  | { kind: 'abstained'; text: string; citations: number[] };

/** An extractive answer in Markdown, for copying and for programs. */
export function quoteMarkdown(heading: string | undefined, quotes: readonly Quote[]): string {
  const parts = quotes.map(({ kind, text, language, source }) =>
    kind === 'code' ? `\`\`\`${language}\n${text}\n\`\`\`\n[${source}]` : `${text} [${source}]`,
  );
  return [...(heading ? [`**${heading}**`] : []), ...parts].join('\n\n');
}
