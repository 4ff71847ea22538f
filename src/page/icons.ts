import { svg, html } from 'lit';

const icon = (path: ReturnType<typeof svg>) =>
  html`<svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${path}
  </svg>`;

/** A speech bubble with a question mark's dot: ask. */
export const ASK_ICON = icon(
  svg`<path d="M20 11.5a7.5 7.5 0 0 1-11 6.6L4 19.5l1.5-4.6A7.5 7.5 0 1 1 20 11.5Z"/><path d="M10.4 9.6a2.1 2.1 0 1 1 3 1.9c-.6.3-.9.7-.9 1.3M12.5 15.4v.01"/>`,
);

export const CLOSE_ICON = icon(svg`<path d="M6 6l12 12M18 6L6 18"/>`);
