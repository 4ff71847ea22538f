import { html, nothing, type TemplateResult } from './lit.ts';
import type { Session } from '../session.ts';
import type { AskState } from '../state.ts';
import { ENGLISH, say, setLanguage, type Language } from '../words/say.ts';
import { actionsView } from './actions.ts';
import { loadMarkdown } from './answer.ts';
import { answeringView, doneView, questionView } from './exchange.ts';
import { footerView } from './footer.ts';
import { hitsView } from './hits.ts';
import { inspectorView } from './inspector.ts';
import { modelsView } from './models.ts';
import { privacyView } from './privacy.ts';
import { noticesView, progressView, statusView } from './status.ts';
import { scopeView } from './scope.ts';
import { cardHandlers, cardView } from './source-card.ts';
import { editingView, threadView } from './thread.ts';
import { unansweredView } from './unanswered.ts';

export interface BodyOptions {
  /** What stands in the box. */
  query: string;
  /** Shows the request to the language model. */
  debug: boolean;
  /** Of the words; default: English. */
  language?: Language;
  /** It has just been opened. */
  isNew: boolean;
}

/**
 * All below the question box, in a fixed order: what is happening, the answer, its sources, more, and what
 * was asked before.
 */
export function bodyView(session: Session, options: BodyOptions): TemplateResult {
  const { query, debug, isNew, language = ENGLISH } = options;
  setLanguage(language);
  const { ask } = session;
  // Fetched with the model, not with the first answer: what is fetched must not tell what was answered.
  if (session.runtime.engine.ready || hasKeptAnswer(session)) loadMarkdown(session.redraw);
  // Once the reader types on, results take the place of the answer before.
  const isTyping = ask.kind === 'idle' || (query.trim() !== '' && query.trim() !== ask.question);
  return html`
    ${progressView(session)} ${scopeView(session, query)}
    ${statusView(session, { isTyping, isNew })} ${noticesView(session)} ${editingView(session)}
    <div
      class="scroll"
      part="body"
      tabindex="-1"
      .scrollTop=${topFor(session)}
      @pointerover=${cardHandlers.show}
      @focusin=${cardHandlers.show}
      @pointerout=${cardHandlers.leave}
      @focusout=${cardHandlers.hide}
      @scroll=${cardHandlers.scroll}
    >
      ${privacyView(session)} ${modelsView(session)} ${unansweredView(session)}
      ${isTyping ? typingView(session, query) : askView(session, ask)}
      ${debug && !isTyping ? inspectorView(session.prompt) : nothing}
      ${isTyping && query.trim() !== '' ? nothing : threadView(session)} ${cardView()}
    </div>
    ${footerView(session)}
  `;
}

/** A new question begins at the top: another number below 1 for each, since only a change is drawn. */
const topFor = ({ asked }: Session): number => ((asked?.count ?? 0) % 2) - 1;

/** From another page, where a model has written it. */
const hasKeptAnswer = ({ thread }: Session): boolean =>
  thread.standing.some(({ done }) => done.generated?.kind === 'generated');

function typingView(session: Session, query: string): TemplateResult | typeof nothing {
  const { hits, runtime, searched } = session;
  const { site } = runtime;
  if (site.kind === 'failed')
    return html`<div class="failure" role="alert"><p>${site.error.message}</p></div>`;
  if (query.trim() === '') return html`<p class="quiet">${say('idle')}</p>`;
  if (hits.length > 0) return hitsView(hits, say('hits'));
  return searched === query ? html`<p class="quiet">${say('noResults')}</p>` : nothing;
}

function askView(session: Session, ask: AskState): unknown {
  switch (ask.kind) {
    case 'idle':
      return nothing;
    case 'preparing':
    case 'retrieving':
      return html`${questionView(ask.question)}
      ${session.hits.length > 0 ? hitsView(session.hits, say('hits')) : nothing}`;
    case 'answering':
      return html`${questionView(ask.question)} ${answeringView(session, ask)}`;
    case 'done': {
      const entry = session.thread.entryOf(ask);
      if (!entry) return nothing;
      return html`${questionView(ask.question)} ${doneView(session, entry, { isNow: true })}
      ${actionsView(session, entry)}`;
    }
    case 'failed':
      return failedView(session, ask);
    default:
      return ask satisfies never;
  }
}

function failedView(session: Session, { error }: AskState & { kind: 'failed' }): TemplateResult {
  return html`<div class="failure" role="alert">
    <p>${error.message}</p>
    ${
      error.code === 'bad-question'
        ? nothing
        : html`<button class="button" @click=${() => session.retry()}>${say('retry')}</button>`
    }
  </div>`;
}
