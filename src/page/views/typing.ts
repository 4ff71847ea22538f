import { html, nothing, type TemplateResult } from './lit.ts';
import type { Session } from '../session.ts';
import { suggestedQuestions } from '../suggestions.ts';
import { say } from '../words/say.ts';
import { hitsView } from './hits.ts';
import { askRowView } from './rows/ask-row.ts';
import { readQuestions, startView } from './start.ts';
import { errorView } from './told.ts';

export interface TypingOptions {
  /** What stands in the box. */
  query: string;
  /**
   * The owner's questions to begin with: a list, or as in the attribute. None where it is empty.
   * Default: made from headings.
   */
  suggestions?: string | readonly string[] | null | undefined;
  /** Puts a question into the box and asks it. */
  ask: (question: string) => void;
}

/**
 * What stands below the box before anything is asked: questions to choose, or results as one types. Where
 * there is a thread, that is read on, and the questions stand below it.
 */
export function typingView(
  session: Session,
  options: TypingOptions,
): TemplateResult | typeof nothing {
  const { site } = session.runtime;
  const { query, ask } = options;
  if (site.kind === 'failed')
    return html`<div class="failure" role="alert"><p>${errorView(site.error)}</p></div>`;
  if (query.trim() === '')
    return session.thread.standing.length > 0 ? nothing : beginningView(session, options);
  return html`${askRowView(query.trim(), ask)} ${resultsView(session, query)}`;
}

/**
 * Questions asked before that the thread doesn't show, then the owner's; where nothing is said of any, such
 * as the headings give.
 */
export function beginningView(
  session: Session,
  { suggestions, ask }: TypingOptions,
): TemplateResult {
  const { history, thread } = session;
  const shown = new Set(thread.standing.map(({ done }) => done.question));
  return startView({
    recent: history.recent.filter((question) => !shown.has(question)),
    onClear: () => {
      history.clearRecent();
      session.redraw();
    },
    ask,
    suggestions: readQuestions(suggestions) ?? suggestedQuestions(session.runtime, session.redraw),
  });
}

function resultsView({ hits, searched }: Session, query: string): TemplateResult | typeof nothing {
  if (hits.length > 0)
    return hitsView(hits, { label: say('hits'), query: searched, isTyped: true });
  return searched === query ? html`<p class="quiet">${say('noResults')}</p>` : nothing;
}
