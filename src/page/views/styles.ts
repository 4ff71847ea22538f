import { css } from './lit.ts';
import { accessStyles } from './access-styles.ts';
import { answerStyles } from './answer-styles.ts';
import { modelStyles } from './model-styles.ts';
import { scopeStyles } from './scope-styles.ts';
import { rowStyles } from './rows/row-styles.ts';
import { supportStyles } from './support-styles.ts';
import { threadStyles } from './thread-styles.ts';

/** All below the question box. */
export const bodyStyles = css`
  ${answerStyles}
  ${scopeStyles}
  ${supportStyles}
  ${threadStyles}
  ${rowStyles}
  .bar {
    flex: none;
    block-size: 2px;
    background: var(--_line);
  }
  .bar progress {
    display: block;
    inline-size: 100%;
    block-size: 2px;
    border: 0;
    appearance: none;
    background: none;
    color: var(--_accent);
  }
  .bar progress::-webkit-progress-bar {
    background: none;
  }
  .bar progress::-webkit-progress-value {
    background: var(--_accent);
  }
  .bar progress::-moz-progress-bar {
    background: var(--_accent);
  }
  .bar progress:indeterminate {
    background: linear-gradient(90deg, transparent 30%, var(--_accent) 50%, transparent 70%) 0 0 /
      200%;
  }
  .status {
    display: flex;
    flex: none;
    justify-content: space-between;
    gap: 12px;
    min-block-size: 32px;
    padding: 8px 16px 0;
    color: var(--_muted);
    font-size: 13px;
    line-height: 24px;
  }
  .link {
    min-block-size: 24px;
    padding: 0 4px;
    border: 0;
    background: none;
    color: var(--_accent);
    font-size: 13px;
    text-decoration: underline;
    text-underline-offset: 2px;
  }
  .notices {
    flex: none;
    padding: 0 16px;
  }
  .notice {
    margin: 4px 0;
    padding: 8px 12px;
    border-radius: 8px;
    background: var(--_raised);
    color: var(--_muted);
    font-size: 13px;
    line-height: 20px;
    overflow-wrap: anywhere;
  }
  .scroll {
    flex: 1 1 auto;
    min-block-size: 0;
    overflow-y: auto;
    overscroll-behavior: contain;
    /* Firefox may draw a white one on a dark dialog. */
    scrollbar-color: var(--_muted) transparent;
    padding: 4px 16px 12px;
    outline-offset: -2px;
  }
  .scroll p {
    margin: 0 0 8px;
  }
  .quiet {
    color: var(--_muted);
    font-size: 14px;
  }
  h2 {
    margin: 16px 0 4px;
    color: var(--_muted);
    font-size: 12px;
    font-weight: 600;
    line-height: 20px;
  }
  ul,
  ol {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .number,
  .cite {
    flex: none;
    min-inline-size: 20px;
    padding: 0 5px;
    border: 1px solid var(--_line);
    border-radius: 5px;
    background: var(--_raised);
    color: var(--_accent);
    font-size: 12px;
    line-height: 18px;
    text-align: center;
    text-decoration: none;
  }
  .cite {
    /* Not a box of its own, so that the line doesn't break before it. */
    display: inline;
    margin: 0 1px;
  }
  .cite:hover {
    border-color: var(--_accent);
  }
  ${modelStyles}
  .failure p {
    color: var(--_alarm);
    overflow-wrap: anywhere;
  }
  .footer {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 4px 12px;
    padding: 8px 16px;
    border-block-start: 1px solid var(--_line);
    color: var(--_muted);
    font-size: 12px;
    line-height: 20px;
  }
  .footer .link {
    flex: none;
    font-size: 12px;
    line-height: 20px;
    margin: -2px -4px;
  }
  .footer [part='privacy-toggle'] {
    flex: 1 1 auto;
    max-inline-size: 100%;
    text-align: start;
  }
  @media (max-width: 560px) {
    .scroll {
      flex: 1;
    }
    .footer {
      padding-block-end: max(8px, env(safe-area-inset-bottom));
    }
    .keys {
      display: none;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .bar progress:indeterminate {
      /* Few frames: a model may be working. */
      animation: slide 1.6s steps(16) infinite;
    }
    @keyframes slide {
      from {
        background-position: 100% 0;
      }
      to {
        background-position: -100% 0;
      }
    }
  }
  ${accessStyles}
`;
