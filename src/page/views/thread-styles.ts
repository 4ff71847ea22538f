import { css } from './lit.ts';

/** The question above its answer, what can be done with it, and what was asked before. */
export const threadStyles = css`
  .remark {
    margin-inline-start: auto;
    text-align: end;
  }
  .question {
    margin: 4px 0 12px;
    color: var(--_text);
    font-size: 17px;
    font-weight: 600;
    line-height: 24px;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px;
    margin: 8px -6px 4px;
  }
  .action {
    display: grid;
    place-items: center;
    inline-size: 32px;
    block-size: 32px;
    padding: 0;
    border: 0;
    border-radius: 8px;
    background: none;
    color: var(--_muted);
  }
  .action:hover {
    background: var(--_raised);
    color: var(--_text);
  }
  .action[aria-pressed='true'] {
    color: var(--_accent);
  }
  .action[aria-pressed='true'] .icon {
    fill: color-mix(in srgb, currentcolor 18%, transparent);
  }
  .icon {
    inline-size: 18px;
    block-size: 18px;
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .icon.down {
    transform: rotate(180deg);
  }
  .actions .clear {
    margin-inline: auto 2px;
    color: var(--_muted);
  }
  .reasons,
  .uncopied {
    margin-block: 4px 12px;
    padding: 12px 14px;
    border: 1px solid var(--_line);
    border-radius: 10px;
    font-size: 14px;
  }
  .reasons > p:last-child {
    margin-block-end: 0;
  }
  .reason {
    min-block-size: 32px;
    margin: 0 4px 4px 0;
    padding: 4px 12px;
    border: 1px solid var(--_line);
    border-radius: 16px;
    background: none;
    font-size: 13px;
    line-height: 20px;
  }
  .reason:hover {
    border-color: var(--_accent);
  }
  .reason[aria-pressed='true'] {
    border-color: var(--_accent);
    background: var(--_raised);
    color: var(--_accent);
  }
  textarea {
    display: block;
    inline-size: 100%;
    margin-block-end: 8px;
    padding: 8px 12px;
    border: 1px solid var(--_line);
    border-radius: 8px;
    background: var(--_surface);
    color: inherit;
    font: inherit;
    line-height: 20px;
    resize: vertical;
  }
  textarea::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  .thread {
    margin-block-start: 16px;
    border-block-start: 1px solid var(--_line);
  }
  .exchange {
    border-block-end: 1px solid var(--_line);
  }
  .exchange:last-child {
    border-block-end: 0;
  }
  .exchange > .actions {
    margin-block-end: 8px;
  }
  .exchange > summary {
    min-block-size: 24px;
    margin-inline-start: 18px;
    padding-block: 8px;
    font-weight: 500;
    line-height: 24px;
    list-style-position: outside;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  .exchange > summary::marker {
    color: var(--_muted);
  }
`;
