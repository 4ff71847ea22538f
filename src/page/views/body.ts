import { html, nothing, type TemplateResult } from './lit.ts';
import type { Session } from '../session.ts';
import type { AskState } from '../state.ts';
import { ENGLISH, say, setLanguage, type Language } from '../words/say.ts';
import { actionsView } from './actions.ts';
import { loadMarkdown } from './answer.ts';
import { answeringView, doneView, questionView } from './exchange.ts';
import { footerView } from './footer.ts';
import { soFarView } from './hits.ts';
import { inspectorView } from './inspector.ts';
import { modelsView } from './models.ts';
import { nextView } from './next.ts';
import { privacyView } from './privacy.ts';
import { noticesView, progressView, statusView } from './status.ts';
import { scopeView } from './scope.ts';
import { keepChoice } from './rows/keeper.ts';
import { cardHandlers, cardView } from './source-card.ts';
import { editingView, threadView } from './thread.ts';
import { beginningView, typingView, type TypingOptions } from './typing.ts';
import { errorView } from './told.ts';
import { unansweredView } from './unanswered.ts';

export interface BodyOptions extends TypingOptions {
  /** Shows the request to the language model. */
  debug: boolean;
  /** Of the words; default: English. */
  language?: Language | undefined;
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
      @focusin=${onFocus}
      @pointerout=${cardHandlers.leave}
      @focusout=${cardHandlers.hide}
      @scroll=${cardHandlers.scroll}
    >
      ${privacyView(session)} ${modelsView(session)} ${unansweredView(session)}
      ${isTyping ? typingView(session, options) : askView(session, options)}
      ${debug && !isTyping ? inspectorView(session.prompt) : nothing}
      ${isTyping && query.trim() !== '' ? nothing : threadView(session)}
      ${isTyping && isBelow(session, query) ? beginningView(session, options) : nothing}
      ${cardView()}
    </div>
    ${footerView(session)}
  `;
}

/** A new question begins at the top: another number below 1 for each, since only a change is drawn. */
const topFor = ({ asked }: Session): number => ((asked?.count ?? 0) % 2) - 1;

/** Whether questions to choose stand below a thread. */
const isBelow = ({ thread }: Session, query: string): boolean =>
  query.trim() === '' && thread.standing.length > 0;

/** From another page, where a model has written it. */
const hasKeptAnswer = ({ thread }: Session): boolean =>
  thread.standing.some(({ done }) => done.generated?.kind === 'generated');

function askView(session: Session, options: BodyOptions): unknown {
  const { ask, hits } = session;
  switch (ask.kind) {
    case 'idle':
      return nothing;
    case 'preparing':
    case 'retrieving':
      return html`${questionView(ask.question)}
      ${hits.length > 0 ? soFarView(hits, ask.question) : nothing}`;
    case 'answering':
      return html`${questionView(ask.question)} ${answeringView(session, ask)}`;
    case 'done': {
      const entry = session.thread.entryOf(ask);
      if (!entry) return nothing;
      return html`${questionView(ask.question)} ${doneView(session, entry, { isNow: true })}
      ${actionsView(session, entry)} ${nextView(session, options.ask)}`;
    }
    case 'failed':
      return failedView(session, ask);
    default:
      return ask satisfies never;
  }
}

function onFocus(event: Event): void {
  cardHandlers.show(event);
  keepChoice(event);
}

function failedView(session: Session, { error }: AskState & { kind: 'failed' }): TemplateResult {
  return html`<div class="failure" role="alert">
    <p>${errorView(error)}</p>
    ${
      error.code === 'bad-question'
        ? nothing
        : html`<button class="button" @click=${() => session.retry()}>${say('retry')}</button>`
    }
  </div>`;
}
