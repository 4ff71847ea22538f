import { css } from './lit.ts';

/** Quotes, generated text and code. */
export const answerStyles = css`
  figure,
  blockquote {
    margin: 0;
  }
  .quote {
    margin-block: 4px 12px;
    padding-inline-start: 14px;
    border-inline-start: 3px solid var(--_accent);
    /* A quote stands in its own direction, its rule where its lines begin. */
    text-align: start;
  }
  figcaption {
    margin-block-end: 6px;
  }
  figcaption strong {
    display: block;
    font-size: 16px;
    font-weight: 600;
    line-height: 24px;
    overflow-wrap: anywhere;
  }
  .quote p,
  .generated p {
    max-inline-size: 68ch;
    overflow-wrap: anywhere;
  }
  .generated {
    margin-block: 4px 16px;
  }
  /* Each in the direction of its own first letter, so that none can turn what is around it. */
  .generated :is(p, li, h3, th, td),
  .quote p {
    unicode-bidi: plaintext;
    text-align: start;
  }
  .generated h3 {
    margin: 12px 0 4px;
    font-size: 15px;
    font-weight: 600;
    line-height: 24px;
    overflow-wrap: anywhere;
  }
  .generated > h3:first-child {
    margin-block-start: 0;
  }
  .generated ul,
  .generated ol {
    max-inline-size: 68ch;
    margin: 0 0 8px;
    padding-inline-start: 24px;
    list-style: revert;
    overflow-wrap: anywhere;
  }
  .generated li {
    margin-block: 2px;
  }
  .generated li > :is(p, ul, ol, .code, .table) {
    margin-block: 4px;
  }
  .generated blockquote {
    margin: 0 0 8px;
    padding-inline-start: 12px;
    border-inline-start: 2px solid var(--_line);
    color: var(--_muted);
  }
  .generated hr {
    margin: 12px 0;
    border: 0;
    border-block-start: 1px solid var(--_line);
  }
  .generated a:not(.cite) {
    color: var(--_accent);
    text-underline-offset: 2px;
  }
  .table {
    max-inline-size: 100%;
    inline-size: fit-content;
    margin: 4px 0 8px;
    overflow-x: auto;
    border: 1px solid var(--_line);
    border-radius: 8px;
  }
  table {
    border-collapse: collapse;
    font-size: 14px;
    line-height: 20px;
  }
  th,
  td {
    min-inline-size: 64px;
    padding: 6px 12px;
    vertical-align: top;
  }
  th {
    background: var(--_raised);
    font-weight: 600;
  }
  tbody tr {
    border-block-start: 1px solid var(--_line);
  }
  .generated .center {
    text-align: center;
  }
  .generated .right {
    text-align: end;
  }
  small {
    color: var(--_muted);
    font-size: 12px;
    line-height: 18px;
  }
  code {
    padding: 1px 4px;
    border-radius: 4px;
    background: var(--_raised);
    font:
      0.88em/1.5 ui-monospace,
      'SFMono-Regular',
      Menlo,
      Consolas,
      monospace;
    overflow-wrap: anywhere;
  }
  pre {
    margin: 4px 0 8px;
    font-size: 13px;
    padding: 10px 12px;
    overflow: auto;
    border-radius: 8px;
    background: var(--_raised);
  }
  pre code {
    padding: 0;
    background: none;
    font-size: 1em;
    white-space: pre;
  }
  code {
    unicode-bidi: isolate;
  }
  pre {
    direction: ltr;
    text-align: left;
  }
  .code {
    margin: 4px 0 8px;
    overflow: hidden;
    border: 1px solid var(--_line);
    border-radius: 8px;
  }
  .code pre {
    margin: 0;
    border-radius: 0;
    outline-offset: -2px;
  }
  .code-head {
    display: flex;
    align-items: center;
    min-block-size: 28px;
    padding-inline: 12px 8px;
    color: var(--_muted);
    font-size: 12px;
    line-height: 20px;
  }
  .code-head .link {
    margin-inline-start: auto;
    font-size: 12px;
    line-height: 20px;
  }
  .code-muted {
    color: var(--_muted);
  }
  .code-keyword {
    color: light-dark(#8a2a9c, #dba3f0);
  }
  .code-string {
    color: light-dark(#1d6b34, #97d6a3);
  }
  .code-number {
    color: light-dark(#8f4a00, #f0b880);
  }
  .code-title {
    color: light-dark(#1f52b8, #98bcff);
  }
  .code-attr {
    color: light-dark(#0a6070, #84d3e0);
  }
  .code-deletion {
    color: light-dark(#a02020, #ff9d94);
  }
  .inspector {
    margin-block: 16px 4px;
    font-size: 13px;
    overflow-wrap: anywhere;
  }
  .inspector summary {
    min-block-size: 24px;
    color: var(--_muted);
    cursor: pointer;
  }
  .inspector pre code {
    white-space: pre-wrap;
  }
  @media (forced-colors: active) {
    .quote {
      border-color: Highlight;
    }
  }
`;
