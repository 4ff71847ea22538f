import type { AskPageError } from '../core/errors.ts';
import {
  AskAnswerEvent,
  AskDoneEvent,
  AskErrorEvent,
  AskHitsEvent,
  AskModelProgressEvent,
  AskQuestionEvent,
  AskStateEvent,
  AskStopEvent,
  AskUnansweredEvent,
  AskWarningEvent,
} from './events.ts';
import type { Session } from './session.ts';

/** Milliseconds between two events about a model's progress. */
const OFTEN = 300;

export interface Telling {
  element: HTMLElement & { updateComplete: Promise<unknown> };
  /** Whether the reader sees it. */
  isOpen: boolean;
}

/** Turns changes of a session into events, each told once. */
export class Announcer {
  #asked: unknown;
  #stopped: unknown;
  #unanswered: unknown;
  #state: string = 'idle';
  #hits: unknown;
  #answer: unknown;
  #end: unknown;
  #error: unknown;
  #progress: unknown;
  #progressAt = -Infinity;

  /** Dispatches on an element what has become of its session. */
  tell(session: Session, { element, isOpen }: Telling): void {
    for (const event of this.#eventsOf(session)) {
      // Two elements share a session; the one that is open tells. A warning comes to one of them only.
      if (!isOpen && !(event instanceof AskWarningEvent)) continue;
      // Events say what the reader sees, so they wait for the drawing.
      void element.updateComplete.then(() => element.dispatchEvent(event));
    }
  }

  *#eventsOf(session: Session): Generator<Event> {
    for (const fault of session.runtime.takeFaults()) yield new AskWarningEvent(fault);
    yield* this.#questionEvents(session);
    yield* this.#progressEvents(session);
    yield* this.#resultEvents(session);
    yield* this.#endEvents(session);
  }

  *#questionEvents({ ask, asked, stopped }: Session): Generator<Event> {
    if (asked && asked !== this.#asked) yield new AskQuestionEvent(asked.question);
    if (stopped && stopped !== this.#stopped) yield new AskStopEvent(stopped.question);
    if (ask.kind !== this.#state) yield new AskStateEvent(ask.kind);
    this.#asked = asked;
    this.#stopped = stopped;
    this.#state = ask.kind;
  }

  *#progressEvents({ runtime: { engine } }: Session): Generator<Event> {
    const { state } = engine;
    if (state.kind !== 'loading' || state.progress === this.#progress) return;
    const now = performance.now();
    if (now < this.#progressAt + OFTEN) return;
    this.#progressAt = now;
    this.#progress = state.progress;
    yield new AskModelProgressEvent(state.description.model, state.progress);
  }

  *#resultEvents(session: Session): Generator<Event> {
    const { ask, hits, sources } = session;
    const error = errorOf(session);
    if (error && error !== this.#error) yield new AskErrorEvent(error);
    this.#error = error;
    if (hits !== this.#hits && hits.length > 0) {
      this.#hits = hits;
      yield new AskHitsEvent(hits);
    }
    if (ask.kind !== 'answering' && ask.kind !== 'done') return;
    const answer = (ask.kind === 'done' && ask.generated) || ask.quote;
    if (!answer || answer === this.#answer) return;
    this.#answer = answer;
    const { question, result } = ask;
    const cited = answer === ask.quote ? undefined : sources?.list;
    yield new AskAnswerEvent({ question, answer, hits: cited ?? result.hits });
  }

  *#endEvents({ ask, prompt, unanswered }: Session): Generator<Event> {
    const { last } = unanswered;
    if (last && last !== this.#unanswered) yield new AskUnansweredEvent(last);
    this.#unanswered = last;
    if ((ask.kind !== 'done' && ask.kind !== 'failed') || ask === this.#end) return;
    this.#end = ask;
    const error = ask.kind === 'failed' ? ask.error : ask.engineError;
    yield new AskDoneEvent({ question: ask.question, error, prompt: prompt?.messages ?? [] });
  }
}

/** What the reader is being told; the question's own failure before the model's. */
function errorOf({ ask, runtime: { engine } }: Session): AskPageError | undefined {
  if (ask.kind === 'failed') return ask.error;
  if (ask.kind === 'done' && ask.engineError) return ask.engineError;
  return engine.state.kind === 'failed' ? engine.state.error : undefined;
}
