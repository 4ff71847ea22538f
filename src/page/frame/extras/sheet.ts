const TEXT = `
  .dismiss { display: none; }
  .about {
    position: fixed; z-index: var(--ask-layer, 40);
    min-block-size: 32px; padding: 4px 12px;
    border: 1px solid var(--_line); border-radius: 16px;
    background: var(--_surface); color: var(--_text);
    font: 500 14px/22px var(--ask-font, system-ui, sans-serif);
    box-shadow: 0 4px 16px rgb(0 0 0 / 0.14);
  }
  .about[hidden] { display: none; }
  .about:hover { border-color: var(--_accent); }
  @media (max-width: 560px) {
    .corner[data-dismissed] { display: none; }
    .dismiss {
      position: absolute; inset-block-start: -12px; inset-inline-end: -8px;
      display: grid; place-items: center; inline-size: 24px; block-size: 24px; padding: 0;
      border: 1px solid var(--_line); border-radius: 12px;
      background: var(--_raised); color: var(--_text); font: 16px/1 system-ui, sans-serif;
    }
  }
`;

let sheet: CSSStyleSheet | undefined;

/** Styles of what the extras draw; made at the first need. */
export function extrasSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(TEXT);
  }
  return sheet;
}
