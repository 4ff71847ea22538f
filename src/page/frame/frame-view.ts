import { html, type TemplateResult } from 'lit';
import { FRAME } from '../words/frame.ts';
import type { Place } from './place.ts';

export interface FrameOptions {
  place: Place;
  /** Where a panel stands: `start`, or else at the end of the lines. */
  side: string;
  onClick: (event: MouseEvent) => void;
  onKeydown: (event: KeyboardEvent) => void;
}

/** What stands around the question box and all below it. */
export function frameView({ place, side, ...on }: FrameOptions, content: unknown): TemplateResult {
  return place.form === 'inline'
    ? html`<section
        class="frame"
        part="dialog"
        aria-label=${FRAME.dialogLabel}
        @click=${on.onClick}
        @keydown=${on.onKeydown}
      >
        ${content}
      </section>`
    : html`<dialog
        class="frame ${place.form} ${side}"
        part="dialog"
        aria-label=${FRAME.dialogLabel}
        @close=${place.onClosed}
        @click=${on.onClick}
        @keydown=${on.onKeydown}
      >
        ${content}
      </dialog>`;
}
