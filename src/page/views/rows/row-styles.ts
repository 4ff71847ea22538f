import { css } from '../lit.ts';

/** What can be chosen: results, sources, questions. */
export const rowStyles = css`
  .ask-row,
  .hit,
  .suggestion {
    display: block;
    inline-size: 100%;
    padding: 8px;
    border: 0;
    border-radius: 8px;
    background: none;
    color: inherit;
    text-align: start;
    text-decoration: none;
  }
  .hits ul,
  .start ul,
  .ask-row {
    inline-size: auto;
    margin-inline: -8px;
  }
  /* A pointer that lies there doesn't look like the keyboard's choice. */
  :is(.ask-row, .hit, .suggestion, .source, .chip):hover {
    background: color-mix(in srgb, var(--_raised) 60%, transparent);
  }
  :is(.hit, .suggestion, .source, .chip):focus-visible,
  :has(> .box [part='input']:focus) .ask-row {
    background: var(--_raised);
    outline-offset: -2px;
  }
  .ask-row {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: 12px;
    inline-size: calc(100% + 16px);
    margin-block: 4px;
  }
  .ask-row kbd {
    visibility: hidden;
  }
  :has(> .box [part='input']:focus) .ask-row kbd {
    visibility: visible;
  }
  .group {
    margin-block-end: 4px;
  }
  .scroll .page {
    margin: 0;
    padding: 8px 8px 2px;
    font-size: 14px;
    font-weight: 600;
    line-height: 20px;
    overflow-wrap: anywhere;
  }
  .group ul {
    margin-inline: 8px 0;
    padding-inline-start: 4px;
    border-inline-start: 1px solid var(--_line);
  }
  .place {
    display: block;
    min-inline-size: 0;
  }
  .path,
  .state {
    display: block;
    color: var(--_muted);
    font-size: 12px;
    line-height: 18px;
    overflow-wrap: anywhere;
  }
  .name {
    display: block;
    font-weight: 550;
    line-height: 22px;
    overflow-wrap: anywhere;
  }
  .group ul .name {
    font-size: 14px;
    line-height: 20px;
  }
  .snippet {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    color: var(--_muted);
    font-size: 13px;
    line-height: 20px;
    overflow-wrap: anywhere;
  }
  .snippet code {
    padding: 0;
    background: none;
  }
  mark {
    border-radius: 3px;
    background: color-mix(in srgb, var(--_accent) 18%, transparent);
    color: var(--_text);
  }
  .hit {
    position: relative;
  }
  .start-head {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: 12px;
  }
  .suggestion {
    min-block-size: 36px;
    line-height: 20px;
    overflow-wrap: anywhere;
  }
  .sources ol {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(240px, 1fr));
    gap: 8px;
  }
  .source {
    display: flex;
    align-items: baseline;
    gap: 8px;
    block-size: 100%;
    padding: 8px 12px;
    border: 1px solid var(--_line);
    border-radius: 10px;
    color: inherit;
    text-decoration: none;
  }
  .source .name {
    font-size: 14px;
    font-weight: 500;
    line-height: 20px;
  }
  .next ul {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .chip {
    min-block-size: 32px;
    padding: 5px 12px;
    border: 1px solid var(--_line);
    border-radius: 16px;
    background: none;
    font-size: 13px;
    line-height: 20px;
    text-align: start;
    overflow-wrap: anywhere;
  }
  .keys {
    display: flex;
    flex: none;
    gap: 12px;
    white-space: nowrap;
  }
  .key-row,
  :has(> .footer):has([data-choice]:focus) .key-box {
    display: none;
  }
  :has(> .footer):has([data-choice]:focus) .key-row {
    display: inline;
  }
`;
