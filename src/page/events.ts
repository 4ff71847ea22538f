import type { Answer } from '../core/answer.ts';
import type { AskPageError } from '../core/errors.ts';
import type { Hit, Message } from '../core/ports.ts';

/** The dialog has opened. */
export class AskOpenEvent extends Event {
  constructor() {
    super('ask-open', { bubbles: true, composed: true });
  }
}

/** The dialog has closed. */
export class AskCloseEvent extends Event {
  constructor() {
    super('ask-close', { bubbles: true, composed: true });
  }
}

/** Results of the words typed so far are drawn. */
export class AskHitsEvent extends Event {
  readonly hits: readonly Hit[];

  constructor(hits: readonly Hit[]) {
    super('ask-hits', { bubbles: true, composed: true });
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
    super('ask-answer', { bubbles: true, composed: true });
    this.question = detail.question;
    this.answer = detail.answer;
    this.hits = detail.hits;
  }
}

/** For the developer: a part has failed and another took its place; the reader notices nothing. */
export class AskWarningEvent extends Event {
  readonly message: string;

  constructor(message: string) {
    super('ask-warning', { bubbles: true, composed: true });
    this.message = message;
  }
}

/** Something failed that the reader was told of: the question itself, or the language model. */
export class AskErrorEvent extends Event {
  readonly error: AskPageError;

  constructor(error: AskPageError) {
    super('ask-error', { bubbles: true, composed: true });
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
    super('ask-done', { bubbles: true, composed: true });
    this.question = detail.question;
    this.error = detail.error;
    this.prompt = detail.prompt;
  }
}
