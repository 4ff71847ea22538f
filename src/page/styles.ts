import { css } from 'lit';
import { formStyles } from './frame/form-styles.ts';
import { triggerStyles } from './frame/trigger-styles.ts';

/** The button, the frame and the question box: what is drawn before the heavy part arrives. */
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
  .frame {
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
  :host([mode='inline']) {
    display: block;
  }
  :host([hidden]) {
    display: none;
  }
  * {
    box-sizing: border-box;
  }
  /* Each text in the direction of its own first letter, at the side where the page's lines begin. */
  :where(.frame, .trigger) :where(:not(pre, pre *)) {
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
  .box > .button:last-child {
    margin-inline-end: 4px;
  }
  .button.primary {
    border-color: transparent;
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .close svg {
    inline-size: 18px;
    block-size: 18px;
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
  ${triggerStyles} ${formStyles}
  @media (max-width: 560px) {
    .trigger kbd,
    .box > svg {
      display: none;
    }
    .box {
      gap: 4px;
      padding-inline: 16px 4px;
    }
  }
`;
