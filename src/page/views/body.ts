import { html, nothing, type TemplateResult } from './lit.ts';
import type { Answer } from '../../core/answer.ts';
import { isWithdrawn } from '../../core/ask-support.ts';
import type { SearchResult } from '../../core/ports.ts';
import type { Session } from '../session.ts';
import type { AskState } from '../state.ts';
import { generatedView, loadMarkdown, quoteView } from './answer.ts';
import { engineView } from './engine.ts';
import { hitsView, sourcesView } from './hits.ts';
import { inspectorView } from './inspector.ts';
import { modelsView } from './models.ts';
import { privacyText, privacyView } from './privacy.ts';
import { sourceLinks } from './links.ts';
import { knownAddresses } from './markdown-addresses.ts';
import { noticesView, progressView, statusView } from './status.ts';
import { scopeView } from './scope.ts';
import { cardHandlers, cardView } from './source-card.ts';
import { ENGLISH, say, setLanguage, type Language } from '../words/say.ts';

export interface BodyOptions {
  /** What stands in the box. */
  query: string;
  /** Shows the request to the language model. */
  debug: boolean;
  /** Of the words; default: English. */
  language?: Language;
}

/** All below the question box, in a fixed order: what is happening, the answer, its sources, more. */
export function bodyView(session: Session, options: BodyOptions): TemplateResult {
  const { query, debug, language = ENGLISH } = options;
  setLanguage(language);
  const { ask } = session;
  // Fetched with the model, not with the first answer: what is fetched must not tell what was answered.
  if (session.runtime.engine.ready) loadMarkdown(() => session.redraw());
  // Once the reader types on, results take the place of the answer before.
  const isTyping = ask.kind === 'idle' || (query.trim() !== '' && query.trim() !== ask.question);
  return html`
    ${progressView(session)} ${scopeView(session, query)} ${statusView(session, isTyping)}
    ${noticesView(session)}
    <div
      class="scroll"
      part="body"
      @pointerover=${cardHandlers.show}
      @focusin=${cardHandlers.show}
      @pointerout=${cardHandlers.leave}
      @focusout=${cardHandlers.hide}
      @scroll=${cardHandlers.hide}
    >
      ${privacyView(session.runtime)} ${modelsView(session)}
      ${isTyping ? typingView(session, query) : askView(session, ask)}
      ${debug && !isTyping ? inspectorView(session.prompt) : nothing} ${cardView()}
    </div>
    ${footerView(session)}
  `;
}

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
      return session.hits.length > 0 ? hitsView(session.hits, say('hits')) : nothing;
    case 'answering':
      return resultView(session, ask, writingView(session, ask));
    case 'done':
      return resultView(session, ask, doneView(session, ask));
    case 'failed':
      return html`<div class="failure" role="alert">
        <p>${ask.error.message}</p>
        ${
          ask.error.code === 'bad-question'
            ? nothing
            : html`<button class="button" @click=${() => session.retry()}>${say('retry')}</button>`
        }
      </div>`;
    default:
      return ask satisfies never;
  }
}

interface Shown {
  result: SearchResult;
  quote: Answer | undefined;
  generated?: Answer | undefined;
}

function resultView(session: Session, shown: Shown, written: unknown): unknown {
  const { result, quote, generated } = shown;
  if (!quote) return hitsView(result.hits, say('hits'));
  const links = linksOf(session, shown);
  const cited = new Set(generated?.citations);
  if (quote.kind === 'abstained') {
    // In persistent turns a model may find what the search did not.
    const sources = [...links.values()].filter(({ id }) => cited.has(id));
    return html`<p class="abstained" part="answer">${quote.text}</p>
      ${written} ${sources.length > 0 ? sourcesView(sources) : nothing}
      ${result.hits.length > 0 ? hitsView(result.hits, say('moreResults')) : nothing}`;
  }
  const sources = [...links.values()].filter(({ id }) => id <= result.hits.length || cited.has(id));
  const quoted = quoteView(quote, links, result.encoder);
  return html`
    ${isWithdrawn(generated) ? [quoted, written] : [written, quoted]}
    ${session.runtime.models.list ? nothing : engineView(session)} ${sourcesView(sources)}
  `;
}

/** By the numbers in the answers; a generated one may cite more than the hits. */
const linksOf = ({ sources }: Session, { result, quote }: Shown) =>
  sourceLinks(sources?.list ?? result.hits, quote);

function writingView(session: Session, ask: AskState & { kind: 'answering' }): unknown {
  const { text, model } = ask;
  if (!text) return nothing;
  const isOwnKnowledge = session.prompt?.kind === 'own-knowledge';
  const answer = { text, model, isOwnKnowledge, note: undefined, isStreaming: true };
  return generatedView({ ...answer, ...contextOf(session, ask) });
}

function doneView(session: Session, done: Done): unknown {
  const { generated, engineError, stopped } = done;
  if (generated?.kind === 'generated') {
    const note = stopped ? say('stopped') : undefined;
    return html`
      ${generatedView({ ...generated, ...contextOf(session, done), note, isStreaming: false })}
      ${againView(session)}
    `;
  }
  if (engineError)
    return html`<p class="notice">${say('engineFailed', { why: engineError.message })}</p>`;
  return nothing;
}

/** Small models write differently each time. */
function againView(session: Session): unknown {
  if (!session.runtime.engine.ready) return nothing;
  return html`<p class="again">
    <button class="link" @click=${() => session.retry()}>${say('writeAgain')}</button>
  </p>`;
}

/** What a generated answer may name, and who wrote it. */
function contextOf(session: Session, shown: Shown) {
  const { sources, runtime } = session;
  const given = [...(sources?.byNumber.values() ?? []), ...(sources?.list ?? [])];
  const passages = given.flatMap(({ passage, around }) => [
    ...[passage, ...(around?.before ?? []), ...(around?.after ?? [])],
  ]);
  return {
    links: linksOf(session, shown),
    known: knownAddresses(passages, document.baseURI),
    origin: runtime.engine.ownOrigin,
    redraw: () => session.redraw(),
  };
}

type Done = AskState & { kind: 'done' };

function footerView({ runtime }: Session): TemplateResult {
  const { models, traffic } = runtime;
  return html`<footer class="footer">
    <button
      class="link"
      part="privacy-toggle"
      aria-expanded=${String(traffic.isOpen)}
      @click=${() => traffic.toggle()}
    >
      ${privacyText(runtime)}
    </button>
    <button
      class="link"
      part="models-toggle"
      aria-expanded=${String(models.list !== undefined)}
      @click=${() => void models.toggle()}
    >
      ${say('models')}
    </button>
    <span class="keys" aria-hidden="true">
      <kbd>↑↓</kbd> ${say('keyChoose')} <kbd>↵</kbd> ${say('keyAsk')}
      <kbd>Esc</kbd> ${say('keyClose')}
    </span>
  </footer>`;
}
