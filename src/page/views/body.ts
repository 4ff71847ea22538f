import { html, nothing, type TemplateResult } from './lit.ts';
import type { Answer } from '../../core/answer.ts';
import type { SearchResult } from '../../core/ports.ts';
import type { Session } from '../session.ts';
import type { AskState } from '../state.ts';
import { generatedView, loadMarkdown, quoteView } from './answer.ts';
import { engineView } from './engine.ts';
import { hitsView, sourcesView } from './hits.ts';
import { inspectorView } from './inspector.ts';
import { sourceLinks } from './links.ts';
import { noticesView, progressView, statusView } from './status.ts';
import { WORDS } from './words.ts';

export interface BodyOptions {
  /** What stands in the box. */
  query: string;
  /** Shows the request to the language model. */
  debug: boolean;
}

/** All below the question box, in a fixed order: what is happening, the answer, its sources, more. */
export function bodyView(session: Session, { query, debug }: BodyOptions): TemplateResult {
  const { ask } = session;
  // Once the reader types on, results take the place of the answer before.
  const isTyping = ask.kind === 'idle' || (query.trim() !== '' && query.trim() !== ask.question);
  return html`
    ${progressView(session)} ${statusView(session, isTyping)} ${noticesView(session)}
    <div class="scroll" part="body">
      ${isTyping ? typingView(session, query) : askView(session, ask)}
      ${debug && !isTyping ? inspectorView(session.prompt) : nothing}
    </div>
    ${footerView(session.runtime.isOwnersOwn)}
  `;
}

function typingView(session: Session, query: string): TemplateResult | typeof nothing {
  const { hits, runtime, searched } = session;
  const { site } = runtime;
  if (site.kind === 'failed')
    return html`<div class="failure" role="alert"><p>${site.error.message}</p></div>`;
  if (query.trim() === '') return html`<p class="quiet">${WORDS.idle}</p>`;
  if (hits.length > 0) return hitsView(hits, WORDS.hits);
  return searched === query ? html`<p class="quiet">${WORDS.noResults}</p>` : nothing;
}

function askView(session: Session, ask: AskState): unknown {
  switch (ask.kind) {
    case 'idle':
      return nothing;
    case 'preparing':
    case 'retrieving':
      return session.hits.length > 0 ? hitsView(session.hits, WORDS.hits) : nothing;
    case 'answering':
      return resultView(session, ask, writingView(session, ask));
    case 'done':
      return resultView(session, ask, doneView(ask));
    case 'failed':
      return html`<div class="failure" role="alert">
        <p>${ask.error.message}</p>
        ${
          ask.error.code === 'bad-question'
            ? nothing
            : html`<button class="button" @click=${() => session.retry()}>${WORDS.retry}</button>`
        }
      </div>`;
    default:
      return ask satisfies never;
  }
}

interface Shown {
  result: SearchResult;
  quote: Answer | undefined;
}

function resultView(session: Session, { result, quote }: Shown, written: unknown): unknown {
  if (!quote) return hitsView(result.hits, WORDS.hits);
  if (quote.kind === 'abstained') {
    return html`<p class="abstained" part="answer">${quote.text}</p>
      ${written} ${result.hits.length > 0 ? hitsView(result.hits, WORDS.moreResults) : nothing}`;
  }
  const links = sourceLinks(result.hits, quote);
  return html`
    ${written} ${quoteView(quote, links, result.encoder)} ${engineView(session)}
    ${sourcesView([...links.values()])}
  `;
}

function writingView(session: Session, ask: AskState & { kind: 'answering' }): unknown {
  const { text, model, result, quote } = ask;
  if (!text) return nothing;
  // It is there before the first sentence is; the next words draw with it.
  void loadMarkdown();
  const links = sourceLinks(result.hits, quote);
  const isOwnKnowledge = session.prompt?.kind === 'own-knowledge';
  return generatedView({ text, model, links, isOwnKnowledge, note: undefined });
}

function doneView({ result, quote, generated, engineError, stopped }: Done): unknown {
  if (generated?.kind === 'generated') {
    const links = sourceLinks(result.hits, quote);
    return generatedView({ ...generated, links, note: stopped ? WORDS.stopped : undefined });
  }
  if (engineError) return html`<p class="notice">${WORDS.engineFailed(engineError.message)}</p>`;
  return nothing;
}

type Done = AskState & { kind: 'done' };

function footerView(isOwnersOwn: boolean): TemplateResult {
  return html`<footer class="footer">
    <span>${isOwnersOwn ? WORDS.ownParts : WORDS.privacy}</span>
    <span class="keys" aria-hidden="true">
      ${WORDS.keys.map(([key, what]) => html`<kbd>${key}</kbd> ${what} `)}
    </span>
  </footer>`;
}
