import { html } from '../lit.ts';
import type { TextPart, TextRun } from '../../../core/highlight/rich-text.ts';

/** Text with what was looked for marked, and code as code. */
export const runsView = (runs: readonly TextRun[]): unknown[] =>
  runs.map(({ isCode, parts }) =>
    isCode ? html`<code>${parts.map(partView)}</code>` : parts.map(partView),
  );

const partView = ({ text, isMatch }: TextPart) => (isMatch ? html`<mark>${text}</mark>` : text);
