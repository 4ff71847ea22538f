import { css } from 'lit';

/** The frame in its forms: over the page, at its side, in its flow; a sheet from below on phones. */
export const formStyles = css`
  .frame {
    padding: 0;
    overflow: clip;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    cursor: auto;
    user-select: text;
  }
  dialog {
    inline-size: min(680px, calc(100vw - 32px));
    max-inline-size: none;
    max-block-size: min(760px, 84dvh);
    margin: 9dvh auto auto;
    box-shadow: 0 16px 48px rgb(0 0 0 / 0.28);
  }
  .frame[open] {
    display: flex;
    flex-direction: column;
  }
  dialog::backdrop {
    background: rgb(12 15 20 / 0.45);
  }
  .frame.panel {
    position: fixed;
    inset-block: var(--ask-panel-top, 0px) 0;
    inset-inline: auto 0;
    z-index: var(--ask-layer, 40);
    inline-size: min(var(--_width, 400px), 100%);
    max-block-size: none;
    block-size: auto;
    margin: 0;
    border-width: 0;
    border-inline-start-width: 1px;
    border-radius: 0;
  }
  .frame.panel:where(.start) {
    inset-inline: 0 auto;
    border-inline-width: 0 1px;
  }
  @media (min-width: 1000px) {
    .panel {
      box-shadow: none;
    }
  }
  @media (max-width: 560px) {
    .frame[open] {
      position: fixed;
      inset: auto 0 var(--_keyboard, 0px);
      inline-size: 100%;
      block-size: calc(var(--_visible, 100dvh) - 24px);
      max-block-size: none;
      margin: 0;
      border-width: 0;
      border-radius: 16px 16px 0 0;
    }
  }
  /* Zoomed in, or on a phone on its side: all below the box scrolls, since little of it is left else. */
  @media (max-height: 480px) {
    .frame[open] {
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
    .trigger {
      transition: border-color 140ms;
    }
    .frame[open] {
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
