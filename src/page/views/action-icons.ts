import { html, type TemplateResult } from './lit.ts';

/** Pictures of the buttons below an answer, on a grid of 24. */
export const COPY_ICON = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
  <path d="M9 9h11v11H9z M5 15H4V4h11v1" />
</svg>`;

export const LINK_ICON = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
  <path
    d="M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3 M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7L12 17.7"
  />
</svg>`;

export const EDIT_ICON = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
  <path d="M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19z M13.5 7l3.5 3.5" />
</svg>`;

export const REPEAT_ICON = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
  <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.3 M20 4.5v4.8h-4.8" />
</svg>`;

const THUMB =
  'M8 11l3.5-7a2.3 2.3 0 0 1 2.3 2.7L13.3 9H18a2 2 0 0 1 2 2.4l-1.2 6A2 2 0 0 1 16.8 19H8z M8 11H4v8h4';

export const thumbIcon = (isDown: boolean): TemplateResult =>
  html`<svg class=${isDown ? 'icon down' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
    <path d=${THUMB} />
  </svg>`;
