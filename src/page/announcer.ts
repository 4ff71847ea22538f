import type { AskPageError } from '../core/errors.ts';
import {
  AskAnswerEvent,
  AskDoneEvent,
  AskErrorEvent,
  AskHitsEvent,
  AskWarningEvent,
} from './events.ts';
import type { Session } from './session.ts';

/** Turns changes of a session into events, each told once. */
export class Announcer {
  #hits: unknown;
  #answer: unknown;
  #end: unknown;
  #error: unknown;

  *eventsOf(session: Session): Generator<Event> {
    const { ask, hits, prompt, sources, runtime } = session;
    for (const fault of runtime.takeFaults()) yield new AskWarningEvent(fault);
    const error = errorOf(session);
    if (error && error !== this.#error) yield new AskErrorEvent(error);
    this.#error = error;
    if (hits !== this.#hits && hits.length > 0) {
      this.#hits = hits;
      yield new AskHitsEvent(hits);
    }
    if (ask.kind === 'answering' || ask.kind === 'done') {
      const answer = (ask.kind === 'done' && ask.generated) || ask.quote;
      if (answer && answer !== this.#answer) {
        this.#answer = answer;
        const { question, result } = ask;
        const cited = answer === ask.quote ? undefined : sources?.list;
        yield new AskAnswerEvent({ question, answer, hits: cited ?? result.hits });
      }
    }
    if ((ask.kind === 'done' || ask.kind === 'failed') && ask !== this.#end) {
      this.#end = ask;
      const error = ask.kind === 'failed' ? ask.error : ask.engineError;
      yield new AskDoneEvent({ question: ask.question, error, prompt: prompt?.messages ?? [] });
    }
  }
}

/** What the reader is being told; the question's own failure before the model's. */
function errorOf({ ask, runtime: { engine } }: Session): AskPageError | undefined {
  if (ask.kind === 'failed') return ask.error;
  if (ask.kind === 'done' && ask.engineError) return ask.engineError;
  return engine.state.kind === 'failed' ? engine.state.error : undefined;
}
