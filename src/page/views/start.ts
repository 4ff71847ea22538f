import { html, nothing, type TemplateResult } from './lit.ts';
import { say } from '../words/say.ts';
import { keepFocus } from './rows/keeper.ts';

/** Rows of each kind; more would be a list to read, not a start. */
const MOST = 5;

export interface Start {
  /** Questions asked before, the latest first. */
  recent: readonly string[];
  /** Forgets them. */
  onClear: () => void;
  /** Questions that one could ask. */
  suggestions: readonly string[];
  ask: (question: string) => void;
}

/** What stands below the empty box: questions to choose. */
export function startView({ recent, onClear, suggestions, ask }: Start): TemplateResult {
  const rest = suggestions.filter((question) => !recent.slice(0, MOST).includes(question));
  if (recent.length + rest.length === 0) return html`<p class="quiet">${say('idle')}</p>`;
  const clear = html`<button class="link" part="recent-clear" @click=${onClear}>
    ${say('clearRecent')}
  </button>`;
  return html`
    ${recent.length > 0 ? questionsView({ label: say('recent'), questions: recent, action: clear, ask }) : nothing}
    ${rest.length > 0 ? questionsView({ label: say('suggestions'), questions: rest, ask }) : nothing}
  `;
}

interface Questions {
  label: string;
  questions: readonly string[];
  /** Beside the label. */
  action?: TemplateResult;
  ask: (question: string) => void;
}

function questionsView({ label, questions, action, ask }: Questions): TemplateResult {
  return html`<section class="start" part="start" aria-label=${label}>
    <div class="start-head">
      <h2>${label}</h2>
      ${action ?? nothing}
    </div>
    <ul>
      ${questions.slice(0, MOST).map((question) => html`<li>${questionView(question, ask)}</li>`)}
    </ul>
  </section>`;
}

const questionView = (question: string, ask: Start['ask']): TemplateResult =>
  html`<button
    class="suggestion"
    part="suggestion"
    data-choice=${question}
    @mousedown=${keepFocus}
    @click=${() => ask(question)}
  >
    ${question}
  </button>`;

/**
 * Questions as an owner writes them: a list, or in an attribute one in each line or divided by `|`.
 * Undefined where there is neither.
 */
export function readQuestions(
  value: string | readonly string[] | null | undefined,
): string[] | undefined {
  const list = typeof value === 'string' ? value.split(/[\n|]/) : value;
  return list ? [...new Set(list.map((question) => question.trim()))].filter(Boolean) : undefined;
}
