import { html, nothing, type TemplateResult } from './lit.ts';
import { removeInvisible } from '../../core/prompt/invisible.ts';
import type { Session } from '../session.ts';
import type { Entry } from '../thread/entry.ts';
import { actionsView } from './actions.ts';
import { doneView } from './exchange.ts';
import { putIntoBox } from '../thread/question-box.ts';
import { say } from '../words/say.ts';

/** Earlier exchanges, newest first: each a line that opens. */
export function threadView(session: Session): unknown {
  const { thread, ask } = session;
  const earlier = thread.standing.filter(({ done }) => done !== ask).reverse();
  if (earlier.length === 0) return nothing;
  return html`<section class="thread" part="thread" aria-label=${say('earlier')}>
    <h2>${say('earlier')}</h2>
    ${earlier.map((entry) => entryView(session, entry))}
  </section>`;
}

function entryView(session: Session, entry: Entry): TemplateResult {
  const { thread, ask } = session;
  // On the page that a source has led to, the answer that led there is read on.
  const isOpen = thread.opened.get(entry.id) ?? (ask.kind === 'idle' && entry === thread.newest);
  const toggle = (event: Event) => {
    // What is drawn is what `opened` says, also when the list has moved on.
    event.preventDefault();
    thread.opened.set(entry.id, !isOpen);
    session.redraw();
  };
  return html`<details class="exchange" part="exchange" ?open=${isOpen}>
    <summary @click=${toggle}>${removeInvisible(entry.done.question)}</summary>
    ${isOpen ? html`${doneView(session, entry)} ${actionsView(session, entry)}` : nothing}
  </details>`;
}

/** That the next question takes the place of an earlier one, and the way out of it. */
export function editingView({ thread, ask }: Session): unknown {
  const edited = thread.find(thread.editing);
  if (!edited) return nothing;
  const keep = ({ currentTarget }: Event) => {
    thread.editing = undefined;
    putIntoBox(currentTarget as HTMLElement, ask.kind === 'idle' ? '' : ask.question);
  };
  const question = removeInvisible(edited.done.question);
  return html`<div class="notices">
    <p class="notice">
      ${say('editing', { question })}
      <button class="link" @click=${keep}>${say('keepQuestion')}</button>
    </p>
  </div>`;
}
