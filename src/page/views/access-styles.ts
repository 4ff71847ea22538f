import { css } from './lit.ts';

/** For readers who set their system to colours of their own, to more contrast, or to less motion. */
export const accessStyles = css`
  @media (prefers-reduced-motion: reduce) {
    *,
    ::before,
    ::after,
    ::backdrop {
      animation: none !important;
      transition: none !important;
    }
  }
  /* What has the focus comes into view below the box, which stays at the top there. */
  @media (max-height: 480px) {
    :is(dialog, .frame) {
      scroll-padding-block-start: 72px;
    }
  }
  @media (prefers-contrast: more) {
    :host {
      --_line: light-dark(#6b7280, #9ca3ae);
      --_muted: var(--_text);
    }
  }
  /* Backgrounds and shadows are gone there: what they said is said by lines. */
  @media (forced-colors: active) {
    .box:focus-within {
      border-block-end: 2px solid Highlight;
    }
    .bar progress::-webkit-progress-value {
      background: Highlight;
    }
    .bar progress::-moz-progress-bar {
      background: Highlight;
    }
    .bar progress:indeterminate {
      background: linear-gradient(90deg, Canvas 30%, Highlight 50%, Canvas 70%) 0 0 / 200%;
    }
    .notice,
    .withdrawn,
    pre {
      border: 1px solid;
    }
    .code pre {
      border: 0;
    }
    .unfound,
    .absent {
      text-decoration-color: Highlight;
    }
  }
`;
