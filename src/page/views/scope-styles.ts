import { css } from './lit.ts';

/** What is searched: a row of choices under the question box. */
export const scopeStyles = css`
  .scopes {
    display: flex;
    flex: none;
    gap: 4px;
    padding: 8px 16px 0;
  }
  .scope {
    flex: none;
    max-inline-size: 100%;
    min-block-size: 28px;
    padding: 0 10px;
    overflow: hidden;
    border: 1px solid transparent;
    border-radius: 8px;
    background: none;
    color: var(--_muted);
    font-size: 13px;
    line-height: 24px;
    text-overflow: ellipsis;
    white-space: nowrap;
    transition: background-color 140ms;
  }
  /* A long heading gives way; the words before it don't. */
  .scope:nth-child(3) {
    flex: 0 1 auto;
    min-inline-size: 0;
  }
  .scope:hover {
    color: var(--_text);
  }
  .scope[aria-pressed='true'] {
    border-color: var(--_line);
    background: var(--_raised);
    color: var(--_text);
  }
  .scope:focus-visible {
    outline-offset: -2px;
  }
  /* Little room: the heading is read whole, in a line of its own. */
  @media (max-width: 400px) {
    .scopes {
      flex-wrap: wrap;
    }
    .scope {
      text-align: start;
      white-space: normal;
    }
  }
  @media (forced-colors: active) {
    .scope[aria-pressed='true'] {
      border-color: Highlight;
    }
  }
`;
