import { html, nothing, type TemplateResult } from './lit.ts';
import { nextQuestions } from '../next-questions.ts';
import type { Session } from '../session.ts';
import { say } from '../words/say.ts';
import { keepFocus } from './rows/keeper.ts';

/** Questions that go on from a finished answer. Draws nothing where there are none. */
export function nextView(
  { ask: answer, runtime, redraw }: Session,
  ask: (question: string) => void,
): TemplateResult | typeof nothing {
  const questions = nextQuestions(answer, runtime, redraw);
  if (questions.length === 0) return nothing;
  return html`<section class="next" part="next" aria-label=${say('next')}>
    <h2>${say('next')}</h2>
    <ul>
      ${questions.map((question) => html`<li>${chipView(question, ask)}</li>`)}
    </ul>
  </section>`;
}

const chipView = (question: string, ask: (question: string) => void) =>
  html`<button
    class="chip"
    part="chip"
    data-choice=${question}
    @mousedown=${keepFocus}
    @click=${() => ask(question)}
  >
    ${question}
  </button>`;
