import { html, nothing, type TemplateResult } from './lit.ts';
import type { StoredModel } from '../../engines/model-store/api.ts';
import type { Session } from '../session.ts';
import { choiceView, engineView } from './engine.ts';
import { formatBytes } from '../words/figures.ts';
import { say, sayList } from '../words/say.ts';
import { sayOr } from '../words/told.ts';
import { errorView, reasonView } from './told.ts';

/** What the reader can do about the language model: see it, change it, delete it. */
export function modelsView(session: Session): unknown {
  const { models } = session.runtime;
  const { list, freeBytes } = models;
  if (!list) return nothing;
  const { stored, error } = list;
  return html`<section class="models" part="models" id="ask-models" aria-label=${say('models')}>
    <h2>${say('models')}</h2>
    ${stateView(session)} ${error ? html`<p role="alert">${errorView(error)}</p>` : nothing}
    ${stored?.length === 0 ? html`<p class="quiet">${say('noModels')}</p>` : nothing}
    <ul>
      ${stored?.map((model) => storedView(session, model))}
    </ul>
    ${freeBytes === undefined ? nothing : html`<p class="quiet">${say('room', { free: formatBytes(freeBytes) })}</p>`}
  </section>`;
}

function stateView(session: Session): unknown {
  const { engine } = session.runtime;
  const { state } = engine;
  switch (state.kind) {
    case 'unknown':
      return nothing;
    case 'none':
      return html`<p>${reasonView(state.reason)}</p>`;
    case 'declined':
      return html`<p>
        ${state.isForGood ? say('modelRefused') : nothing}
        <button class="button" @click=${() => engine.offer()}>${say('offerAgain')}</button>
      </p>`;
    case 'ready':
      return html`<p>${say('modelWrites', { model: state.description.model })}</p>
        ${choiceView(session)}`;
    default:
      return engineView(session);
  }
}

function storedView({ runtime: { models } }: Session, model: StoredModel): TemplateResult {
  const { name, bytes, origin, isComplete } = model;
  const parts = [
    formatBytes(bytes),
    say('from', { origin: sayOr(origin) }),
    ...(isComplete ? [] : [say('incomplete')]),
  ];
  return html`<li class="stored">
    <span>
      <span class="name">${name}</span>
      <span class="path">${sayList(parts)}</span>
    </span>
    <button
      class="button"
      aria-label=${say('deleteModel', { model: name })}
      @click=${() => void models.remove(model)}
    >
      ${say('delete')}
    </button>
  </li>`;
}
