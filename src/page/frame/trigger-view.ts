import { html, nothing, type TemplateResult } from 'lit';
import { describeHotkey, type Hotkey } from '../hotkey.ts';
import { ASK_ICON } from '../icons.ts';

export interface TriggerOptions {
  label: string;
  /** Of its language. */
  tag: string;
  placement: string;
  hotkey: Hotkey | undefined;
  /** The reader may have put it away. */
  isHeld: boolean;
  onOpen: () => void;
  onWarm: () => void;
}

/** The element's own button in a corner of the window, or what the page puts in its place. */
export function triggerView({
  label,
  tag,
  placement,
  hotkey,
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
        ${hotkey ? html`<kbd aria-hidden="true">${describeHotkey(hotkey)}</kbd>` : nothing}
      </button>
    </div></slot
  >`;
}
