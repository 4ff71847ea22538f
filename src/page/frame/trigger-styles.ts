import { css } from 'lit';

/** The button and the corner that it stands in. */
export const triggerStyles = css`
  .corner {
    position: fixed;
    inset-block: auto calc(var(--ask-offset-block, 20px) + env(safe-area-inset-bottom, 0px));
    inset-inline: auto var(--ask-offset-inline, 20px);
    z-index: var(--ask-layer, 40);
  }
  .corner[class*='top'] {
    inset-block: calc(var(--ask-offset-block, 20px) + env(safe-area-inset-top, 0px)) auto;
  }
  .corner[class*='start'] {
    inset-inline: var(--ask-offset-inline, 20px) auto;
  }
  /* The panel lies over it, and takes its place. */
  .panel[open] ~ slot .corner {
    visibility: hidden;
  }
  .trigger {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    min-block-size: 44px;
    padding: 8px 16px;
    border: 1px solid var(--_line);
    border-radius: 22px;
    background: var(--_surface);
    color: var(--_text);
    box-shadow: 0 4px 16px rgb(0 0 0 / 0.14);
  }
  .trigger:hover {
    border-color: var(--_accent);
  }
  .trigger svg,
  .box > svg {
    flex: none;
    inline-size: 18px;
    block-size: 18px;
    color: var(--_accent);
  }
`;
