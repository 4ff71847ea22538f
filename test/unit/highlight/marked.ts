import { createMatcher } from '../../../src/core/highlight/matcher.ts';
import type { TextRun } from '../../../src/core/highlight/rich-text.ts';

/** The text with its matches in square brackets. */
export function marked(query: string, text: string, prefix = true): string {
  const matches = createMatcher(query, { texts: [text], prefix })(text);
  let end = 0;
  const parts = matches.map((match) => {
    const part = `${text.slice(end, match.start)}[${text.slice(match.start, match.end)}]`;
    end = match.end;
    return part;
  });
  return parts.join('') + text.slice(end);
}

/** What is drawn: matches in square brackets, code in backticks. */
export const drawn = (runs: readonly TextRun[]): string =>
  runs
    .map(({ isCode, parts }) => {
      const text = parts.map((part) => (part.isMatch ? `[${part.text}]` : part.text)).join('');
      return isCode ? `\`${text}\`` : text;
    })
    .join('');
