import { css } from './lit.ts';

/** The language model's card, and the list of what is stored. */
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
  .models {
    margin-block-end: 12px;
    padding: 0 14px 8px;
    border: 1px solid var(--_line);
    border-radius: 10px;
    background: var(--_raised);
    font-size: 14px;
  }
  .stored {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    padding-block: 4px;
  }
  .engine .button {
    margin: 4px 8px 0 0;
  }
`;
