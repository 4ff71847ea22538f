import { css } from './lit.ts';

/** What a generated answer's sources don't say, and what they do. */
export const supportStyles = css`
  /* Full contrast: what is marked can be read as well as the rest. */
  .unfound {
    text-decoration: underline dotted 2px;
    text-decoration-color: var(--_doubt);
    text-decoration-skip-ink: none;
    text-underline-offset: 4px;
  }
  .absent {
    text-decoration: line-through 2px;
    text-decoration-color: var(--_doubt);
  }
  /* Said, not seen. */
  .spoken {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .code-note {
    display: block;
    padding: 4px 12px;
    border-block-start: 1px solid var(--_line);
    background: var(--_raised);
    overflow-wrap: anywhere;
  }
  .withdrawn {
    margin-block: 4px 12px;
    padding: 8px 12px;
    border-radius: 8px;
    background: var(--_raised);
    font-size: 13px;
    line-height: 20px;
  }
  .withdrawn > p {
    margin: 0 0 4px;
  }
  .withdrawn summary {
    min-block-size: 24px;
    color: var(--_accent);
    cursor: pointer;
  }
  .withdrawn .generated {
    margin-block: 8px 4px;
    font-size: 15px;
    line-height: 24px;
  }
  .card {
    position: fixed;
    inset: auto;
    box-sizing: border-box;
    max-inline-size: min(360px, calc(100vw - 16px));
    max-block-size: 40vh;
    margin: 0;
    padding: 8px 12px;
    overflow: auto;
    border: 1px solid var(--_line);
    border-radius: 8px;
    background: var(--_surface);
    box-shadow: 0 4px 16px rgb(0 0 0 / 0.18);
    color: var(--_text);
    font-size: 13px;
    line-height: 20px;
    overflow-wrap: anywhere;
  }
  .card:not(:popover-open) {
    display: none;
  }
  .card .sentence {
    display: block;
    white-space: pre-line;
    unicode-bidi: plaintext;
    text-align: start;
  }
  /* An error's own message, below what it means in the reader's language. */
  .original {
    display: block;
    margin-block-start: 4px;
  }
`;
