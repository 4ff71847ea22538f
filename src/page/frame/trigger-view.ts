import { html, type TemplateResult } from 'lit';
import { ASK_ICON } from '../icons.ts';

export interface TriggerOptions {
  label: string;
  /** Of its language. */
  tag: string;
  placement: string;
  /** What is fetched for it may still change it: the reader may have put it away, a key is shown on it. */
  isHeld: boolean;
  onOpen: () => void;
  onWarm: () => void;
}

/** The element's own button in a corner of the window, or what the page puts in its place. */
export function triggerView({
  label,
  tag,
  placement,
  isHeld,
  ...on
}: TriggerOptions): TemplateResult {
  return html`<slot
    name="trigger"
    @click=${on.onOpen}
    @pointerover=${on.onWarm}
    @focusin=${on.onWarm}
    ><div class="corner ${placement}" ?hidden=${isHeld}>
      <button class="trigger" part="trigger" lang=${tag} aria-haspopup="dialog">
        ${ASK_ICON} ${label}
      </button>
    </div></slot
  >`;
}
