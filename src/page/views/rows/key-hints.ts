import { html, type TemplateResult } from '../lit.ts';
import { say } from '../../words/say.ts';

/** What the keys do where the focus is: in the box, or on something that can be chosen. */
export function keyHintsView(): TemplateResult {
  const mod = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';
  return html`<span class="keys" aria-hidden="true">
    <span class="key-box"><kbd>↑</kbd><kbd>↓</kbd> ${say('keyChoose')}</span>
    <span class="key-box"><kbd>↵</kbd> ${say('keyAsk')}</span>
    <span class="key-row"><kbd>↵</kbd> ${say('keyOpen')}</span>
    <span class="key-row"><kbd>${mod}</kbd><kbd>↵</kbd> ${say('keyAsk')}</span>
    <span><kbd>Esc</kbd> ${say('keyClose')}</span>
  </span>`;
}
