import { html, nothing, type TemplateResult } from 'lit';
import { ASK_ICON, CLOSE_ICON } from './icons.ts';
import type { FrameWords } from './words/frame.ts';

export interface BoxOptions {
  query: string;
  words: FrameWords;
  /** Default: that of the words. */
  placeholder: string | null | undefined;
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
export function boxView({ query, words, canClose, ...on }: BoxOptions): TemplateResult {
  const placeholder = on.placeholder ?? words.placeholder;
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
      aria-label=${words.inputLabel}
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
    <button class="button primary" @click=${() => on.onSubmit(query)}>${words.ask}</button>
    ${canClose ? html`<button class="close" aria-label=${words.close} @click=${on.onClose}>${CLOSE_ICON}</button>` : nothing}
  </div>`;
}
