import { html, type TemplateResult } from '../lit.ts';
import { say } from '../../words/say.ts';
import { keepFocus } from './keeper.ts';

/**
 * The first row: what Enter in the box does. It is no stop of its own for keys, since the box is, and
 * looks chosen while that has the focus.
 */
export function askRowView(question: string, ask: (question: string) => void): TemplateResult {
  return html`<button
    class="ask-row"
    part="ask-row"
    tabindex="-1"
    @mousedown=${keepFocus}
    @click=${() => ask(question)}
  >
    <span class="name">${say('askRow', { question })}</span>
    <kbd aria-hidden="true">↵</kbd>
  </button>`;
}
