import { html, nothing, type TemplateResult } from 'lit';
import type { Heavy } from './controller.ts';
import { FRAME } from './words/frame.ts';

/** Below the question box while the heavy part is not there. */
export function waitView(
  kind: Exclude<Heavy['kind'], 'present'>,
  retry: () => void,
): TemplateResult {
  switch (kind) {
    case 'absent':
    case 'loading':
      return html`<p class="wait" role="status">
        ${kind === 'loading' ? FRAME.loading : nothing}
      </p>`;
    case 'failed':
      return html`<p class="wait" role="alert">
        ${FRAME.loadFailed}
        <button class="button" @click=${retry}>${FRAME.retry}</button>
      </p>`;
  }
}
