import { html, nothing, type TemplateResult } from './lit.ts';
import type { EngineDescription } from '../../core/ports.ts';
import type { Session } from '../session.ts';
import { formatBytes, WORDS } from './words.ts';

/** The language model's card: offered with its size, loading, or failed. Ready, it needs no card. */
export function engineView(session: Session): unknown {
  const { state } = session.runtime.engine;
  switch (state.kind) {
    case 'unknown':
    case 'none':
    case 'declined':
    case 'ready':
      return nothing;
    case 'offered':
      return offerView(session, state.description);
    case 'loading':
      return html`<aside class="engine" part="engine">
        <p><strong>${WORDS.loadingModel(state.description.model)}</strong></p>
        <p>${state.progress.text}</p>
        <button class="button" @click=${() => session.runtime.engine.stop()}>${WORDS.stop}</button>
      </aside>`;
    case 'failed':
      return html`<aside class="engine" part="engine">
        <p role="alert">${state.error.message}</p>
        <button class="button" @click=${() => session.downloadModel()}>${WORDS.retry}</button>
      </aside>`;
    default:
      return state satisfies never;
  }
}

function offerView(session: Session, description: EngineDescription): TemplateResult {
  const { model, bytes, origin, licence } = description;
  const size = formatBytes(bytes);
  return html`<aside class="engine" part="engine">
    <p><strong>${WORDS.offerTitle}</strong></p>
    <p>${WORDS.offer(model, size, origin)} ${WORDS.licence}: ${licence}.</p>
    <button class="button primary" @click=${() => session.downloadModel()}>
      ${WORDS.download(size)}
    </button>
    <button class="button" @click=${() => session.runtime.engine.decline()}>${WORDS.notNow}</button>
  </aside>`;
}
