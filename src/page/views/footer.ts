import { html, nothing, type TemplateResult } from './lit.ts';
import type { Session } from '../session.ts';
import { privacyText } from './privacy.ts';
import { keyHintsView } from './rows/key-hints.ts';
import { say } from '../words/say.ts';

/** Where questions go, and what else can be looked at. */
export function footerView(session: Session): TemplateResult {
  const { runtime } = session;
  const { models, traffic } = runtime;
  return html`<div class="footer">
    <button
      class="link"
      part="privacy-toggle"
      aria-expanded=${String(traffic.isOpen)}
      @click=${() => traffic.toggle()}
    >
      ${privacyText(runtime)}
    </button>
    ${unansweredToggle(session)}
    <button
      class="link"
      part="models-toggle"
      aria-expanded=${String(models.list !== undefined)}
      @click=${() => void models.toggle()}
    >
      ${say('models')}
    </button>
    ${keyHintsView()}
  </div>`;
}

/** Only where there are any. */
function unansweredToggle({ unanswered, redraw }: Session): unknown {
  const { length } = unanswered.list;
  if (length === 0) return nothing;
  const toggle = () => {
    unanswered.isOpen = !unanswered.isOpen;
    redraw();
  };
  return html`<button
    class="link"
    part="unanswered-toggle"
    aria-expanded=${String(unanswered.isOpen)}
    @click=${toggle}
  >
    ${say('unansweredCount', { count: length })}
  </button>`;
}
