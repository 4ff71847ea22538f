import { AskAnswerEvent, AskDoneEvent, AskHitsEvent, AskWarningEvent } from './events.ts';
import type { Session } from './session.ts';

/** Turns changes of a session into events, each told once. */
export class Announcer {
  #hits: unknown;
  #answer: unknown;
  #end: unknown;

  *eventsOf({ ask, hits, prompt, sources, runtime }: Session): Generator<Event> {
    for (const fault of runtime.takeFaults()) yield new AskWarningEvent(fault);
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
