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
  .generated ul,
  .generated ol {
    margin: 0 0 8px;
    padding-inline-start: 22px;
    list-style: revert;
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
    white-space: pre;
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
