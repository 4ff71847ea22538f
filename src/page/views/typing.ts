import { html, nothing, type TemplateResult } from './lit.ts';
import type { Session } from '../session.ts';
import { suggestedQuestions } from '../suggestions.ts';
import { say } from '../words/say.ts';
import { hitsView } from './hits.ts';
import { askRowView } from './rows/ask-row.ts';
import { readQuestions, startView } from './start.ts';

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

/** What stands below the box before anything is asked: questions to choose, or results as one types. */
export function typingView(session: Session, options: TypingOptions): TemplateResult {
  const { site } = session.runtime;
  const { query, ask } = options;
  if (site.kind === 'failed')
    return html`<div class="failure" role="alert"><p>${site.error.message}</p></div>`;
  if (query.trim() === '') return beginning(session, options);
  return html`${askRowView(query.trim(), ask)} ${resultsView(session, query)}`;
}

/** The owner's questions; where nothing is said of any, such as the headings give. */
function beginning(session: Session, { suggestions, ask }: TypingOptions): TemplateResult {
  return startView({
    ...{ recent: [], onClear: () => {}, ask },
    suggestions: readQuestions(suggestions) ?? suggestedQuestions(session.runtime, session.redraw),
  });
}

function resultsView({ hits, searched }: Session, query: string): TemplateResult | typeof nothing {
  if (hits.length > 0)
    return hitsView(hits, { label: say('hits'), query: searched, isTyped: true });
  return searched === query ? html`<p class="quiet">${say('noResults')}</p>` : nothing;
}
