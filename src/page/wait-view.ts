import { html, nothing, type TemplateResult } from 'lit';
import type { Heavy } from './controller.ts';
import type { FrameWords } from './words/frame.ts';

/** Below the question box while the heavy part is not there. */
export function waitView(
  kind: Exclude<Heavy['kind'], 'present'>,
  words: FrameWords,
  retry: () => void,
): TemplateResult {
  switch (kind) {
    case 'absent':
    case 'loading':
      return html`<p class="wait" role="status">
        ${kind === 'loading' ? words.loading : nothing}
      </p>`;
    case 'failed':
      return html`<p class="wait" role="alert">
        ${words.loadFailed}
        <button class="button" @click=${retry}>${words.retry}</button>
      </p>`;
  }
}
