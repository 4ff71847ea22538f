import { css } from './lit.ts';

/** The language model's card, the list of what is stored, and what left the device. */
export const modelStyles = css`
  .engine {
    margin-block: 12px 4px;
    padding: 12px 14px;
    border: 1px solid var(--_line);
    border-radius: 10px;
    font-size: 14px;
  }
  .engine a {
    color: var(--_accent);
  }
  .choice {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    font-size: 13px;
  }
  .choice select {
    min-block-size: 32px;
    max-inline-size: 100%;
    padding: 4px 8px;
    border: 1px solid var(--_line);
    border-radius: 8px;
    background: var(--_surface);
    color: inherit;
    font: inherit;
  }
  .models,
  .privacy {
    margin-block-end: 12px;
    padding: 0 14px 8px;
    border: 1px solid var(--_line);
    border-radius: 10px;
    background: var(--_raised);
    font-size: 14px;
  }
  .privacy li {
    padding-block: 4px;
  }
  .privacy > ul {
    margin-block-end: 8px;
  }
  .privacy .address {
    display: flex;
    justify-content: space-between;
    gap: 12px;
    padding-block: 0;
    color: var(--_muted);
    font-size: 12px;
    line-height: 20px;
    overflow-wrap: anywhere;
  }
  .privacy .sum {
    flex: 0 1 auto;
    max-inline-size: 50%;
    text-align: end;
  }
  .privacy summary {
    min-block-size: 24px;
    cursor: pointer;
  }
  .privacy summary > span {
    display: inline;
    margin-inline-end: 8px;
  }
  .stored {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    padding-block: 4px;
  }
  :is(.engine, [part='unanswered'] > p) .button {
    margin: 4px 8px 0 0;
  }
`;
