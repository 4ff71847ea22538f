import { html, nothing, type TemplateResult } from './lit.ts';
import type { Answer } from '../../core/answer.ts';
import type { Sources } from '../../core/ask-sources.ts';
import { isWithdrawn } from '../../core/ask-support.ts';
import type { Hit, SearchResult } from '../../core/ports.ts';
import { removeInvisible } from '../../core/prompt/invisible.ts';
import type { Session } from '../session.ts';
import type { Answering } from '../thread/advance.ts';
import type { Entry } from '../thread/entry.ts';
import { generatedView, quoteView } from './answer.ts';
import { engineView } from './engine.ts';
import { hitsView, soFarView } from './hits.ts';
import { Kept } from './kept.ts';
import { sourceLinks, type SourceLink } from './links.ts';
import { sourcesView } from './sources.ts';
import { knownAddresses } from './markdown-addresses.ts';
import { say, sayAround } from '../words/say.ts';
import { sayOr } from '../words/told.ts';
import { errorView } from './told.ts';

/** What is drawn of an answer, finished or not. */
interface Shown {
  question: string;
  result: SearchResult;
  quote: Answer | undefined;
  generated?: Answer | undefined;
  /** What the citations of the generated answer name. */
  sources: Sources | undefined;
  /** Where an engine of the owner's own runs. */
  origin: string | undefined;
}

/** The question as it was asked, above its answer. */
export function questionView(question: string): TemplateResult {
  return html`<h2 class="question" part="question">${removeInvisible(question)}</h2>`;
}

/** The answer that is being found and written. */
export function answeringView(session: Session, ask: Answering): unknown {
  const shown = { ...ask, sources: session.sources, origin: session.runtime.engine.ownOrigin };
  return answerView(session, shown, { written: writingView(session, ask, shown), isNow: true });
}

/** A finished answer. `isNow`: it is the current question's, below which a language model may be offered. */
export function doneView(session: Session, entry: Entry, { isNow = false } = {}): unknown {
  const { done, sources, origin } = entry;
  const shown = { ...done, sources, origin };
  return answerView(session, shown, { written: writtenView(session, entry, shown), isNow });
}

/** The sources of an answer by their numbers; a generated one may cite more than the hits. */
export const linksOf = ({ sources, result, quote }: Shown): ReadonlyMap<number, SourceLink> =>
  keptLinks.of(sources?.list ?? result.hits, quote);

const keptLinks = new Kept((hits: readonly Hit[], quote: Answer | undefined) =>
  sourceLinks(hits, quote),
);

interface Drawing {
  /** What a model wrote, as it is drawn. */
  written: unknown;
  isNow: boolean;
}

function answerView(session: Session, shown: Shown, { written, isNow }: Drawing): unknown {
  const { question, result, quote, generated } = shown;
  if (!quote) return soFarView(result.hits, question);
  const links = linksOf(shown);
  const cited = new Set(generated?.citations);
  if (quote.kind === 'abstained') {
    // In persistent turns a model may find what the search did not.
    const sources = [...links.values()].filter(({ id }) => cited.has(id));
    return html`<p class="abstained" part="answer">${sayOr(quote.text)}</p>
      ${written} ${sources.length > 0 ? sourcesView(sources) : nothing}
      ${result.hits.length > 0 ? hitsView(result.hits, { label: say('moreResults'), query: question, isTyped: false }) : nothing}`;
  }
  const sources = [...links.values()].filter(({ id }) => id <= result.hits.length || cited.has(id));
  const quoted = quoteView(quote, links, result.encoder);
  return html`
    ${isWithdrawn(generated) ? [quoted, written] : [written, quoted]}
    ${isNow && !session.runtime.models.list ? engineView(session) : nothing} ${sourcesView(sources)}
  `;
}

function writingView(session: Session, { text, model }: Answering, shown: Shown): unknown {
  if (!text) return nothing;
  const isOwnKnowledge = session.prompt?.kind === 'own-knowledge';
  const answer = { text, model, isOwnKnowledge, note: undefined, isStreaming: true };
  return generatedView({ ...answer, ...contextOf(session, shown) });
}

function writtenView(session: Session, { done }: Entry, shown: Shown): unknown {
  const { generated, engineError, stopped } = done;
  if (generated?.kind === 'generated') {
    const note = stopped ? say('stopped') : undefined;
    return generatedView({
      ...{ ...generated, ...contextOf(session, shown), note, isStreaming: false },
    });
  }
  if (engineError)
    return html`<p class="notice">
      ${sayAround('engineFailed', { why: errorView(engineError) })}
    </p>`;
  return nothing;
}

/** What a generated answer may name, and who wrote it. */
function contextOf(session: Session, shown: Shown) {
  const { sources, origin } = shown;
  return {
    ...{ links: linksOf(shown), origin },
    known: sources ? keptAddresses.of(sources, document.baseURI) : new Map<string, string>(),
    redraw: () => session.redraw(),
  };
}

const keptAddresses = new Kept(({ byNumber, list }: Sources, base: string) => {
  const passages = [...byNumber.values(), ...list].flatMap(({ passage, around }) => [
    ...[passage, ...(around?.before ?? []), ...(around?.after ?? [])],
  ]);
  return knownAddresses(passages, base);
});
