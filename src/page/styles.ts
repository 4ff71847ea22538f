import { css } from 'lit';

/** The button, the dialog's frame and the question box: what is drawn before the heavy part arrives. */
export const frameStyles = css`
  :host {
    --_accent: var(--ask-accent, light-dark(#2457c5, #8fb4ff));
    --_on-accent: var(--ask-on-accent, light-dark(#fff, #0d1830));
    --_surface: var(--ask-surface, light-dark(#fff, #1b1d21));
    --_raised: var(--ask-raised, light-dark(#f5f6f8, #25282d));
    --_text: var(--ask-text, light-dark(#1c1f24, #e8eaed));
    --_muted: var(--ask-muted, light-dark(#5a616b, #a3aab4));
    --_line: var(--ask-line, light-dark(#e0e3e8, #363a41));
    --_alarm: var(--ask-alarm, light-dark(#a02020, #ff9d94));
    --_doubt: var(--ask-doubt, light-dark(#9a4b00, #f0b060));
    --_radius: var(--ask-radius, 12px);
    color-scheme: inherit;
  }
  /* What is inherited comes from the page, through the element; spacing of letters and words may. */
  .trigger,
  dialog {
    font: 400 15px/1.55 var(--ask-font, system-ui, sans-serif);
    text-align: start;
    text-indent: 0;
    text-transform: none;
    text-shadow: none;
    white-space: normal;
    word-break: normal;
    hyphens: manual;
    quotes: auto;
    tab-size: 4;
    writing-mode: horizontal-tb;
    pointer-events: auto;
    -webkit-text-fill-color: currentcolor;
    -webkit-text-stroke: 0;
  }
  :host([hidden]) {
    display: none;
  }
  * {
    box-sizing: border-box;
  }
  /* Each text in the direction of its own first letter, at the side where the page's lines begin. */
  :where(dialog, .trigger) :where(:not(pre, pre *)) {
    unicode-bidi: plaintext;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  button,
  input {
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
  }
  button {
    cursor: pointer;
  }
  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .trigger {
    position: fixed;
    inset-block-end: var(--ask-offset-block, 20px);
    inset-inline-end: var(--ask-offset-inline, 20px);
    z-index: var(--ask-layer, 40);
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
    transition: border-color 140ms;
  }
  .trigger:hover {
    border-color: var(--_accent);
  }
  .trigger svg,
  .box svg {
    flex: none;
    inline-size: 18px;
    block-size: 18px;
    color: var(--_accent);
  }
  kbd {
    padding: 0 5px;
    border: 1px solid var(--_line);
    border-radius: 4px;
    background: var(--_raised);
    color: var(--_muted);
    font:
      12px/18px system-ui,
      sans-serif;
    white-space: nowrap;
  }
  dialog {
    inline-size: min(680px, calc(100vw - 32px));
    max-inline-size: none;
    max-block-size: min(760px, 84dvh);
    margin: 9dvh auto auto;
    padding: 0;
    overflow: hidden;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: 0 16px 48px rgb(0 0 0 / 0.28);
    cursor: auto;
    user-select: text;
  }
  dialog[open] {
    display: flex;
    flex-direction: column;
  }
  dialog::backdrop {
    background: rgb(12 15 20 / 0.45);
  }
  .box {
    display: flex;
    flex: none;
    align-items: center;
    gap: 10px;
    padding-block: 8px;
    padding-inline: 16px 8px;
    margin: 0;
  }
  .box input {
    flex: 1;
    min-inline-size: 0;
    block-size: 44px;
    padding: 0;
    border: 0;
    background: none;
    font-size: 16px;
    outline: none;
  }
  .box input::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  .box:focus-within {
    box-shadow: inset 0 -2px 0 var(--_accent);
  }
  .button {
    min-block-size: 36px;
    padding: 6px 14px;
    border: 1px solid var(--_line);
    border-radius: 8px;
    background: var(--_raised);
  }
  .button:hover {
    border-color: var(--_accent);
  }
  .button.primary {
    border-color: transparent;
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .close {
    display: grid;
    place-items: center;
    inline-size: 36px;
    block-size: 36px;
    padding: 0;
    border: 0;
    border-radius: 8px;
    background: none;
    color: var(--_muted);
  }
  .close:hover {
    background: var(--_raised);
  }
  .wait {
    margin: 0;
    padding: 12px 16px 20px;
    border-block-start: 1px solid var(--_line);
    color: var(--_muted);
  }
  @media (max-width: 560px) {
    dialog {
      inline-size: 100vw;
      max-block-size: none;
      block-size: 100dvh;
      margin: 0;
      border: 0;
      border-radius: 0;
    }
    .trigger kbd,
    .box > svg {
      display: none;
    }
    .box {
      gap: 4px;
      padding-inline: 16px 4px;
    }
  }
  /* Zoomed in, or on a phone on its side: all below the box scrolls, since little of it is left else. */
  @media (max-height: 480px) {
    dialog {
      overflow-y: auto;
    }
    dialog .box {
      position: sticky;
      z-index: 1;
      inset-block-start: 0;
      background: var(--_surface);
    }
    dialog .scroll {
      flex: none;
      overflow: visible;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    dialog[open] {
      animation: appear 140ms ease-out;
    }
    @keyframes appear {
      from {
        opacity: 0;
        transform: translateY(-6px);
      }
    }
  }
`;
