import { html, nothing, type TemplateResult } from './lit.ts';
import type { StoredModel } from '../../engines/model-store/api.ts';
import type { Session } from '../session.ts';
import { choiceView, engineView } from './engine.ts';
import { formatBytes, WORDS } from './words.ts';

/** What the reader can do about the language model: see it, change it, delete it. */
export function modelsView(session: Session): unknown {
  const { models } = session.runtime;
  const { list, freeBytes } = models;
  if (!list) return nothing;
  const { stored, error } = list;
  return html`<section class="models" part="models" id="ask-models" aria-label=${WORDS.models}>
    <h2>${WORDS.models}</h2>
    ${stateView(session)} ${error ? html`<p role="alert">${error.message}</p>` : nothing}
    ${stored?.length === 0 ? html`<p class="quiet">${WORDS.noModels}</p>` : nothing}
    <ul>
      ${stored?.map((model) => storedView(session, model))}
    </ul>
    ${freeBytes === undefined ? nothing : html`<p class="quiet">${WORDS.room(formatBytes(freeBytes))}</p>`}
  </section>`;
}

function stateView(session: Session): unknown {
  const { engine } = session.runtime;
  const { state } = engine;
  switch (state.kind) {
    case 'unknown':
      return nothing;
    case 'none':
      return html`<p>${state.reason}</p>`;
    case 'declined':
      return html`<p>
        ${state.isForGood ? WORDS.modelRefused : nothing}
        <button class="button" @click=${() => engine.offer()}>${WORDS.offerAgain}</button>
      </p>`;
    case 'ready':
      return html`<p>${WORDS.modelWrites(state.description.model)}</p>
        ${choiceView(session)}`;
    default:
      return engineView(session);
  }
}

function storedView({ runtime: { models } }: Session, model: StoredModel): TemplateResult {
  const { name, bytes, origin, isComplete } = model;
  const parts = [formatBytes(bytes), WORDS.from(origin), ...(isComplete ? [] : [WORDS.incomplete])];
  return html`<li class="stored">
    <span>
      <span class="name">${name}</span>
      <span class="path">${parts.join(', ')}</span>
    </span>
    <button
      class="button"
      aria-label=${WORDS.deleteModel(name)}
      @click=${() => void models.remove(model)}
    >
      ${WORDS.delete}
    </button>
  </li>`;
}
