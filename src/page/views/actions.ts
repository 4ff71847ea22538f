import { html, nothing, type TemplateResult } from './lit.ts';
import { standingAnswer } from '../../core/ask-support.ts';
import { AskCopyEvent } from '../events.ts';
import { pageAddress } from '../page-address.ts';
import type { Session } from '../session.ts';
import { answerMarkdown, questionLink } from '../thread/answer-text.ts';
import { copyText } from '../thread/clipboard.ts';
import { drawn } from '../thread/drawn.ts';
import type { Entry } from '../thread/entry.ts';
import { putIntoBox } from '../thread/question-box.ts';
import { say } from '../words/say.ts';
import { COPY_ICON, EDIT_ICON, LINK_ICON, REPEAT_ICON } from './action-icons.ts';
import { originText } from './answer.ts';
import { linksOf } from './exchange.ts';
import { judgeViews, reasonsView } from './feedback.ts';

/** Texts that the browser would not copy: they stand selected below the answer. */
const uncopied = new WeakMap<Entry, string>();

/** What can be done with a finished answer: a quiet row. */
export function actionsView(session: Session, entry: Entry): TemplateResult {
  const { thread, runtime, ask } = session;
  const { quote, generated } = entry.done;
  const isAnswered = quote.kind !== 'abstained' || generated !== undefined;
  const isWritten = generated?.kind === 'generated';
  const canRepeat = isWritten && entry.done === ask && runtime.engine.ready !== undefined;
  return html`<div class="actions" part="actions" role="group" aria-label=${say('actions')}>
      ${isAnswered ? copyView(session, entry) : nothing} ${linkView(session, entry)}
      ${actionView(say('editQuestion'), EDIT_ICON, (button) => {
        thread.editing = entry.id;
        putIntoBox(button, entry.done.question);
      })}
      ${canRepeat ? actionView(say('writeAgain'), REPEAT_ICON, () => void session.retry()) : nothing}
      ${isAnswered ? judgeViews(session, entry) : nothing}
      ${entry === thread.newest ? clearView(session) : nothing}
    </div>
    ${uncopiedView(session, entry)} ${reasonsView(session, entry)}`;
}

type Act = (button: HTMLElement) => void;

/** A button that only shows a picture. */
function actionView(name: string, icon: TemplateResult, act: Act): TemplateResult {
  const onClick = (event: Event) => act(event.currentTarget as HTMLElement);
  return html`<button class="action" aria-label=${name} title=${name} @click=${onClick}>
    ${icon}
  </button>`;
}

function copyView(session: Session, entry: Entry): TemplateResult {
  const { done, sources, origin } = entry;
  const answer = standingAnswer(done);
  const heading = say('sources');
  const note = answer.kind === 'generated' ? originText({ ...answer, origin }) : undefined;
  const copy = copyAction(session, entry, 'answer');
  return actionView(say('copyAnswer'), COPY_ICON, (button) => {
    const links = [...linksOf({ ...done, sources, origin }).values()];
    const { question } = done;
    const base = document.baseURI;
    void copy(button, answerMarkdown({ question, answer, sources: links, base, heading, note }));
  });
}

function linkView(session: Session, entry: Entry): TemplateResult {
  const copy = copyAction(session, entry, 'link');
  return actionView(
    say('copyLink'),
    LINK_ICON,
    (button) => void copy(button, questionLink(pageAddress(), entry.done.question)),
  );
}

/** Copies a text or, where the browser doesn't let it, shows it selected; and tells of it. */
function copyAction({ remark }: Session, entry: Entry, kind: AskCopyEvent['kind']) {
  const [copied, byHand] = [say('copied'), say('copyByHand')];
  return async (button: HTMLElement, text: string): Promise<void> => {
    const isCopied = await copyText(text);
    if (isCopied) uncopied.delete(entry);
    else uncopied.set(entry, text);
    remark.say(isCopied ? copied : byHand);
    button.dispatchEvent(new AskCopyEvent({ kind, text }));
    if (!isCopied) await select(button);
  };
}

/** The text is there once it is drawn. */
async function select(button: HTMLElement): Promise<void> {
  const row = button.closest('.actions');
  await drawn(button);
  const area = row?.parentElement?.querySelector<HTMLTextAreaElement>('.uncopied textarea');
  area?.focus();
  area?.select();
  area?.scrollTo(0, 0);
}

function uncopiedView(session: Session, entry: Entry): unknown {
  const text = uncopied.get(entry);
  if (text === undefined) return nothing;
  const close = () => {
    uncopied.delete(entry);
    session.redraw();
  };
  return html`<div class="uncopied">
    <textarea readonly rows="4" aria-label=${say('textToCopy')} .value=${text}></textarea>
    <button class="button" @click=${close}>${say('done')}</button>
  </div>`;
}

function clearView(session: Session): TemplateResult {
  const cleared = say('cleared');
  const clear = (event: Event) => {
    const button = event.currentTarget as HTMLElement;
    session.clear();
    putIntoBox(button, '');
    session.remark.say(cleared);
  };
  return html`<button class="link clear" @click=${clear}>${say('clearThread')}</button>`;
}
