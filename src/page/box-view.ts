import { html, nothing, type TemplateResult } from 'lit';
import { ASK_ICON, CLOSE_ICON } from './icons.ts';
import { FRAME } from './words/frame.ts';

export interface BoxOptions {
  query: string;
  placeholder: string;
  /** There is something to close. */
  canClose: boolean;
  /** The reader may be about to ask. */
  onWarm: () => void;
  /** What is below the box is wanted. */
  onShow: () => void;
  onType: (query: string) => void;
  onSubmit: (query: string) => void;
  onClose: () => void;
}

/** Safari's key code for an Enter that ends a composed word: it comes when the composition is over. */
const COMPOSED = 229;

/** The question box. It stands at the top and never moves. */
export function boxView({ query, placeholder, canClose, ...on }: BoxOptions): TemplateResult {
  const onKeydown = (event: KeyboardEvent) => {
    const { keyCode } = event as { keyCode: number };
    if (event.key !== 'Enter' || event.isComposing || keyCode === COMPOSED) return;
    event.preventDefault();
    on.onSubmit((event.target as HTMLInputElement).value);
  };
  // No form: a sandboxed frame lets none be submitted, not even to a listener.
  return html`<div class="box" role="search">
    ${ASK_ICON}
    <input
      part="input"
      name="question"
      dir="auto"
      autocomplete="off"
      enterkeyhint="send"
      aria-label=${FRAME.inputLabel}
      placeholder=${placeholder}
      .value=${query}
      @keydown=${onKeydown}
      @focus=${on.onWarm}
      @click=${on.onShow}
      @input=${(event: InputEvent) => {
        on.onShow();
        on.onType((event.target as HTMLInputElement).value);
      }}
    />
    <button class="button primary" @click=${() => on.onSubmit(query)}>${FRAME.ask}</button>
    ${canClose ? html`<button class="close" aria-label=${FRAME.close} @click=${on.onClose}>${CLOSE_ICON}</button>` : nothing}
  </div>`;
}
