import { html, nothing, type TemplateResult } from './lit.ts';
import { standingAnswer } from '../../core/ask-support.ts';
import { AskFeedbackEvent } from '../events.ts';
import { drawn } from '../thread/drawn.ts';
import type { Session } from '../session.ts';
import type { Entry } from '../thread/entry.ts';
import {
  MAX_COMMENT,
  NO_FEEDBACK,
  REASONS,
  type Feedback,
  type Reason,
} from '../thread/feedback.ts';
import { say, type Key } from '../words/say.ts';
import { thumbIcon } from './action-icons.ts';

/** What a reader is choosing for an answer that did not help, until they tell it. */
const drafts = new WeakMap<Entry, Pick<Feedback, 'reasons' | 'comment'>>();

const NAMES = {
  wrong: 'reasonWrong',
  incomplete: 'reasonIncomplete',
  'off-topic': 'reasonOffTopic',
  outdated: 'reasonOutdated',
  unclear: 'reasonUnclear',
} as const satisfies Record<Reason, Key>;

/** Whether an answer helped: two buttons, of which one may be pressed. */
export function judgeViews(session: Session, entry: Entry): TemplateResult[] {
  return (['up', 'down'] as const).map((rating) => {
    const isPressed = entry.feedback.rating === rating;
    const name = say(rating === 'up' ? 'helpful' : 'notHelpful');
    const told = say(isPressed ? 'takenBack' : 'thanks');
    const onClick = ({ currentTarget }: Event) => {
      if (isPressed || rating === 'up') drafts.delete(entry);
      else drafts.set(entry, { reasons: [], comment: '' });
      session.judge(entry, isPressed ? NO_FEEDBACK : { ...NO_FEEDBACK, rating });
      announce(currentTarget as HTMLElement, entry);
      session.remark.say(told);
      void showReasons(currentTarget as HTMLElement);
    };
    return html`<button
      class="action"
      aria-label=${name}
      title=${name}
      aria-pressed=${String(isPressed)}
      @click=${onClick}
    >
      ${thumbIcon(rating === 'down')}
    </button>`;
  });
}

/** They may be drawn below what is in view. */
async function showReasons(button: HTMLElement): Promise<void> {
  const row = button.closest('.actions');
  await drawn(button);
  row?.parentElement?.querySelector('.reasons')?.scrollIntoView({ block: 'nearest' });
}

/** The site hears of it, and may pass it on; the widget itself sends nothing. */
function announce(button: HTMLElement, { done, feedback }: Entry): void {
  const answer = standingAnswer(done);
  button.dispatchEvent(new AskFeedbackEvent({ question: done.question, answer, feedback }));
}

/** What was wrong, where the reader wants to say so. */
export function reasonsView(session: Session, entry: Entry): unknown {
  const draft = drafts.get(entry);
  if (!draft) return nothing;
  const { reasons, comment } = draft;
  const change = (next: Partial<typeof draft>) => {
    drafts.set(entry, { ...draft, ...next });
    session.redraw();
  };
  return html`<div class="reasons" part="feedback" role="group" aria-label=${say('whatWasWrong')}>
    <p>${say('whatWasWrong')}</p>
    <p>
      ${REASONS.map((reason) => {
        const isChosen = reasons.includes(reason);
        const others = reasons.filter((each) => each !== reason);
        return html`<button
          class="reason"
          aria-pressed=${String(isChosen)}
          @click=${() => change({ reasons: isChosen ? others : [...others, reason] })}
        >
          ${say(NAMES[reason])}
        </button>`;
      })}
    </p>
    <textarea
      rows="2"
      dir="auto"
      maxlength=${MAX_COMMENT}
      placeholder=${say('comment')}
      aria-label=${say('comment')}
      .value=${comment}
      @input=${(event: Event) => change({ comment: (event.target as HTMLTextAreaElement).value })}
    ></textarea>
    <p class="quiet">${say('toldNote')}</p>
    ${endViews(session, entry, draft)}
  </div>`;
}

function endViews(
  session: Session,
  entry: Entry,
  { reasons, comment }: Pick<Feedback, 'reasons' | 'comment'>,
): TemplateResult {
  const thanks = say('thanks');
  const close = (button: HTMLElement) => {
    drafts.delete(entry);
    // The button that opened it stays.
    button
      .closest('.reasons')
      ?.parentElement?.querySelector<HTMLElement>('.action[aria-pressed=true]')
      ?.focus();
    session.redraw();
  };
  const tell = ({ currentTarget }: Event) => {
    const button = currentTarget as HTMLElement;
    session.judge(entry, { rating: 'down', reasons, comment: comment.trim() });
    announce(button, entry);
    close(button);
    session.remark.say(thanks);
  };
  return html`<p>
    <button class="button primary" @click=${tell}>${say('tell')}</button>
    <button
      class="button"
      @click=${({ currentTarget }: Event) => close(currentTarget as HTMLElement)}
    >
      ${say('dontTell')}
    </button>
  </p>`;
}
