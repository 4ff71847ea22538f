import type { Answer } from '../core/answer.ts';
import type { AskPageError } from '../core/errors.ts';
import type { Hit, LoadProgress, Message } from '../core/ports.ts';
import type { AskState } from './state.ts';
import type { Feedback } from './thread/feedback.ts';
import type { UnansweredQuestion } from './unanswered.ts';

// The first two are part of the small script; nothing that is loaded later may import that.
export * from './frame/open-events.ts';

const TOLD = { bubbles: true, composed: true };
/** A site may do in its own way what would follow. */
const ASKED = { ...TOLD, cancelable: true };

/** The reader has asked a question. Asking for the same answer once more tells nothing. */
export class AskQuestionEvent extends Event {
  readonly question: string;

  constructor(question: string) {
    super('ask-question', TOLD);
    this.question = question;
  }
}

/** Where the question stands, in one word. */
export class AskStateEvent extends Event {
  readonly state: AskState['kind'];

  constructor(state: AskState['kind']) {
    super('ask-state', TOLD);
    this.state = state;
  }
}

/** Results of the words typed so far are drawn. */
export class AskHitsEvent extends Event {
  readonly hits: readonly Hit[];

  constructor(hits: readonly Hit[]) {
    super('ask-hits', TOLD);
    this.hits = hits;
  }
}

/** An answer is drawn: first the extractive one (or the abstention), then a generated one, if any. */
export class AskAnswerEvent extends Event {
  readonly question: string;
  readonly answer: Answer;
  /** Sources in the order of their numbers. */
  readonly hits: readonly Hit[];

  constructor(detail: Pick<AskAnswerEvent, 'question' | 'answer' | 'hits'>) {
    super('ask-answer', TOLD);
    this.question = detail.question;
    this.answer = detail.answer;
    this.hits = detail.hits;
  }
}

/** A language model is being loaded. Told a few times a second at most. */
export class AskModelProgressEvent extends Event {
  /** Name of the model for people. */
  readonly model: string;
  readonly progress: LoadProgress;

  constructor(model: string, progress: LoadProgress) {
    super('ask-model-progress', TOLD);
    this.model = model;
    this.progress = progress;
  }
}

/** The reader has stopped the question, or closed the dialog while it ran. */
export class AskStopEvent extends Event {
  readonly question: string;

  constructor(question: string) {
    super('ask-stop', TOLD);
    this.question = question;
  }
}

/** For the developer: a part has failed and another took its place; the reader notices nothing. */
export class AskWarningEvent extends Event {
  readonly message: string;

  constructor(message: string) {
    super('ask-warning', TOLD);
    this.message = message;
  }
}

/** Something failed that the reader was told of: the question itself, or the language model. */
export class AskErrorEvent extends Event {
  readonly error: AskPageError;

  constructor(error: AskPageError) {
    super('ask-error', TOLD);
    this.error = error;
  }
}

/** The question has come to its end: answered, stopped or failed. */
export class AskDoneEvent extends Event {
  readonly question: string;
  readonly error: AskPageError | undefined;
  /** The request that a language model was, or would have been, given; empty without an answer. */
  readonly prompt: readonly Message[];

  constructor(detail: Pick<AskDoneEvent, 'question' | 'error' | 'prompt'>) {
    super('ask-done', TOLD);
    this.question = detail.question;
    this.error = detail.error;
    this.prompt = detail.prompt;
  }
}

/** The site did not answer a question, or its reader was not content with the answer. */
export class AskUnansweredEvent extends Event {
  readonly unanswered: UnansweredQuestion;

  constructor(unanswered: UnansweredQuestion) {
    super('ask-unanswered', TOLD);
    this.unanswered = unanswered;
  }
}

/**
 * A source of an answer is followed: in the list, or by its number in the text. Cancelled, it is left to the
 * site's own router; the dialog closes all the same.
 */
export class AskSourceClickEvent extends Event {
  /** Absolute, with the text fragment. */
  readonly href: string;
  /** In the answer. */
  readonly source: number;
  /** Title and heading as they are shown. */
  readonly title: string;

  constructor(detail: Pick<AskSourceClickEvent, 'href' | 'source' | 'title'>) {
    super('ask-source-click', ASKED);
    this.href = detail.href;
    this.source = detail.source;
    this.title = detail.title;
  }
}

/** Another link is followed: a result, or one in an answer. Cancelled as `ask-source-click`. */
export class AskLinkClickEvent extends Event {
  readonly href: string;
  /** The link's words as they are shown. */
  readonly text: string;

  constructor(detail: Pick<AskLinkClickEvent, 'href' | 'text'>) {
    super('ask-link-click', ASKED);
    this.href = detail.href;
    this.text = detail.text;
  }
}

/** The reader has copied something, or it was selected for them where the browser doesn't let it be copied. */
export class AskCopyEvent extends Event {
  readonly kind: 'answer' | 'link' | 'code';
  readonly text: string;

  constructor(detail: Pick<AskCopyEvent, 'kind' | 'text'>) {
    super('ask-copy', TOLD);
    this.kind = detail.kind;
    this.text = detail.text;
  }
}

/** The reader has judged an answer. A later one about the same question takes the place of the one before. */
export class AskFeedbackEvent extends Event {
  readonly question: string;
  readonly answer: Answer;
  readonly feedback: Feedback;

  constructor(detail: Pick<AskFeedbackEvent, 'question' | 'answer' | 'feedback'>) {
    super('ask-feedback', TOLD);
    this.question = detail.question;
    this.answer = detail.answer;
    this.feedback = detail.feedback;
  }
}
