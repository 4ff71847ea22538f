import { css } from '../views/lit.ts';

/** What the forms of the frame make different in all below the question box. */
export const formBodyStyles = css`
  /* In less height all of the panel scrolls. */
  @media (min-height: 481px) {
    .panel .scroll {
      flex: 1;
    }
  }
  section .scroll {
    overflow: visible;
  }
  .panel .keys,
  section .keys {
    display: none;
  }
  .edge {
    position: absolute;
    inset-block: 0;
    inset-inline: 0 auto;
    inline-size: 12px;
    cursor: ew-resize;
    touch-action: none;
  }
  .start .edge {
    inset-inline: auto 0;
  }
  .edge::before {
    position: absolute;
    inset-block: calc(50% - 20px);
    inset-inline-start: 2px;
    inline-size: 4px;
    border-radius: 2px;
    background: var(--_line);
    content: '';
  }
  .edge:is(:hover, :focus-visible)::before {
    background: var(--_accent);
  }
  @media (max-width: 560px) {
    .edge {
      display: none;
    }
  }
`;
