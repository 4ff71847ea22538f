import type { Answer } from '../../core/answer.ts';
import type { AskEvent } from '../../core/ask.ts';
import type { AskState } from '../state.ts';

/** A question whose passages are found. */
export type Answering = AskState & { kind: 'answering' };

/** How a question comes to its end. */
export interface AnswerEnd {
  stopped: boolean;
  generated?: Answer;
  engineError?: NonNullable<(AskState & { kind: 'done' })['engineError']>;
}

/** What is drawn after an event of the flow; one that has no place in what is drawn leaves it. */
export function advance(ask: AskState, event: AskEvent): AskState {
  if (event.kind === 'found') {
    return {
      ...{ kind: 'answering', question: questionOf(ask), result: event.result },
      ...{ quote: undefined, text: '', model: '', read: undefined, isChecking: false },
    };
  }
  if (ask.kind !== 'answering') return ask;
  switch (event.kind) {
    case 'writing':
      return { ...ask, text: event.text, model: event.model };
    case 'checking':
      return { ...ask, text: event.text, model: event.model, isChecking: true };
    case 'answer':
      return ask.quote ? ask : { ...ask, quote: event.answer };
    case 'prompt':
    case 'engine-failed':
      return ask;
    default:
      return event satisfies never;
  }
}

function questionOf(ask: AskState): string {
  return ask.kind === 'idle' ? '' : ask.question;
}
