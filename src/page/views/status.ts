import { html, nothing, type TemplateResult } from 'lit';
import type { Session } from '../session.ts';
import { WORDS } from './words.ts';

/** One line that says what is happening; screen readers speak it, never the single tokens. */
export function statusView(session: Session, isTyping: boolean): TemplateResult {
  const { ask } = session;
  const isBusy = ask.kind === 'preparing' || ask.kind === 'retrieving' || ask.kind === 'answering';
  return html`<div class="status">
    <span role="status" part="status">${statusText(session, isTyping)}</span>
    ${
      isBusy && !isTyping
        ? html`<button class="link" @click=${() => session.stop()}>${WORDS.stop}</button>`
        : nothing
    }
  </div>`;
}

function statusText({ ask, hits, runtime }: Session, isTyping: boolean): string {
  const { site } = runtime;
  if (site.kind === 'embedding' && (isTyping || ask.kind === 'idle')) return site.text;
  if (isTyping) return hits.length > 0 ? WORDS.results(hits.length) : '';
  switch (ask.kind) {
    case 'idle':
      return '';
    case 'preparing':
      return WORDS.searching;
    case 'retrieving':
      return WORDS.reading;
    case 'answering':
      return ask.text ? WORDS.writing(ask.model) : WORDS.reading;
    case 'done':
      return ask.quote.kind === 'abstained'
        ? WORDS.nothingFound
        : WORDS.answered(ask.result.hits.length);
    case 'failed':
      return WORDS.failed;
    default:
      return ask satisfies never;
  }
}

/** A thin bar: how much of the page is read, or of the model loaded, or that something is going on. */
export function progressView({ ask, runtime }: Session): TemplateResult {
  const { site, engine } = runtime;
  const isBusy = ask.kind === 'preparing' || ask.kind === 'retrieving' || ask.kind === 'answering';
  if (site.kind === 'embedding') return bar(site.fraction, site.text);
  if (engine.state.kind === 'loading') {
    const { description, progress } = engine.state;
    return bar(progress.fraction, WORDS.loadingModel(description.model));
  }
  return isBusy ? bar(undefined, WORDS.searching) : html`<div class="bar"></div>`;
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
export function noticesView(session: Session): unknown {
  const { ask } = session;
  const fromResult = ask.kind === 'answering' || ask.kind === 'done' ? ask.result.notices : [];
  const notices = session.runtime.notices;
  if (notices.length === 0 && fromResult.length === 0) return nothing;
  return html`<div class="notices">
    ${notices.map(
      (notice) =>
        html`<p class="notice">
          ${notice.text}
          ${
            notice.retry
              ? html`<button class="link" @click=${() => session.retryNotice(notice)}>
                  ${WORDS.retry}
                </button>`
              : nothing
          }
        </p>`,
    )}
    ${notices.length > 0 ? nothing : fromResult.map((text) => html`<p class="notice">${text}</p>`)}
  </div>`;
}
