import { html, nothing, type TemplateResult } from './lit.ts';
import { isWithdrawn } from '../../core/ask-support.ts';
import type { Session } from '../session.ts';
import type { AskState } from '../state.ts';
import { say } from '../words/say.ts';
import { sayOr } from '../words/told.ts';
import { noticeText } from './told.ts';

export interface StatusOptions {
  isTyping: boolean;
  /** Just opened: the line comes empty, since what is in it from the start is not spoken. */
  isNew: boolean;
}

/**
 * One line that says what is happening; screen readers speak it, never the single tokens. Remarks have a place
 * of their own: what stood there before would be spoken again after them.
 */
export function statusView(session: Session, { isTyping, isNew }: StatusOptions): TemplateResult {
  const { ask } = session;
  const isBusy = ask.kind === 'preparing' || ask.kind === 'retrieving' || ask.kind === 'answering';
  return html`<div class="status">
    <span role="status" part="status">${isNew ? nothing : lineView(session, isTyping)}</span>
    <span role="status" class="remark">${session.remark.text}</span>
    ${
      isBusy && !isTyping
        ? html`<button class="link" @click=${() => session.stop()}>${say('stop')}</button>`
        : nothing
    }
  </div>`;
}

/** Figures are for the eye: spoken with each change, they would never end. */
function lineView(session: Session, isTyping: boolean): unknown {
  const spoken = statusText(session, isTyping);
  const figures = figuresText(session, isTyping);
  if (!figures) return spoken;
  return html`<span class="spoken">${spoken}</span><span aria-hidden="true">${figures}</span>`;
}

/** How far the page is read, or the search model loaded. */
function figuresText({ ask, runtime }: Session, isTyping: boolean): string {
  const { site, encoderProgress } = runtime;
  if (site.kind === 'embedding' && (isTyping || ask.kind === 'idle')) return sayOr(site.text);
  return !isTyping && ask.kind === 'retrieving' ? sayOr(encoderProgress) : '';
}

/** A model may read for a while before it writes the first word. */
function waitingText({ prompt, runtime: { engine } }: Session): string {
  const { state } = engine;
  return prompt && state.kind === 'ready'
    ? say('modelReads', { model: state.description.model })
    : say('reading');
}

function statusText(session: Session, isTyping: boolean): string {
  const { ask, hits } = session;
  if (isTyping) return hits.length > 0 ? say('results', { count: hits.length }) : '';
  switch (ask.kind) {
    case 'idle':
      return '';
    case 'preparing':
      return say('searching');
    case 'retrieving':
      return say('reading');
    case 'answering':
      if (ask.isChecking) return say('checking');
      return ask.text ? say('writing', { model: ask.model }) : waitingText(session);
    case 'done':
      return doneText(ask);
    case 'failed':
      return say('failed');
    default:
      return ask satisfies never;
  }
}

function doneText({ quote, generated, result: { hits } }: AskState & { kind: 'done' }): string {
  if (quote.kind === 'abstained') return say('nothingFound');
  return say(isWithdrawn(generated) ? 'answeredByQuote' : 'answered', { count: hits.length });
}

/** A thin bar: how much of the page is read, or of the model loaded, or that something is going on. */
export function progressView(session: Session): TemplateResult {
  const { ask, runtime } = session;
  const { site, engine } = runtime;
  const isBusy = ask.kind === 'preparing' || ask.kind === 'retrieving' || ask.kind === 'answering';
  const isWaiting = ask.kind === 'answering' && ask.text === '';
  // What the reader waits for comes first.
  if (isWaiting && ask.read !== undefined) return bar(ask.read, waitingText(session));
  if (site.kind === 'embedding') return bar(site.fraction, sayOr(site.text));
  if (engine.state.kind === 'loading') {
    const { description, progress } = engine.state;
    return bar(progress.fraction, say('loadingModel', { model: description.model }));
  }
  if (isWaiting) return bar(undefined, waitingText(session));
  // Words that come show that something goes on, and the model needs what an animation takes.
  const isWriting = ask.kind === 'answering' && !ask.isChecking;
  return isBusy && !isWriting ? bar(undefined, say('searching')) : html`<div class="bar"></div>`;
}

function bar(fraction: number | undefined, label: string): TemplateResult {
  return html`<div class="bar">
    ${
      fraction === undefined
        ? html`<progress aria-label=${label}></progress>`
        : html`<progress aria-label=${label} max="1" .value=${fraction}></progress>`
    }
  </div>`;
}

/** What was done in a lesser way, and what can be tried again. */
export function noticesView(session: Session): TemplateResult {
  const { notices } = session.runtime;
  const lines =
    notices.length > 0
      ? notices.map((notice) =>
          noticeView(noticeText(notice), notice.retry && (() => session.retryNotice(notice))),
        )
      : resultNotices(session);
  // Always there, so that screen readers speak what comes into it.
  return html`<div class="notices" role="status">${lines}</div>`;
}

function resultNotices(session: Session): TemplateResult[] {
  const { ask, runtime } = session;
  if (ask.kind !== 'answering' && ask.kind !== 'done') return [];
  const { notices, encoder } = ask.result;
  const wasLesser = encoder === 'keyword' || (encoder === 'light' && notices.length > 0);
  const isBetterNow = wasLesser && runtime.pool.isReady && runtime.site.kind === 'ready';
  if (ask.kind === 'done' && isBetterNow) {
    const text = encoder === 'keyword' ? say('meaningReady') : say('modelReady');
    return [noticeView(text, () => void session.retry(), say('askAgain'))];
  }
  return notices.map((text) => noticeView(sayOr(text)));
}

function noticeView(
  text: unknown,
  action?: (() => void) | false,
  label = say('retry'),
): TemplateResult {
  return html`<p class="notice">
    ${text} ${action ? html`<button class="link" @click=${action}>${label}</button>` : nothing}
  </p>`;
}
