import { html, nothing, type TemplateResult } from './lit.ts';
import { isWithdrawn } from '../../core/ask-support.ts';
import { AskCopyEvent } from '../events.ts';
import { pageAddress } from '../page-address.ts';
import type { Session } from '../session.ts';
import { answerMarkdown, questionLink } from '../thread/answer-text.ts';
import { copyText } from '../thread/clipboard.ts';
import type { Entry } from '../thread/entry.ts';
import { putIntoBox } from '../thread/question-box.ts';
import { COPY_ICON, EDIT_ICON, LINK_ICON, REPEAT_ICON } from './action-icons.ts';
import { linksOf } from './exchange.ts';
import { judgeView, reasonsView } from './feedback.ts';
import { WORDS } from './words.ts';

/** Texts that the browser would not copy: they are shown for the reader to copy. */
const selected = new WeakMap<Entry, string>();

/** What can be done with a finished answer: a quiet row. */
export function actionsView(session: Session, entry: Entry): TemplateResult {
  const { thread, runtime, ask } = session;
  const { done } = entry;
  const isNow = done === ask;
  const canCopy = done.quote.kind !== 'abstained' || done.generated !== undefined;
  return html`<div class="actions" part="actions" role="group" aria-label=${WORDS.actions}>
      ${canCopy ? actionView(WORDS.copyAnswer, COPY_ICON, (button) => copyAnswer(session, entry, button)) : nothing}
      ${actionView(WORDS.copyLink, LINK_ICON, (button) => copyLink(session, entry, button))}
      ${actionView(WORDS.editQuestion, EDIT_ICON, (button) => edit(session, entry, button))}
      ${
        isNow && runtime.engine.ready
          ? actionView(WORDS.writeAgain, REPEAT_ICON, () => void session.retry())
          : nothing
      }
      ${judgeView(session, entry)}
      ${
        entry === thread.newest
          ? html`<button class="link clear" @click=${(event: Event) => clear(session, event)}>
              ${WORDS.clearThread}
            </button>`
          : nothing
      }
    </div>
    ${selectedView(session, entry)} ${reasonsView(session, entry)}`;
}

type Act = (button: HTMLElement) => unknown;

/** A button that only shows a picture. */
function actionView(name: string, icon: TemplateResult, act: Act): TemplateResult {
  const onClick = (event: Event) => void act(event.currentTarget as HTMLElement);
  return html`<button class="action" aria-label=${name} title=${name} @click=${onClick}>
    ${icon}
  </button>`;
}
