import { html, type TemplateResult } from 'lit';
import type { Speaker } from '../words/speaker.ts';
import type { Place } from './place.ts';

export interface FrameOptions {
  place: Place;
  speaker: Speaker;
  /** Where a panel stands: `start`, or else at the end of the lines. */
  side: string;
  onClick: (event: MouseEvent) => void;
  onKeydown: (event: KeyboardEvent) => void;
}

/** What stands around the question box and all below it. */
export function frameView(
  { place, speaker, side, ...on }: FrameOptions,
  content: unknown,
): TemplateResult {
  const { tag, direction, words } = speaker;
  return place.form === 'inline'
    ? html`<section
        class="frame"
        part="dialog"
        lang=${tag}
        dir=${direction}
        aria-label=${words.dialogLabel}
        @click=${on.onClick}
        @keydown=${on.onKeydown}
      >
        ${content}
      </section>`
    : html`<dialog
        class="frame ${place.form} ${side}"
        part="dialog"
        lang=${tag}
        dir=${direction}
        aria-label=${words.dialogLabel}
        @close=${place.onClosed}
        @click=${on.onClick}
        @keydown=${on.onKeydown}
      >
        ${content}
      </dialog>`;
}
